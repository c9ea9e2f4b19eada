import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../test/support/program.ts";
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

test("two processes run at once, and a third waits until one has ended", async () => {
  using folder = makeFolder();
  const enter = `process.chdir(${JSON.stringify(folder.path)});`;
  const waiting = `${enter} await Bun.write(String(process.pid), "");
    while (!(await Bun.file("go").exists())) await Bun.sleep(1);
    await Bun.write("ended", ""); process.exit(4)`;
  const scripts = [waiting, waiting, `${enter} process.exit((await Bun.file("ended").exists()) ? 4 : 3)`];
  const ends = scripts.map((script) => failureOf(script));
  while (readdirSync(folder.path).length < 2) await new Promise(setImmediate);
  writeFileSync(join(folder.path, "go"), "");
  expect(await Promise.all(ends)).toEqual(["4", "4", "4"]);
});
