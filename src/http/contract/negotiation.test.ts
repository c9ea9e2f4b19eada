import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isSafePattern } from "redos-detector";
import ts from "typescript";
import { formats } from "../../domain/list-query.ts";
import { acceptsGzip, chooseFormat, chooseLanguage } from "./negotiation.ts";

describe("chooseFormat()", () => {
  const offered = ["json", "html", "csv", "ndjson", "xlsx"] as const;
  test.each<[accept: string | null, format: string]>([
    [null, "json"],
    ["", "json"],
    ["*/*", "json"],
    ["nonsense", "json"],
    ["application/json", "json"],
    ["APPLICATION/JSON", "json"],
    ["application/json; charset=utf-8", "json"],
    ["text/html", "html"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
    ["text/html,application/json", "json"],
    ["text/csv, */*", "csv"],
    ["*/*, text/csv", "csv"],
    ["text/*", "html"],
    ["application/*", "json"],
    ["application/json;q=0.1, text/html;q=0.2", "html"],
    ["application/json;q=0, */*", "html"],
    ["*/*;q=0.5, text/csv;q=0.4", "json"],
    ["text/*;q=0.9, text/html;q=0.1, application/json;q=0.5", "csv"],
    ["application/x-ndjson", "ndjson"],
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
    ["application/json;q=2, text/html", "html"],
    ['text/html;a="x,y;q=0", application/json;q=0.5', "html"],
    ["*/html, text/csv", "csv"],
  ])("of %p is %s", (accept, format) => expect(chooseFormat(offered, accept)).toBe(format as never));

  test.each(["image/png", "*/*;q=0", "application/json;q=0"])("of %s for JSON alone is 406", (accept) => {
    expect(() => chooseFormat(["json"], accept)).toThrow(`Accept: "${accept}" matches no representation; there are`);
  });

  test("reads a header of 16 KiB in one pass", () => {
    for (const part of ["a", ",", ";", '"', "a/b;q=0.1,", 'a/b;c="', "*/*,"]) {
      expect(formats).toContain(chooseFormat(offered, `*/*,${part.repeat(16_384 / part.length)}`));
    }
  });
});

test.each<[header: string | null, expected: boolean]>([
  [null, false],
  ["", false],
  ["gzip", true],
  ["GZIP", true],
  ["x-gzip", true],
  ["br, gzip;q=0.5", true],
  ["gzip;q=0", false],
  ["*", true],
  ["*;q=0", false],
  ["identity, gzip;q=0.5", false],
  ["identity;q=0.5, gzip", true],
  ["br", false],
])("acceptsGzip() of %p is %p", (header, expected) => expect(acceptsGzip(header)).toBe(expected));

test.each<[header: string | null, language: string]>([
  [null, "uk"],
  ["", "uk"],
  ["en", "en"],
  ["en-GB,uk;q=0.5", "en"],
  ["uk;q=0.5,en;q=0.9", "en"],
  ["de", "uk"],
  ["*", "uk"],
  ["uk;q=0, *", "en"],
  ["uk;q=0, en;q=0", "uk"],
  ["english", "uk"],
])("chooseLanguage() of %p is %s", (header, language) => {
  expect(chooseLanguage(header, ["uk", "en"])).toBe(language as never);
});

describe("regular expressions", () => {
  // Without backtracking, each character is looked at a fixed number of times, so the time is linear in the length.
  test.each(findRegularExpressions("negotiation.ts"))("never backtrack in %s", (literal) => {
    expect(literal).toMatch(/^\/\^.*\$\/$/);
    expect(backtracks(literal.slice(1, -1))).toBe(false);
  });

  test("are checked for backtracking", () => {
    expect(["^a*b*$", '^"(?:[^"]|\\\\.)*"$', "^a*a*$"].map(backtracks)).toEqual([false, true, true]);
  });
});

/** Whether a text exists that a regular expression can match, or start to match, in more than one way. */
function backtracks(source: string): boolean {
  return !isSafePattern(source, { maxScore: 1 }).safe;
}

/** The regular expressions in the source of a file in this folder. */
function findRegularExpressions(name: string): string[] {
  const text = readFileSync(join(import.meta.dir, name), "utf8");
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  return found;
}
