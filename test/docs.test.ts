/** The documents against the program and the files: examples run, tables are complete, and what they name is there. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { commands } from "../src/cli/commands.ts";
import { langs } from "../src/domain/lang.ts";
import { formats } from "../src/domain/list-query.ts";
import { orderings } from "../src/domain/names/ordering.ts";
import { readings } from "../src/domain/results.ts";
import { teacherFields } from "../src/domain/teacher.ts";
import { representations } from "../src/http/contract/negotiation.ts";
import { parameterSets } from "../src/http/contract/parameters.ts";
import { routeLabels } from "../src/http/contract/routes.ts";
import { issueTexts } from "../src/pages/problem-texts.ts";
import { findPart } from "./support/parts.ts";
import { problemStatuses } from "./support/problem-statuses.ts";
import { root } from "./support/program.ts";
import { findTable, referenceTables } from "./support/reference-tables.ts";
import { shareServer } from "./support/shared.ts";

const api = read("docs/api.md");
const curl = findPart("curl");

describe("docs/api.md", () => {
  const examples = findExamples(api);
  const server = shareServer();

  test("has examples of every part, all of one server", () => {
    const parts = api.match(/^## .*$/gm)!.map((heading) => heading.slice(3));
    const shown = new Set(examples.map(({ part }) => part));
    expect(parts.filter((part) => !shown.has(part))).toEqual(partsWithoutExamples);
    const origins = examples.flatMap(({ command }) => command.match(/\bhttps?:\/\/[^/'" ]*/g) ?? []);
    expect([...new Set(origins)]).toEqual([documented]);
  });

  for (const { line, command, output } of examples) {
    // Every example calls curl, or prints a file that an earlier call wrote.
    test.skipIf(curl === null)(`line ${line} prints what it says: ${command.split("\n")[0]}`, async () => {
      const printed = await runInShell(command, server.folder, server.origin);
      if (!patternOf(output).test(printed)) expect(printed).toBe(output);
    });
  }

  test("names every resource, parameter and choice", () => {
    const { asset, robots, ...paths } = routeLabels;
    const choices = [...formats, ...langs, ...orderings, ...readings, "one", "several", "none"];
    const parameters = Object.values(parameterSets).flatMap(({ names }) => names);
    expect([asset, robots]).toEqual(["/{file}", "/robots.txt"]);
    expectNamed([...Object.values(paths), ...parameters, ...choices], (name) => `\`${name}\``);
  });

  test("has a row for every status of a problem, code of an issue, format and field of a teacher", () => {
    expectNamed(problemStatuses, (status) => `\n| ${status} | `);
    expectNamed(Object.keys(issueTexts), (code) => `\n| \`${code}\` | `);
    expectNamed(formats, (format) => `\n| \`${format}\` | \`${representations[format].mediaType}\` | `);
    expectNamed(teacherFields, (field) => `\`${field}\``);
  });
});

/** client-recipes.test.ts runs the recipes, and contract.test.ts asks the parser. */
const partsWithoutExamples = ["Methods and other sites", "Generated clients", "What the HTTP parser answers"];

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

test.each(Object.entries(referenceTables))(
  "docs/reference.md has the table of %s; bin/bun test/support/reference-tables.ts writes it",
  (name, render) => {
    expect(findTable(read("docs/reference.md"), name)).toBe(render());
  },
);

test("README.md or docs/operations.md describes every command", () => {
  const text = read("README.md") + read("docs/operations.md");
  for (const { name } of commands) expect(text).toMatch(new RegExp(`\`(?:bin/teachers )?${name}[ \`]`));
});

/** Blocks of code in Markdown. */
const fenced = /^```[\s\S]*?^```/gm;

test("docs/architecture.md has a row for every folder of src/, and names files that are there", () => {
  const rows = [...read("docs/architecture.md").matchAll(/^\| (`[^|]*`) \|[^|]*\| (.*) \|$/gm)];
  const described = rows.map(([, folders]) => namesIn(folders!).map((folder) => folder.replace(/\/$/, "")));
  const all = new Set([...new Bun.Glob("**/*.{ts,tsx}").scanSync(join(root, "src"))].map(dirname));
  all.delete(".");
  expect(described.flat().sort()).toEqual([...all].sort());
  const missing = rows.flatMap(([, , files], row) =>
    namesIn(files!)
      .filter((name) => name.includes("."))
      .filter((file) => !described[row]!.some((folder) => existsSync(join(root, "src", folder, file)))),
  );
  expect(missing).toEqual([]);
});

test.each([
  ["README.md", 100],
  ["docs/api.md", 351],
  ["docs/architecture.md", 200],
  ["docs/operations.md", 251],
  ["docs/scaling.md", 61],
  ["docs/performance.md", 250],
])("%s has fewer than %d lines", (document, lines) =>
  expect(read(document).split("\n").length - 1).toBeLessThan(lines),
);

