/** The program of docs/api.md keeps a copy current: through publications, a rollback and an erasure it equals the directory. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateTeachers } from "../sample/generate/teachers.ts";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { findPart } from "./support/parts.ts";
import { root, run, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { shareServer } from "./support/shared.ts";

const [, program] = /^```sh\n(# copy\.sh\n[\s\S]*?)^```$/m.exec(readFileSync(join(root, "docs/api.md"), "utf8"))!;
const people: readonly StoredTeacher[] = [...generateTeachers(300, 1)];
const server = shareServer(async (folder) => {
  await publish(folder, people.slice(0, 200));
  return startServer([], { folder });
});
/** The folder of the program and of its copy. */
const copies = join(server.folder, "copies");
const copy = join(copies, "teachers.ndjson");

async function update(): Promise<void> {
  const { exitCode, stderr } = await run(["copy.sh"], { folder: copies, launcher: ["sh"] });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}

async function readDirectory(): Promise<{ readonly version: string; readonly lines: string }> {
  const response = await fetch(`${server.origin}/teachers/?format=ndjson`);
  return { version: response.headers.get("dataset-version")!, lines: await response.text() };
}

async function command(...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await run([...args, "--yes"], { folder: server.folder });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}

const steps: readonly (readonly [what: string, publishNext: () => Promise<unknown>])[] = [
  ["a publication that removes and adds", () => publish(server.folder, people.slice(50))],
  ["a rollback", () => command("rollback", "1")],
  ["an erasure", () => command("erase", String(people[100]!.id))],
];

test.skipIf(findPart("curl") === null)("a copy equals the directory, and is written only when it changes", async () => {
  mkdirSync(copies);
  writeFileSync(join(copies, "copy.sh"), program!.replaceAll("http://127.0.0.1:8000", server.origin));
  await update();
  let { version, lines } = await readDirectory();
  expect(readFileSync(copy, "utf8")).toBe(lines);
  for (const [what, publishNext] of steps) {
    const { ino } = statSync(copy);
    await update();
    expect([what, statSync(copy).ino]).toEqual([what, ino]);
    await publishNext();
    await waitFor(readDirectory, (now) => now.version !== version);
    await update();
    ({ version, lines } = await readDirectory());
    expect([what, readFileSync(copy, "utf8")]).toEqual([what, lines]);
  }
});
