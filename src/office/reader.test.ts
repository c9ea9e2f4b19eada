import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../server/log.ts";
import { readInSubprocess } from "./reader.ts";
import type { OfficeError } from "./texts.ts";

/** Runs a script in place of the reader, and returns why it failed. */
async function failureOf(script: string, ms?: number): Promise<string> {
  const failures: string[] = [];
  const options = {
    readerCommand: [process.execPath, "-e", script],
    log: (...[, fields]: Parameters<Log>) => failures.push(String(fields?.error)),
  };
  const read = readInSubprocess(new Blob(), { answers: {} }, options, ms);
  expect(await read.catch(({ text }: OfficeError) => text)).toBe("unreadable");
  return failures.join().replace(/^.* ended with (\S+) after \d+ ms$/, "$1");
}

test("a process that takes too long is killed, even if it ignores signals", async () => {
  const script =
    'for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => {}); setInterval(() => {}, 1e6)';
  expect(await failureOf(script, 300)).toBe("SIGKILL");
});

test("a process that takes too much memory is killed", async () => {
  const script = "const all = []; for (;;) { all.push(Buffer.alloc(2 ** 20, 1)); await Bun.sleep(1); }";
  expect(await failureOf(script)).toBe("memory");
});

test("a process that fails has no output, and knows nothing of our environment", async () => {
  expect(await failureOf("process.exit(process.env.PATH === undefined ? 7 : 8)")).toBe("7");
});

test("two processes run at once, and a third waits", async () => {
  const folder = mkdtempSync(join(tmpdir(), "reader-test-"));
  // Each says that it runs, and ends when it may: with 3 if the third one runs too.
  const scriptOf = (name: string): string => `process.chdir(${JSON.stringify(folder)});
    await Bun.write("${name}", "");
    while (!(await Bun.file("go").exists())) await Bun.sleep(1);
    process.exit((await Bun.file("third").exists()) && "${name}" !== "third" ? 3 : 4)`;
  const ends = ["first", "second", "third"].map((name) => failureOf(scriptOf(name)));
  while (!["first", "second"].every((name) => existsSync(join(folder, name)))) await new Promise(setImmediate);
  writeFileSync(join(folder, "go"), "");
  expect(await Promise.all(ends)).toEqual(["4", "4", "4"]);
  rmSync(folder, { recursive: true });
});
