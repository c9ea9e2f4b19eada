import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { publish } from "../store/engines-testing.ts";
import { withStore } from "../store/store.ts";
import { load } from "./load.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "load-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;
const noCopy = (message: string): void => {
  throw new Error(message);
};

/** Loads with a thread that runs this code when it gets its request. */
function loadWith(code: string, signal = never): ReturnType<typeof load> {
  const path = join(folder, "worker.ts");
  writeFileSync(path, code);
  return load({ databaseUrl: "sqlite:none", copy: null }, signal, noCopy, pathToFileURL(path).href);
}

describe("a thread that", () => {
  test.each([
    ["ends", "onmessage = () => process.exit(1);", "has ended"],
    ["throws", "onmessage = () => { throw new Error('a fault'); };", "a fault"],
    ["can't start", "import './missing.ts';", "missing"],
    [
      "runs out of memory",
      "onmessage = () => postMessage({ error: String(attempt(() => new ArrayBuffer(2 ** 52))) }); function attempt(run) { try { run(); } catch (error) { return error; } }",
      "Out of memory",
    ],
    ["is done without a version", "onmessage = () => postMessage({ isDone: true });", "has sent none"],
    ["ends before the words", "onmessage = () => { postMessage({ content: null }); process.exit(0); };", "has ended"],
  ])("%s makes the words fail, and the caller goes on", async (_, code, message) => {
    const { words, done, content } = loadWith(code);
    content.catch(() => {});
    await expect(words).rejects.toThrow(message);
    await done;
  });
});

test("a thread is ended while it loads", async () => {
  const stopping = new AbortController();
  const { content, words, done } = loadWith("onmessage = () => { for (;;); };", stopping.signal);
  stopping.abort();
  await expect(content).rejects.toThrow("aborted");
  await expect(words).rejects.toThrow("aborted");
  await done;
});

test("an aborted signal starts nothing that lasts", async () => {
  const { content, done } = loadWith("onmessage = () => { for (;;); };", AbortSignal.abort());
  await expect(content).rejects.toThrow("aborted");
  await done;
});

test("the newest version comes with its words, and a database without one gives none", async () => {
  const databaseUrl = `sqlite:${join(folder, "teachers.db")}`;
  await withStore(databaseUrl, { migrates: true }, async (store) => {
    const none = load({ databaseUrl, copy: null }, never, noCopy);
    expect(await none.content).toBeNull();
    await none.done;
    await publish(store, [storedTeacher({ id: 7, last_name: "Коваль" })]);
  });
  const { content, words, done } = load({ databaseUrl, copy: null }, never, noCopy);
  expect((await content)?.columns.last_name.values).toEqual(["Коваль"]);
  expect((await words)[0]!.keys.text).toBe("коваль");
  await done;
});

test("a copy that can't be written is reported, and the version is served", async () => {
  const databaseUrl = `sqlite:${join(folder, "teachers.db")}`;
  await withStore(databaseUrl, { migrates: true }, (store) => publish(store, [storedTeacher({ id: 7 })]));
  const errors: string[] = [];
  const copy = { path: join(folder, "teachers.db", "copy"), database: "d" };
  const { content, done } = load({ databaseUrl, copy }, never, (message) => errors.push(message));
  expect((await content)?.publication.version).toBe(1);
  await done;
  expect(errors).toEqual([expect.stringContaining("teachers.db")]);
});
