/** The HTTP contract as a table, run against the function, a started server, a prefix and a real nginx. */
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
import { jsonOf, type Section } from "./contract/row.ts";
import { type Answered, type ProblemBody, textOf } from "./contract/rules.ts";
import { states } from "./contract/states.ts";
import { openTargets, type Target, targetsFor } from "./contract/targets.ts";
import { teacher } from "./contract/teacher.ts";
import { values } from "./contract/values.ts";
import { appOptionsOf, stateOf } from "./support/app-options.ts";

const sections: readonly Section[] = [
  resources,
  paging,
  filters,
  refusals,
  links,
  teacher,
  values,
  representations,
  downloads,
  pages,
  methods,
  match,
  errors,
  caching,
  host,
  states,
];

const stack = new AsyncDisposableStack();
let targets: readonly Target[];

beforeAll(async () => {
  targets = await openTargets(stack);
});

afterAll(() => stack.disposeAsync());

for (const section of sections) {
  describe(section.name, () => {
    for (const row of section.rows) {
      test(row.name, async () => {
        await inEach(targetsFor(targets, row), (target) => checkRow(row, target));
      });
    }
  });
}

for (const { name, rows } of rawSections) {
  describe(name, () => {
    for (const row of rows) {
      test(row.name, async () => {
        await inEach(targetsFor(targets, { ...row, only: "sockets" }), (target) => checkRaw(row, target));
      });
    }
  });
}

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
  test("no row occurs twice", () => {
    for (const { rows } of [...sections, ...rawSections]) {
      const names = rows.map(({ name }) => name);
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    }
  });

  test("every status and media type that the description has was answered", () => {
    expect(findUnseen()).toEqual([]);
  });

  test("the ETag is the same on every replica", async () => {
    expect(await tagOf("server (usual)")).toBe(await tagOf("function (usual)"));
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

  test("every URL of the index answers", async () => {
    for (const target of targetsFor(targets, {})) {
      const index = jsonOf<Record<string, string>>(await target.ask({ method: "GET", url: "/", headers: {} }));
      for (const url of Object.values(index)) {
        const path = url.slice(target.base.length).replace(/match\/$/, "$&?name=x");
        const { status } = await target.ask({ method: "GET", url: path, headers: {} });
        expect([target.name, path, status]).toEqual([target.name, path, 200]);
      }
    }
  });

  test("only the whole prefix is accepted", async () => {
    const { origin } = targets.find(({ kind }) => kind === "prefixed")!;
    const paths = [
      "/directory/teachers/",
      "/directory/v1x/teachers/",
      "/directory/v1/directory/v1/teachers/",
      "/v1/teachers/",
    ];
    for (const url of paths) {
      expect([url, (await fetch(origin + url)).status]).toEqual([url, 404]);
    }
  });
});

describe("an unexpected error", () => {
  test("is a 500 without internal details, and the log has all of them", async () => {
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
    for (const method of ["GET", "HEAD"]) {
      const response = await app(new Request("http://localhost/teachers/", { method, headers: { Host: "localhost" } }));
      const bytes = new Uint8Array(await response.arrayBuffer());
      const answer: Answered = { status: response.status, headers: response.headers, bytes };
      expect([method, answer.status]).toEqual([method, 500]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      if (method === "HEAD") continue;
      expect(jsonOf<ProblemBody>(answer)).toMatchObject({
        type: "about:blank",
        title: "Internal Server Error",
        status: 500,
      });
      expect(textOf(answer)).not.toContain("secret");
    }
    expect(reported).toEqual([failure, failure]);
  });
});
