/** The documents against the files: links, names of files, flags of benchmarks, versions, and how long a document may be. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./support/program.ts";

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
    const files = [...new Bun.Glob("{src,test,bench}/**/*.{ts,tsx}").scanSync(root)];
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