test.each(["README.md", "docs/operations.md", "docs/install.md"])("%s names files of this version", (path) => {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  const named = read(path).match(/(?<=teachers(?:-directory)?[-_:])\d+\.\d+\.\d+/g);
  expect([...new Set(named)]).toEqual([version]);
});

describe("every document", () => {
  const documents = [
    ...new Bun.Glob("{README,CHANGELOG,CONTRIBUTING,SECURITY}.md").scanSync(root),
    ...new Bun.Glob("{docs,test}/**/*.md").scanSync(root),
    "bench/README.md",
  ];
  const current = documents.filter((document) => document !== "CHANGELOG.md");

  test("has no broken links", () => {
    const broken = documents.flatMap((document) => {
      const prose = read(document).replace(fenced, "");
      const targets = prose.match(/(?<=\]\()[^)\s]+(?=\))/g) ?? [];
      return targets.filter((target) => !leadsSomewhere(document, target)).map((target) => `${document}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  test("has a space before each comment in a command, without which the shell takes it for arguments", () => {
    const commands = documents.flatMap((document) => read(document).match(fenced) ?? []);
    expect(commands.flatMap((block) => block.match(/^.*[\w./]# .*$/gm) ?? [])).toEqual([]);
  });

  test("names files of the code that exist", () => {
    const files = [...new Bun.Glob("{src,test,bench,sample}/**/*.{ts,tsx}").scanSync(root)];
    const missing = current.flatMap((document) => {
      const names = namesIn(read(document).replace(fenced, "")).filter((name) => /^[\w./-]+\.tsx?$/.test(name));
      return names.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
    });
    expect(missing).toEqual([]);
  });

  test("names every benchmark in bench/README.md", () => {
    const programs = [...new Bun.Glob("*.ts").scanSync(join(root, "bench"))].filter((file) =>
      read(`bench/${file}`).includes("new Command("),
    );
    expect(programs.length).toBeGreaterThan(10);
    const list = read("bench/README.md").replace("`npm run bench`", "bench/run.ts");
    expect(programs.filter((file) => !list.includes(`bench/${file}`))).toEqual([]);
  });

  test("names flags of benchmarks that these have", () => {
    const commands = current.flatMap((document) => [
      ...read(document).matchAll(/(bench\/\w[\w-]*\.ts|npm run bench --)([^`#]*)/g),
    ]);
    const unknown = commands.flatMap(([command, program, rest]) => {
      const source = read(program!.endsWith("--") ? "bench/run.ts" : program!);
      const flags = Array.from(rest!.split("\n\n")[0]!.matchAll(/(?<=\s)--[a-z]+(?:-[a-z]+)*/g), ([flag]) => flag);
      return flags.filter((flag) => !source.includes(`"${flag}`)).map((flag) => `${flag}: ${command}`);
    });
    expect(commands.length).toBeGreaterThan(20);
    expect(unknown).toEqual([]);
  });
});

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Fails if `docs/api.md` lacks the text for some of the values, and names them. */
const expectNamed = <Value>(values: readonly Value[], textOf: (value: Value) => string): void =>
  expect(values.map(textOf).filter((text) => !api.includes(text))).toEqual([]);

/** The commands in console blocks, which follow `$ ` and continue after `> `, with their lines, headings and outputs. */
function findExamples(markdown: string) {
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

/** The server in the examples. */
const documented = "http://127.0.0.1:8000";

/** The output of a command, with the server of the document instead of the real one. */
async function runInShell(command: string, folder: string, origin: string): Promise<string> {
  const script = `exec 2>&1\n${command.replaceAll(documented, origin)}`;
  // The user's settings are ignored: those of curl, a proxy, and the language.
  const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: "C.UTF-8" };
  const shell = Bun.spawn(["sh", "-c", script], { cwd: folder, env, stdin: "ignore", stdout: "pipe" });
  const printed = (await new Response(shell.stdout).text()).replaceAll(origin, documented);
  const lines = printed.replaceAll("\r\n", "\n").replace(/\n+$/, "");
  return lines === "" ? "" : `${lines}\n`;
}

/** Matches an output; `…` stands for any text within a line. */
function patternOf(output: string): RegExp {
  return new RegExp(`^${output.split("…").map(RegExp.escape).join(".+")}$`, "u");
}

/** The parts of a text in backquotes. */
function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, name]) => name!);
}

/** Whether a link leads to an existing file or folder, and to a heading if it names one. External links are not checked. */
function leadsSomewhere(document: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return true;
  const [path, anchor] = target.split("#") as [string, string?];
  const file = path === "" ? document : relative(root, resolve(root, dirname(document), path));
  if (file.startsWith("..") || !existsSync(join(root, file))) return false;
  return anchor === undefined || (file.endsWith(".md") && anchorsOf(read(file)).includes(anchor));
}

/** The anchors of headings, as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  const headings = markdown.replace(fenced, "").match(/(?<=^#+ ).*$/gm) ?? [];
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
