import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Content } from "../directory/content.ts";
import type { Words } from "../directory/search/words.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { publish } from "../store/engines-testing.ts";
import { withStore } from "../store/store.ts";
import type { CopyPlace } from "./copy.ts";
import { runInThread, type ThreadMessage } from "./thread.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "load-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a thread with this code, and returns the messages that it sent. */
async function runCode(code: string, signal?: AbortSignal): Promise<ThreadMessage[]> {
  const path = join(folder, "worker.ts");
  writeFileSync(path, code);
  const messages: ThreadMessage[] = [];
  const request = { load: "sqlite:none", copy: null };
  await runInThread(request, (message) => messages.push(message), signal, pathToFileURL(path).href);
  return messages;
}

test.each([
  ["ends", "onmessage = () => process.exit(1);", "has ended"],
  ["throws", "onmessage = () => { throw new Error('a fault'); };", "a fault"],
  ["can't start", "import './missing.ts';", "missing"],
  [
    "runs out of memory",
    "onmessage = () => postMessage({ error: String(attempt(() => new ArrayBuffer(2 ** 52))) }); function attempt(run) { try { run(); } catch (error) { return error; } }",
    "Out of memory",
  ],
  ["ends after a part", "onmessage = () => { postMessage({ content: {} }); process.exit(0); };", "has ended"],
])("a thread that %s fails, and the caller goes on", async (_, code, message) => {
  await expect(runCode(code)).rejects.toThrow(message);
});

test("a thread is ended while it loads, but not while it writes the copy", async () => {
  const stopping = new AbortController();
  const running = runCode("onmessage = () => { for (;;); };", stopping.signal);
  stopping.abort();
  await expect(running).rejects.toThrow("aborted");
  await expect(runCode("", AbortSignal.abort())).rejects.toThrow("aborted");

  const late = new AbortController();
  const path = join(folder, "late.ts");
  writeFileSync(
    path,
    "onmessage = () => { postMessage({ content: {} }); setTimeout(postMessage, 1, { error: null }); };",
  );
  const onMessage = (): void => late.abort();
  await runInThread({ load: "", copy: null }, onMessage, late.signal, pathToFileURL(path).href);
});

/** What loading this database sends. */
async function load(databaseUrl: string, copy: CopyPlace | null = null) {
  const sent: { content?: Content; words?: Words; copyError?: string } = {};
  await runInThread({ load: databaseUrl, copy }, (message) => Object.assign(sent, message));
  return sent;
}

test("the newest version comes with its words, and a database without one gives none", async () => {
  const url = `sqlite:${join(folder, "teachers.db")}`;
  await withStore(url, { migrates: true }, async (store) => {
    expect(await load(url)).toEqual({});
    await publish(store, [storedTeacher({ id: 7, last_name: "Коваль" })]);
  });
  const { content, words } = await load(url);
  expect(content?.columns.last_name.values).toEqual(["Коваль"]);
  expect(words![0]!.keys.text).toBe("коваль");
});

test("a copy that can't be written is reported, and the version is served", async () => {
  const url = `sqlite:${join(folder, "teachers.db")}`;
  await withStore(url, { migrates: true }, (store) => publish(store, [storedTeacher({ id: 7 })]));
  const { content, copyError } = await load(url, { path: join(folder, "teachers.db", "copy"), database: "d" });
  expect(content?.version.number).toBe(1);
  expect(copyError).toContain("teachers.db");
});
