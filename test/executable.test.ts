/** The executable of `npm run build`: one file that holds the program, its pages, the sample and the thread that loads it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildExecutable } from "./support/executable.ts";
import { findChildren } from "./support/processes.ts";
import { makeFolder, programFile, root, run, type Server, startServer } from "./support/program.ts";
import { importConfirmed } from "./support/publish.ts";

const folder = makeFolder();
afterAll(folder.remove);
const source = [join(root, "bin/teachers")];
/** `npm test` has built it already. */
const isBuilt = programFile !== source[0];
const built = isBuilt ? dirname(programFile) : join(folder.path, "built");
const launcher = [join(built, "teachers")];

beforeAll(async () => {
  if (!isBuilt) await buildExecutable(built);
});

test("is the only file", () => {
  expect(readdirSync(built)).toEqual(["teachers"]);
});

test.each(["--version", "--help", "serve --help", "serve --port=x"])(
  "prints the same as bin/teachers: %s",
  async (line) => {
    const args = line.split(" ");
    const [own, expected] = await Promise.all(
      [launcher, source].map((launcher) => run(args, { folder: built, launcher })),
    );
    expect(own).toEqual(expected!);
  },
);

// src/main.ts looks for internal commands before the command line is read, so only a process can show this.
test.each([
  ["bin/teachers", source],
  ["the executable", launcher],
])("%s refuses a command that is named like a property of objects", async (_, launcher) => {
  const { exitCode, stdout, stderr } = await run(["constructor"], { folder: built, launcher });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("unknown command 'constructor'");
});

test("imports and exports the same as bin/teachers", async () => {
  const exported = await Promise.all(
    [launcher, source].map(async (launcher) => {
      using target = makeFolder();
      const options = { folder: target.path, launcher };
      expect(await importConfirmed([join(root, "sample/teachers.csv")], options)).toMatchObject({ exitCode: 0 });
      return await run(["export"], options);
    }),
  );
  expect(exported[0]!.exitCode).toBe(0);
  expect(exported[0]).toEqual(exported[1]!);
});

describe("a server", () => {
  const home = makeFolder();
  const options = ["--sample", "--base-url", "https://teachers.example.edu"];
  let own: Server;
  let expected: Server;
  beforeAll(async () => {
    // Bun would load these files by itself.
    writeFileSync(join(home.path, ".env"), "TEACHERS_DATABASE=sqlite:other.db\nTEACHERS_UNKNOWN=1\n");
    writeFileSync(join(home.path, "bunfig.toml"), 'preload = ["./preloaded.ts"]\n');
    writeFileSync(join(home.path, "preloaded.ts"), 'console.log("preloaded");\n');
    [own, expected] = await Promise.all([
      startServer(options, { folder: home.path, launcher }),
      startServer(options, { folder: folder.path, launcher: source }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([own?.stop(), expected?.stop()]);
    home.remove();
  });

  test("serves the sample, which it found in the file", () => {
    expect(own.content).toBe("1000 teachers, version 1");
    expect(readdirSync(join(home.path, "var"))).toContain("teachers.db");
    expect(own.stdout() + own.stderr()).not.toContain("preloaded");
  });

  test.skipIf(process.platform !== "linux")("is a process of the file alone", () => {
    const commands = [own.process.pid, ...findChildren(own.process.pid)].map((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 2).join(" "),
    );
    expect(commands).toEqual([`${launcher} serve`]);
  });

  test.each([
    ["/teachers/?limit=3", "application/json"],
    ["/teachers/?limit=3", "text/html"],
    ["/teachers/?format=csv", "*/*"],
    ["/teachers/?search=шевч&lang=en", "text/html"],
    ["/teachers/1/", "text/html"],
    ["/teachers/?limit=x", "text/html"],
    ["/openapi.json", "*/*"],
    ["/docs/", "text/html"],
    ["/style.css", "*/*"],
    ["/list.js", "*/*"],
    ["/favicon.ico", "*/*"],
    ["/apple-touch-icon.png", "*/*"],
    ["/nowhere", "application/json"],
  ])("answers with the bytes of bin/teachers: %s as %s", async (path, accept) => {
    const [answer, wanted] = await Promise.all(
      [own, expected].map(async ({ origin }) => {
        const response = await fetch(origin + path, { headers: { Accept: accept } });
        const type = response.headers.get("content-type");
        const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
        // The reference has the version of the data, and each program published the sample itself.
        return { status: response.status, type, body: body.replace(/\b1-[0-9a-f]{8}\b/g, "VERSION") };
      }),
    );
    expect(answer!.body).not.toBe("");
    expect(answer).toEqual(wanted!);
  });
});
