/** The programs of docs/api.md keep copies current: through publications, a rollback and an erasure each equals the directory. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredTeacher } from "../src/domain/teacher.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, root, run, type Server, startServer, waitFor } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const api = readFileSync(join(root, "docs/api.md"), "utf8");

/** The programs, each with the command that runs it. */
const programs = (
  [
    ["copy.sh", findPart("curl") && "sh"],
    ["copy.py", findPart("python3")],
    ["copy.mjs", "node"],
  ] as const
).flatMap(([file, interpreter]) => {
  const [, code] = new RegExp(`^\`\`\`[a-z]+\\n((?:#|//) ${RegExp.escape(file)}\\n[^]*?)^\`\`\`$`, "m").exec(api)!;
  return interpreter === null ? [] : [{ file, interpreter, code: code! }];
});

const people: readonly StoredTeacher[] = [...generateTeachers(60, 1)];
const publications = isLong ? 50 : 6;
const folder = makeFolder();
let server: Server;

beforeAll(async () => {
  await publish(folder.path, people.slice(0, 40));
  // The ids of removed teachers take several pages.
  server = await startServer(["--max-limit", "3"], { folder: folder.path });
});

afterAll(async () => {
  await server?.stop();
  folder.remove();
});

const folderOf = (file: string): string => join(folder.path, file.replace(".", "-"));

/** Runs a program once, with the server at an address. */
async function update({ file, interpreter, code }: (typeof programs)[number], origin = server.origin): Promise<void> {
  mkdirSync(folderOf(file), { recursive: true });
  writeFileSync(join(folderOf(file), file), code.replaceAll("http://127.0.0.1:8000", origin));
  const { exitCode, stderr } = await run([file], { folder: folderOf(file), launcher: [interpreter] });
  expect({ file, exitCode, stderr }).toEqual({ file, exitCode: 0, stderr: "" });
}

interface Copy {
  readonly version: string;
  readonly lines: string;
}

function copyOf(file: string): Copy {
  const read = (name: string): string => readFileSync(join(folderOf(file), name), "utf8");
  return { version: read("teachers.version").trimEnd(), lines: read("teachers.ndjson") };
}

async function readDirectory(): Promise<Copy> {
  const response = await fetch(`${server.origin}/teachers.ndjson`);
  return { version: response.headers.get("dataset-version")!, lines: await response.text() };
}

/** Waits until the server serves another version. */
async function followed(before: string): Promise<void> {
  await waitFor(readDirectory, ({ version }) => version !== before, { program: server });
}

/** The teachers of a version: some are removed, some come back, and some have another degree. */
function contentAt(step: number): StoredTeacher[] {
  return people
    .filter(({ id }) => (id * 7 + step * 3) % 11 > 2)
    .map((teacher) => ((teacher.id + step) % 5 === 0 ? { ...teacher, degree: `кафедра ${step}` } : teacher));
}

async function command(...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await run([...args, "--yes"], { folder: folder.path });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}

describe("a copy", () => {
  test(`equals the directory after each of ${publications} publications`, async () => {
    const erased = new Set<number>();
    let { version, lines } = await readDirectory();
    for (let step = 0; step < publications; step++) {
      if (step % 10 === 2) await command("rollback", String(Number.parseInt(version, 10) - 1));
      else if (step % 10 === 4) {
        const ids = lines.match(/(?<=^{"id":)\d+/gm)!.slice(0, 2);
        for (const id of ids) erased.add(Number(id));
        await command("erase", ...ids);
      } else {
        const content = contentAt(step).filter(({ id }) => !erased.has(id));
        await publish(folder.path, content);
      }
      await followed(version);
      await Promise.all(programs.map((program) => update(program)));
      ({ version, lines } = await readDirectory());
      for (const { file } of programs) expect([step, copyOf(file)]).toEqual([step, { version, lines }]);
    }
  });

  test("is read again from one version if another is published between two answers", async () => {
    for (const [i, program] of programs.entries()) {
      await update(program);
      let hasPublished = false;
      await using proxy = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        idleTimeout: 0,
        async fetch(request) {
          const { pathname, search } = new URL(request.url);
          if (pathname === "/teachers/removed/" && !hasPublished) {
            hasPublished = true;
            const before = (await readDirectory()).version;
            await publish(folder.path, people.slice(30, 40 + i));
            await followed(before);
          }
          return fetch(`${server.origin}${pathname}${search}`, { headers: { "Accept-Encoding": "identity" } });
        },
      });
      await update(program, proxy.url.origin);
      expect(hasPublished).toBe(true);
      expect(copyOf(program.file)).toEqual(await readDirectory());
    }
  });
});
