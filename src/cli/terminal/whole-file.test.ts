import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWholeFile } from "./whole-file.ts";

function makeFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "teachers-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("writeWholeFile() leaves the file as it was, and nothing beside it, on %s", async (signal, exitCode) => {
  using folder = makeFolder();
  writeFileSync(join(folder.path, "a.csv"), "old");
  const script = `
    import { writeWholeFile } from ${JSON.stringify(join(import.meta.dir, "whole-file.ts"))};
    async function* endless() { for (;;) { yield "new"; process.send("written"); } }
    await writeWholeFile("a.csv", endless()).catch(({ exitCode }) => process.exit(exitCode));`;
  const writer = Bun.spawn([process.execPath, "-e", script], {
    cwd: folder.path,
    stdio: ["ignore", "inherit", "inherit"],
    ipc: () => void writer.kill(signal),
  });
  expect(await writer.exited).toBe(exitCode);
  expect(readdirSync(folder.path)).toEqual(["a.csv"]);
  expect(readFileSync(join(folder.path, "a.csv"), "utf8")).toBe("old");
});

test("writeWholeFile() leaves the file as it was, and nothing beside it, if a piece can't be read", async () => {
  using folder = makeFolder();
  const path = join(folder.path, "a.csv");
  async function* failing(): AsyncGenerator<string> {
    yield "new";
    throw new Error("The database has not answered");
  }
  await expect(writeWholeFile(path, failing())).rejects.toThrow("The database has not answered");
  expect(readdirSync(folder.path)).toEqual([]);
});
