/** The examples of the API reference: each works as printed, and gives the response that is printed beside it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isLong } from "./support/long.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, type Server } from "./support/program.ts";
import { startSampleServer } from "./support/sample.ts";

/** Every curl example needs curl, and the walk over all pages jq. */
const hasCurl = findPart("curl") !== null && findPart("jq") !== null;
const python = isLong ? findPart("python3 with requests") : null;

/**
 * An example, and its response if the page shows one. The example is in all languages of the page, or only a command.
 */
interface Card {
  readonly codes: Readonly<Record<string, string>>;
  readonly response: string | null;
}

const folder = makeFolder();
let server: Server;
let html: string;
let cards: Card[];

beforeAll(async () => {
  server = await startSampleServer([], { folder: folder.path });
  html = await (await fetch(`${server.origin}/docs/`)).text();
  // The recipes for generated clients have a test of their own.
  const [examples] = html.split('<section id="clients"');
  cards = examples!
    .split('<div class="card">')
    .slice(1)
    .map(parseCard)
    .filter(({ codes }) => codes.curl !== undefined);
});

afterAll(async () => {
  await server.stop();
  folder.remove();
});

function parseCard(card: string): Card {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };
  const decode = (text: string): string => text.replace(/&(\w+|#39);/g, (_, name: string) => entities[name]!);
  const languages = [...card.matchAll(/<summary>(\w+)<\/summary>.*?<code>([^<]*)<\/code>/gs)];
  const blocks = [...card.matchAll(/<div class="(code[^"]*)"><pre[^>]*><code>([^<]*)<\/code>/gs)];
  const alone = languages.length > 0 ? [] : blocks.slice(0, 1).map(([, , code]) => ["curl", code!] as const);
  const [, , response = null] = blocks.find(([, kind]) => kind === "code json") ?? [];
  const codes = [...languages.map(([, language, code]) => [language!, code!] as const), ...alone];
  return {
    codes: Object.fromEntries(codes.map(([language, code]) => [language, decode(code)])),
    response: response === null ? null : decode(response),
  };
}

/** The standard output of a command, which must succeed. */
async function runCommand(command: readonly string[]): Promise<string> {
  const process = Bun.spawn([...command], { cwd: folder.path, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(process.stdout).text(),
    new Response(process.stderr).text(),
    process.exited,
  ]);
  expect({ command, stderr: exitCode === 0 ? "" : stderr, exitCode }).toMatchObject({ exitCode: 0 });
  return stdout;
}

function runExample(language: string, code: string): Promise<string> {
  if (language === "curl") return runCommand(["bash", "-c", code]);
  const file = join(folder.path, language === "Python" ? "example.py" : "example.mjs");
  writeFileSync(file, code);
  return runCommand([language === "Python" ? "python3" : process.execPath, file]);
}

test.skipIf(!hasCurl)("every curl example works, and has the response that is printed", async () => {
  expect(cards.length).toBeGreaterThan(12);
  for (const { codes, response } of cards) {
    const output = await runExample("curl", codes.curl!);
    if (codes.curl!.includes("-O -J"))
      expect(output + (await Bun.file(join(folder.path, "teachers.csv")).text())).toContain("last_name");
    else expect(output, codes.curl).not.toBe("");
    if (response !== null) expect(JSON.parse(output), codes.curl).toEqual(JSON.parse(response));
  }
});

test.skipIf(!hasCurl)("the ETag is that of the data: 304", async () => {
  const { codes } = cards.find(({ codes }) => codes.curl!.includes("If-None-Match"))!;
  expect(await runExample("curl", codes.curl!)).toStartWith("HTTP/1.1 304 ");
});

test.skipIf(!hasCurl)("every example in JavaScript works, and walks over what curl does", async () => {
  for (const { codes } of cards) {
    if (codes.JavaScript === undefined) continue;
    const output = await runExample("JavaScript", codes.JavaScript);
    expect(output, codes.JavaScript).not.toBe("");
    if (codes.curl!.includes("while")) expect(output).toBe(await runExample("curl", codes.curl!));
  }
});

test.skipIf(python === null)("every example in Python works", async () => {
  for (const { codes } of cards) {
    if (codes.Python !== undefined) expect(await runExample("Python", codes.Python), codes.Python).not.toBe("");
  }
});

test("the reference describes matching, readiness and refused requests as they are", async () => {
  const text = html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  for (const field of ["cell", "name", "verdict", "reading", "set_aside", "teacher", "candidates"]) {
    expect(text).toContain(` results[].${field} `);
  }
  expect(text).toMatch(/Readiness GET \/readyz [^G]*Errors: [\d, ]*503\./);
  expect(text).toContain("431 for headers of more than 16 KiB");
  expect(text).toContain("Blank names count as absent.");
  const blank = await fetch(`${server.origin}/teachers/match/?name=&name=+`);
  expect(await blank.json()).toMatchObject({ status: 400, errors: [{ parameter: "name", code: "missing" }] });
  const large = await fetch(server.origin, { headers: { "X-Large": "x".repeat(20_000) } });
  expect(large.status).toBe(431);
});
