import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolder } from "../../test/support/program.ts";
import { makeTeachers, publish, renderNdjson } from "../../test/support/publish.ts";
import { type ReadFile, readFile } from "../read/read.ts";
import { openStore } from "../store/store.ts";
import { createPreviews, planPreview } from "./previews.ts";
import { createSessions } from "./sessions.ts";
import type { OfficeError } from "./texts.ts";

const hour = 60 * 60_000;
const source = { kind: "file", name: "a.ndjson" } as const;

function setUp() {
  let now = 0;
  const [sessions, previews] = [createSessions("office", () => now), createPreviews(() => now)];
  const session = sessions.start("anna", "uk");
  const wait = (ms: number): void => {
    now += ms;
  };
  return { sessions, previews, session, wait };
}

const uploadOf = (bytes: number) => ({ file: new Blob([new Uint8Array(bytes)]), answers: {}, reading: {} as ReadFile });

test("a preview is dropped after an hour", () => {
  const { previews, session, wait } = setUp();
  previews.open(session, { source, upload: uploadOf(1) }, null);
  wait(hour - 1);
  previews.sweep();
  expect(previews.of(session)?.source).toEqual(source);
  wait(1);
  expect(() => previews.find({ session, id: "" })).toThrow("previewGone");
});

test("of too many bytes, the oldest are dropped", () => {
  const { sessions, previews } = setUp();
  const all = Array.from({ length: 7 }, (_, i) => sessions.start(`user ${i}`, "uk"));
  for (const one of all) previews.open(one, { source, upload: uploadOf(20 * 1024 * 1024) }, null);
  expect(all.map((one) => previews.of(one) !== undefined)).toEqual([...Array(4).fill(false), true, true, true]);
});

test.each<[name: string, end: (office: ReturnType<typeof setUp>) => void]>([
  ["the end of its session", ({ sessions, session }) => sessions.end(session)],
  ["an erasure", ({ previews }) => previews.dropAll()],
])("%s drops a preview", (_, end) => {
  const office = setUp();
  office.previews.open(office.session, { source, upload: uploadOf(1) }, null);
  end(office);
  expect(office.previews.of(office.session)).toBeUndefined();
});

test("answers do not change a preview that has been replaced meanwhile", () => {
  const { previews, session } = setUp();
  previews.open(session, { source, upload: uploadOf(1) }, null);
  const before = previews.of(session)!;
  const after = previews.change(session, before, { upload: uploadOf(2), note: "" });
  expect([after.id, previews.of(session)]).toEqual([before.id, after]);
  expect(() => previews.change(session, before, { upload: uploadOf(3), note: "" })).toThrow("previewReplaced");
});

/** More than two batches of rows. */
const teachers = makeTeachers(5000);

/** A session that has uploaded one more teacher than is published. */
async function setUpStore(folder: string) {
  await publish(folder, teachers);
  const url = `sqlite:${join(folder, "var/teachers.db")}`;
  const store = await openStore(url, { lockWaitMs: 1000, migrates: false });
  const file = Buffer.from(renderNdjson([...teachers, { ...teachers[0]!, id: 5001 }]));
  const { sessions, previews, session } = setUp();
  const upload = { file: new Blob([file]), answers: {}, reading: await readFile(file) };
  previews.open(session, { source, upload }, null);
  return { store, sessions, session, preview: previews.of(session)!, [Symbol.asyncDispose]: store.close };
}

test("a file is planned once for each version", async () => {
  using folder = makeFolder();
  await using officer = await setUpStore(folder.path);
  const plan = await planPreview(officer, officer.preview);
  expect(plan!.counts.added).toBe(1);
  expect(await planPreview(officer, officer.preview)).toBe(plan);
  await publish(folder.path, teachers.slice(1));
  expect((await planPreview(officer, officer.preview))!.counts.added).toBe(2);
});

test("a plan lets others work, and ends with its session", async () => {
  using folder = makeFolder();
  await using officer = await setUpStore(folder.path);
  // Runs only if the work of the plan stops in between.
  setImmediate(() => officer.sessions.end(officer.session));
  const fault = await planPreview(officer, officer.preview).catch((error: OfficeError) => error.text);
  expect(fault).toBe("sessionEnded");
});
