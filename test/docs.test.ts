/** The documentation against the program: examples run, and tables are complete. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listParameters, type Parameter, teacherParameters } from "../src/contract/parameters.ts";
import { faultCodes, problems } from "../src/contract/problems.ts";
import { representations } from "../src/contract/representations.ts";
import { formatPathsOf, type Resource, resources } from "../src/contract/resources.ts";
import { responseHeaders } from "../src/contract/response-headers.ts";
import { teacherFields } from "../src/domain/teacher.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, root, run, type Server, startServer } from "./support/program.ts";
import { findSettingsTable, renderSettingsTable } from "./support/settings-table.ts";

const api = read("docs/api.md");
const curl = findPart("curl");

describe("docs/api.md", () => {
  const examples = findExamples(api);
  const commandLines = findServers(api);
  const folder = makeFolder();
  /** The servers by the port that the examples name. */
  const servers = new Map<string, Server>();

  beforeAll(async () => {
    const started = [...commandLines].map(async ([port, args]) => {
      const own = join(folder.path, port);
      mkdirSync(join(own, "var"), { recursive: true });
      servers.set(port, await startServer(args, { folder: own }));
    });
    await Promise.all(started);
  });

  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    folder.remove();
  });

  test("has examples of every part, and a server for each", () => {
    expect(examples.length).toBeGreaterThan(50);
    const parts = api.match(/^## .*$/gm)!.map((heading) => heading.slice(3));
    const shown = new Set(examples.map(({ part }) => part));
    // copy.test.ts and client-recipes.test.ts run the others.
    expect(parts.filter((part) => !shown.has(part))).toEqual(["A copy that stays current", "Generated clients"]);
    const ports = examples.flatMap(({ command }) =>
      [...command.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port!),
    );
    expect([...new Set(ports)].sort()).toEqual([...commandLines.keys()].sort());
  });

  for (const { line, command, output } of examples) {
    // Every example calls curl, or prints a file that an earlier call wrote.
    test.skipIf(curl === null)(`line ${line} prints what it says: ${command.split("\n")[0]}`, async () => {
      const printed = await runInShell(command, folder.path, servers);
      if (!patternOf(output).test(printed)) expect(printed).toBe(output);
    });
  }

  test("names every resource", () => {
    const paths = Object.values<Resource>(resources).flatMap((resource) => [
      resource.path,
      ...formatPathsOf(resource).map(([, path]) => path),
    ]);
    expectNamed(paths, (path) => `\`${path}\``);
  });

  test("names every parameter and every choice", () => {
    const parameters: readonly Parameter[] = [...listParameters, ...teacherParameters];
    expectNamed(parameters, ({ name }) => `\`${name}\``);
    const choices = parameters.flatMap((parameter) => (parameter.kind === "choice" ? parameter.choices : []));
    expectNamed(choices, (choice) => `\`${choice}\``);
  });

  test("has a row for every status of a problem and every code of a fault", () => {
    expectNamed(Object.values(problems), ({ status, title }) => `\n| ${status} | ${title} |`);
    expectNamed(Object.keys(faultCodes), (code) => `\n| \`${code}\` |`);
  });

  test("names every representation, every header of answers and every field of a teacher", () => {
    expectNamed(Object.values(representations), ({ format }) => `\n| \`${format}\` |`);
    expectNamed(Object.values(representations), ({ contentType }) => `\`${contentType}\``);
    expectNamed(teacherFields, (field) => `\n| \`${field}\` |`);
    // Only whole names count, in quotes or at the beginning of a line, because "Allow" is a part of other names too.
    const named = new Set(Array.from(api.matchAll(/(?:`|^)([A-Z][A-Za-z-]+)(?:`|: )/gm), ([, name]) => name));
    expect(Object.keys(responseHeaders).filter((name) => !named.has(name))).toEqual([]);
  });
});

describe.each(["docs/specification.md", "SECURITY.md"])("%s", (document) => {
  const text = read(document).replace(/\n\s*/g, " ");
  // A link to a test file, and the names of one or several tests in it.
  const named = /\]\(((?:\.\.\/)?(?:src|test)\/[^)]+)\): ("[^"]+"(?:, "[^"]+")*)/g;
  const rows = Array.from(text.matchAll(named)).flatMap(([, path, names]) =>
    Array.from(names!.matchAll(/"([^"]+)"/g), ([, name]) => [path!, name!] as const),
  );

  test("names a test for most of its statements", () => expect(rows.length).toBeGreaterThan(10));

  test.each(rows)("names a test that is in %s: %s", (path, name) => {
    expect(readFileSync(join(root, dirname(document), path), "utf8")).toContain(name);
  });
});

