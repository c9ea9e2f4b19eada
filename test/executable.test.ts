/**
 * The executable of `npm run build`: one file that holds the program, its pages, the sample and the thread that loads it. `npm test`
 * runs the other tests on it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildExecutable } from "./support/executable.ts";
import { findChildren } from "./support/processes.ts";
import { makeFolder, programFile, root, run, type Server, startServer } from "./support/program.ts";

const folder = makeFolder();
const source = [join(root, "bin/teachers")];
/** `npm test` has built it already. */
const isBuilt = programFile !== source[0];
const built = isBuilt ? dirname(programFile) : join(folder.path, "built");
const launcher = [join(built, "teachers")];
let server: Server;

beforeAll(async () => {
  if (!isBuilt) await buildExecutable(built);
  // Bun would load these files by itself.
  writeFileSync(join(folder.path, ".env"), "TEACHERS_DATABASE=sqlite:other.db\nTEACHERS_UNKNOWN=1\n");
  writeFileSync(join(folder.path, "bunfig.toml"), 'preload = ["./preloaded.ts"]\n');
  writeFileSync(join(folder.path, "preloaded.ts"), 'console.log("preloaded");\n');
  server = await startServer(["--sample"], { folder: folder.path, launcher });
});

afterAll(async () => {
  await server?.stop();
  folder.remove();
});

test("is the only file", () => {
  expect(readdirSync(built)).toEqual(["teachers"]);
});

test("serves the sample, which it found in the file", () => {
  expect(server.content).toBe("1000 teachers, version 1");
  expect(readdirSync(join(folder.path, "var"))).toContain("teachers.db");
  expect(server.stdout() + server.stderr()).not.toContain("preloaded");
});

test.skipIf(process.platform !== "linux")("is a process of the file alone", () => {
  const commands = [server.process.pid, ...findChildren(server.process.pid)].map((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 2).join(" "),
  );
  expect(commands).toEqual([`${launcher} serve`]);
});

test.each(["--version", "serve --help", "serve --port=x", "constructor"])(
  "prints the same as bin/teachers: %s",
  async (line) => {
    const [own, expected] = await Promise.all(
      [launcher, source].map((launcher) => run(line.split(" "), { folder: built, launcher })),
    );
    expect(own).toEqual(expected!);
    // src/main.ts looks for internal commands before the command line is read, so only a process can show this.
    if (line === "constructor") expect(own!.stderr).toContain("unknown command 'constructor'");
  },
);

test("answers with the bytes of the files that it holds", async () => {
  for (const name of ["style.css", "list.js", "teacher.js", "favicon.ico", "apple-touch-icon.png"]) {
    const response = await fetch(`${server.origin}/${name}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(join(root, "public", name)));
  }
  for (const path of ["openapi.json", "docs/"]) expect((await fetch(`${server.origin}/${path}`)).status).toBe(200);
});
