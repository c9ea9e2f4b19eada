/** Servers whose image is checked only in part: what they answer from it, what they refuse, and that they rebuild it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { askReady, countEvents, waitForEvents } from "./support/asking.ts";
import { imageOf, imagesOf } from "./support/image-folder.ts";
import { findAdmin } from "./support/metrics.ts";
import { type Listening, makeFolder, startListening, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

/** The stages in the order of the checks, with a section of each and requests that need no later stage. */
const stages: readonly (readonly [stage: string, section: string, requests: readonly string[]])[] = [
  [
    "teachers",
    "columns.degree.codes",
    [
      "",
      "?limit=300&offset=5",
      "?ordering=-id",
      "?format=ndjson",
      "?format=excel",
      "7/",
      "?id=3,5,7",
      "?id=3&degree=доцент",
      "?degree=ніхто",
    ],
  ],
  ["alphabetical order", "alphabetical", ["?ordering=last_name", "?ordering=-last_name&format=csv", "?format=html"]],
  [
    "filters",
    "columns.last_name.postings",
    ["?last_name=Шевченко2", "?first_name=Олена&middle_name=О1", "?last_name=Шевченко2&degree=доцент"],
  ],
  [
    "filters in alphabetical order",
    "givenNames.rankedPostings",
    [
      "?last_name=Шевченко2&ordering=last_name",
      "?first_name=Олена&middle_name=О1&ordering=-last_name",
      "?id=3,5,7&ordering=last_name",
      "?degree=доцент&format=html",
      "7/?format=html",
    ],
  ],
  ["search", "words.last_name.spelling.codes", ["?search=шев", "?search=shev&degree=доцент", "match/?name=Шевченко2"]],
];
const requests = stages.flatMap(([, , ofStage]) => ofStage);

const folder = makeFolder();
afterAll(() => folder.remove());
/** The bodies of a server whose image is whole, by request. */
const wholeBodies = new Map<string, string>();

beforeAll(async () => {
  const teachers = Array.from({ length: 400 }, (_, i) => {
    const names = {
      last_name: `Шевченко${i % 7}`,
      first_name: i % 2 === 0 ? "Олена" : "Яна",
      middle_name: `О${i % 3}`,
    };
    return storedTeacher({ id: i + 1, ...names, degree: i % 5 === 0 ? "" : "доцент" });
  });
  await publish(folder.path, teachers);
  await using server = await startServer([], { folder: folder.path });
  for (const request of requests) {
    const { status, body } = await ask(server, request);
    expect([request, status]).toEqual([request, 200]);
    wholeBodies.set(request, body);
  }
});

async function ask({ origin }: Pick<Listening, "origin">, request: string) {
  // The links in the body have the address of the server.
  const response = await fetch(`${origin}/teachers/${request}`);
  const body = (await response.text()).replaceAll(origin, "");
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
}

/** Waits for the answer of a whole image: one worker may be behind the other. No other answer may be 200. */
async function waitForWhole(server: Listening, request: string): Promise<void> {
  const { body } = await waitFor(
    () => ask(server, request),
    ({ status }) => status === 200,
  );
  expect([request, body]).toEqual([request, wholeBodies.get(request)!]);
}

async function askAdmin(url: string): Promise<Record<string, unknown> & { readonly status: number }> {
  const response = await fetch(url, { keepalive: false });
  return { ...((await response.json()) as Record<string, unknown>), status: response.status };
}

/** Changes a byte of a section. */
function damage(image: string, section: string): void {
  const bytes = readFileSync(image);
  const header = JSON.parse(bytes.toString("utf8", 0, 32_768).split("\n")[2]!) as {
    readonly sections: readonly { readonly name: string; readonly offset: number }[];
  };
  bytes[header.sections.find(({ name }) => name === section)!.offset]! ^= 0x55;
  writeFileSync(image, bytes);
}

/** A folder with a copy of the image, and no database that could be read. */
function copyFolder() {
  const copy = makeFolder();
  const image = imageOf(folder.path);
  mkdirSync(imagesOf(copy.path), { recursive: true });
  copyFileSync(image, image.replace(folder.path, copy.path));
  writeFileSync(join(copy.path, "var/teachers.db"), "garbage\n".repeat(1000));
  return copy;
}

const allStages = stages.map(([stage]) => stage);

test.each(
  [[], ["--workers", "2"]].flatMap((args) => stages.map(([stage, section], i) => [stage, args, section, i] as const)),
)(
  "an image damaged in the stage %s, with %j, answers the requests of earlier stages until it is rebuilt",
  async (...row) => {
    const [, args, section, i] = row;
    using copy = copyFolder();
    damage(imageOf(copy.path), section);
    await using server = await startListening([...args, "--admin-port", "0"], { folder: copy.path });
    const unavailable = i === 0 ? undefined : allStages.slice(i);
    const ready = await waitFor(
      () => askReady(server),
      ({ reason }) => reason === "database unreachable",
    );
    expect(ready).toMatchObject({ status: 503, ...(i === 0 ? {} : { unavailable }) });
    const admin = await findAdmin(server);
    const probes = await waitFor(
      () => Promise.all(["/readyz", "/startupz"].map((path) => askAdmin(admin + path))),
      (all) => all.every(({ reason }) => reason === "database unreachable"),
    );
    for (const probe of probes) expect([probe.status, probe.unavailable]).toEqual([503, unavailable]);
    await server.logged(`section ${section} is damaged`);
    expect(countEvents(server, "version.served")).toBe(0);

    const answered = stages.slice(0, i).flatMap(([, , ofStage]) => ofStage);
    for (const request of requests) {
      if (answered.includes(request)) await waitForWhole(server, request);
      else expect(await ask(server, request)).toMatchObject({ status: 503, retryAfter: "1" });
    }

    copyFileSync(join(folder.path, "var/teachers.db"), join(copy.path, "var/whole.db"));
    renameSync(join(copy.path, "var/whole.db"), join(copy.path, "var/teachers.db"));
    await waitFor(
      () => askReady(server),
      ({ status }) => status === 200,
    );
    for (const request of requests) await waitForWhole(server, request);
    await waitForEvents(server, "version.served", 1);
    expect([countEvents(server, "image.ignored"), countEvents(server, "version.served")]).toEqual([1, 1]);
    expect(server.stderr()).not.toContain("request.failed");
  },
);

test("an older image is used as a whole while the newest one is damaged and can't be rebuilt", async () => {
  using copy = copyFolder();
  const older = imageOf(copy.path);
  utimesSync(older, new Date(0), new Date(0));
  using newer = makeFolder();
  await publish(newer.path, [storedTeacher({ id: 1, last_name: "Коваль" })]);
  await (await startServer([], { folder: newer.path })).stop();
  const newest = imageOf(newer.path);
  const damaged = newest.replace(newer.path, copy.path);
  copyFileSync(newest, damaged);
  damage(damaged, "words.last_name.spelling.codes");
  await using server = await startListening([], { folder: copy.path });
  await waitFor(
    () => askReady(server),
    ({ status }) => status === 200,
  );
  for (const request of requests) await waitForWhole(server, request);
  await server.logged(`${damaged}: section words.last_name.spelling.codes is damaged`);
});