test("docs/reference.md has the settings of the program; bin/bun test/support/settings-table.ts writes them there", () => {
  expect(findSettingsTable(read("docs/reference.md"))).toBe(renderSettingsTable());
});

describe("README.md", () => {
  test("or docs/operations.md describes every command", async () => {
    const { stdout } = await run(["--help"], { folder: root });
    const commands = [...stdout.slice(stdout.indexOf("\nCommands:")).matchAll(/^ {2}([a-z][a-z-]*)/gm)];
    expect(commands.length).toBeGreaterThan(3);
    const operations = existsSync(join(root, "docs/operations.md")) ? read("docs/operations.md") : "";
    const text = read("README.md") + operations;
    const missing = commands.filter(([, name]) => !new RegExp(`\`(?:bin/teachers )?${name}[ \`]`).test(text));
    expect(missing.map(([, name]) => name)).toEqual([]);
  });
});

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Fails if `docs/api.md` lacks the text for some of the values, and names them. */
function expectNamed<Value>(values: readonly Value[], textOf: (value: Value) => string): void {
  expect(values.length).toBeGreaterThan(0);
  expect(values.map(textOf).filter((text) => !api.includes(text))).toEqual([]);
}

interface Example {
  /** The line of its command, from 1. */
  readonly line: number;
  /** The heading above it. */
  readonly part: string;
  /** The command, with continuations on lines of their own. */
  readonly command: string;
  /** The output, with `…` for any text within a line. */
  readonly output: string;
}

/** The commands in console blocks: they follow `$ `, and continue after `> `. */
function findExamples(markdown: string): Example[] {
  const examples: { line: number; part: string; command: string; output: string }[] = [];
  let part = "";
  let inConsole = false;
  for (const [i, text] of markdown.split("\n").entries()) {
    const example = examples.at(-1);
    if (text.startsWith("## ")) part = text.slice(3);
    if (text.startsWith("```")) inConsole = text === "```console";
    else if (!inConsole) continue;
    else if (text.startsWith("$ ")) examples.push({ line: i + 1, part, command: text.slice(2), output: "" });
    else if (example === undefined) throw new Error(`Line ${i + 1} is the output of no command`);
    else if (text.startsWith("> ") && example.output === "") example.command += `\n${text.slice(2)}`;
    else example.output += `${text}\n`;
  }
  return examples;
}

/** The arguments of `serve`, by the port that the examples use. */
function findServers(markdown: string): Map<string, string[]> {
  const rows = markdown.matchAll(/^\| (\d+) \| `bin\/teachers serve ([^`]*)` \|$/gm);
  return new Map(
    [...rows].map(([, port, args]) => [
      port!,
      args!
        .replace(/--port \d+ ?/, "")
        .trim()
        .split(" "),
    ]),
  );
}

/** The output of a command, with the ports of the document instead of the real ones. */
async function runInShell(command: string, folder: string, servers: ReadonlyMap<string, Server>): Promise<string> {
  let script = `exec 2>&1\n${command}`;
  for (const [port, { origin }] of servers) script = script.replaceAll(`http://127.0.0.1:${port}`, origin);
  // The user's settings are ignored: those of curl, a proxy, and the language.
  const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: "C.UTF-8" };
  const shell = Bun.spawn(["sh", "-c", script], { cwd: folder, env, stdin: "ignore", stdout: "pipe" });
  let printed = await new Response(shell.stdout).text();
  for (const [port, { origin }] of servers) printed = printed.replaceAll(origin, `http://127.0.0.1:${port}`);
  const lines = printed.replaceAll("\r\n", "\n").replace(/\n+$/, "");
  return lines === "" ? "" : `${lines}\n`;
}

/** Matches an output; `…` stands for any text within a line. */
function patternOf(output: string): RegExp {
  return new RegExp(`^${output.split("…").map(RegExp.escape).join(".+")}$`, "u");
}
