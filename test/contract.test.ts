/** The HTTP contract as a table, run against servers, a prefix and a real nginx. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../src/http/app.ts";
import { caching } from "./contract/caching.ts";
import { checkRaw, checkRow, findUnseen } from "./contract/check.ts";
import { downloads } from "./contract/downloads.ts";
import { errors } from "./contract/errors.ts";
import { filters } from "./contract/filters.ts";
import { host } from "./contract/host.ts";
import { links } from "./contract/links.ts";
import { match } from "./contract/match.ts";
import { methods } from "./contract/methods.ts";
import { pages } from "./contract/pages.ts";
import { paging } from "./contract/paging.ts";
import { rawSections } from "./contract/raw.ts";
import { refusals } from "./contract/refusals.ts";
import { representations } from "./contract/representations.ts";
import { resources } from "./contract/resources.ts";
import type { Section } from "./contract/row.ts";
import { states } from "./contract/states.ts";
import { openTargets, type Target, targetsFor } from "./contract/targets.ts";
import { teacher } from "./contract/teacher.ts";
import { values } from "./contract/values.ts";
import { appOptionsOf, stateOf } from "./support/app-options.ts";

const sections: readonly Section[] = [
  ...[resources, paging, filters, refusals, links, teacher, values, representations, downloads, pages, methods, match],
  ...[errors, caching, host, states],
];

const stack = new AsyncDisposableStack();
let targets: readonly Target[];

beforeAll(async () => {
  targets = await openTargets(stack);
});

afterAll(() => stack.disposeAsync());

describe.each(sections)("$name", ({ rows }) => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_, row) =>
    inEach(targetsFor(targets, row), (target) => checkRow(row, target)),
  );
});

describe.each(rawSections)("$name", ({ rows }) => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_, row) =>
    inEach(targetsFor(targets, { ...row, only: "plain" }), (target) => checkRaw(row, target)),
  );
});

/** Runs a check in each target, and throws all failures together. */
async function inEach(chosen: readonly Target[], check: (target: Target) => Promise<string[]>): Promise<void> {
  expect(chosen).not.toBeEmpty();
  const failures: string[] = [];
  for (const target of chosen) {
    const failed = await check(target).catch((error: Error) => [error.message]);
    failures.push(...failed.map((failure) => `${target.name}: ${failure}`));
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

/** The ETag of the list on the target of this name, such as `server (usual)`. */
async function tagOf(name: string, url = "/teachers/", headers: Record<string, string> = {}): Promise<string> {
  const target = targets.find((one) => one.name === name)!;
  return (await target.ask({ method: "GET", url, headers })).headers.get("etag")!;
}

describe("across targets", () => {
  test("every status and media type that the description has was answered", () => {
    expect(findUnseen()).toEqual([]);
  });

  test("the ETag is the same on every replica", async () => {
    expect(await tagOf("server (usual)")).toBe(await tagOf("server (aged)"));
  });

  test("the ETag differs by the base URL, the maximum, the format, the language and the coding", async () => {
    const tags: string[] = [];
    for (const name of ["server (usual)", "prefixed (usual)", "server (local)", "server (small)"]) {
      tags.push(await tagOf(name));
    }
    for (const format of ["csv", "ndjson", "html", "html&lang=en"]) {
      tags.push(await tagOf("server (usual)", `/teachers/?format=${format}`));
    }
    tags.push(await tagOf("server (usual)", "/teachers/?format=csv", { "Accept-Encoding": "gzip" }));
    expect(tags).not.toContain(null as never);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test.each([
    "/directory/teachers/",
    "/directory/v1x/teachers/",
    "/directory/v1/directory/v1/teachers/",
    "/v1/teachers/",
  ])("only the whole prefix is accepted: %s", async (path) => {
    const { origin } = targets.find(({ kind }) => kind === "prefixed")!;
    expect((await fetch(origin + path)).status).toBe(404);
  });
});

describe("an unexpected error", () => {
  test.each(["GET", "HEAD"])("is a 500 without internal details, and the log has all of them: %s", async (method) => {
    const failure = new Error("the secret of the inside");
    const reported: unknown[] = [];
    const app = createApp({
      ...appOptionsOf({
        ...stateOf(null),
        get directory(): never {
          throw failure;
        },
      }),
      baseUrl: "https://api.example.edu",
      onError: (error) => reported.push(error),
    });
    const response = await app(new Request("http://localhost/teachers/", { method, headers: { Host: "localhost" } }));
    const { status, headers } = response;
    expect([status, headers.get("content-type")]).toEqual([500, "application/problem+json"]);
    expect([headers.get("access-control-allow-origin"), headers.get("allow")]).toEqual(["*", "GET, HEAD, OPTIONS"]);
    expect(reported).toEqual([failure]);
    const text = await response.text();
    expect(text).not.toContain("secret");
    if (method === "GET")
      expect(JSON.parse(text)).toMatchObject({ type: "about:blank", title: "Internal Server Error", status });
  });
});
