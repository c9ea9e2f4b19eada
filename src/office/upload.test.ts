import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeFolder } from "../../test/support/program.ts";
import { makeTeachers, publish, renderNdjson } from "../../test/support/publish.ts";
import { readFile } from "../read/read.ts";
import { openStore } from "../store/store.ts";
import { createSessions } from "./sessions.ts";
import type { OfficeError } from "./texts.ts";
import { planPending } from "./upload.ts";

/** More than two batches of rows. */
const teachers = makeTeachers(5000);

/** A session that has uploaded one more teacher than is published. */
async function setUp(folder: string) {
  await publish(folder, teachers);
  const url = `sqlite:${join(folder, "var/teachers.db")}`;
  const store = await openStore(url, { lockWaitMs: 1000, migrates: false });
  const sessions = createSessions("office", () => 0);
  const session = sessions.start("anna", "uk");
  const file = Buffer.from(renderNdjson([...teachers, { ...teachers[0]!, id: 5001 }]));
  sessions.setPending(session, {
    source: { kind: "file", name: "a.ndjson" },
    upload: { file: new Blob([file]), answers: {}, reading: await readFile(file) },
  });
  return { store, sessions, session, pending: session.pending!, [Symbol.asyncDispose]: store.close };
}

test("a file is planned once for each version", async () => {
  using folder = makeFolder();
  await using officer = await setUp(folder.path);
  const plan = await planPending(officer, officer.pending);
  expect(plan!.counts.added).toBe(1);
  expect(await planPending(officer, officer.pending)).toBe(plan);
  await publish(folder.path, teachers.slice(1));
  expect((await planPending(officer, officer.pending))!.counts.added).toBe(2);
});

test("a plan lets others work, and ends with its session", async () => {
  using folder = makeFolder();
  await using officer = await setUp(folder.path);
  // Runs only if the work of the plan stops in between.
  setImmediate(() => officer.sessions.end(officer.session));
  const fault = await planPending(officer, officer.pending).catch((error: OfficeError) => error.text);
  expect(fault).toBe("sessionEnded");
});
