import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { isSafePattern } from "redos-detector";
import ts from "typescript";
import { acceptsGzip, chooseCoding, chooseMediaType, chooseRepresentation, negotiateLanguage } from "./negotiation.ts";
import { Problem } from "./problems.ts";
import { type Format, listRepresentations, representations, teacherRepresentations } from "./representations.ts";

describe("chooseRepresentation()", () => {
  const cases: [format: Format | null, accept: string | null, chosen: Format][] = [
    [null, null, "json"],
    [null, "*/*", "json"],
    [null, "text/html,*/*;q=0.8", "html"],
    [null, "text/csv", "csv"],
    [null, "application/x-ndjson", "ndjson"],
    ["json", "text/html", "json"],
    ["json", "image/png", "json"],
    ["html", "application/json", "html"],
  ];
  test.each(cases)("of format %s and Accept %s is %s", (format, accept, chosen) => {
    expect(chooseRepresentation(listRepresentations, format, accept).format).toBe(chosen);
  });

  test("fails if nothing is acceptable", () => {
    expect(() => chooseRepresentation(listRepresentations, null, "image/png")).toThrow(new Problem("notAcceptable"));
    expect(() => chooseRepresentation(teacherRepresentations, null, "text/csv")).toThrow(new Problem("notAcceptable"));
  });
});

describe("chooseCoding()", () => {
  const cases: [format: Format, acceptEncoding: string | null, coding: string, vary: string][] = [
    ["json", "gzip", "identity", "Accept"],
    ["html", "gzip", "gzip", "Accept, Accept-Encoding"],
    ["html", null, "identity", "Accept, Accept-Encoding"],
    ["csv", "gzip", "gzip", "Accept, Accept-Encoding"],
    ["csv", "br", "identity", "Accept, Accept-Encoding"],
  ];
  test.each(cases)("of %s with Accept-Encoding %s", (format, acceptEncoding, coding, vary) => {
    expect(chooseCoding(representations[format], acceptEncoding)).toEqual({ coding, vary } as never);
  });
});

const offered = ["application/json", "text/html", "text/csv"];
const json = "application/json";
const html = "text/html";
const csv = "text/csv";

describe("chooseMediaType()", () => {
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";
  const java = "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2";
  const cases: [name: string, accept: string | null, choice: string | null][] = [
    ["no header", null, json],
    ["an empty header", "", json],
    ["a blank header", " ", json],
    ["the wildcard", "*/*", json],
    ["the wildcard between spaces", " */* ", json],
    ["a type outright", "text/html", html],
    ["another case", "Text/HTML", html],
    ["a browser", browser, html],
    ["axios", "application/json, text/plain, */*", json],
    ["an old Java client", java, html],
    ["nothing acceptable", "image/png", null],
    ["a part of the type", "application/jso", null],
    ["a whole type", "text/*", html],
    ["a whole type that is not offered", "image/*", null],
    ["a higher q", "text/html;q=0.8, text/csv;q=0.9", csv],
    ["q with three decimals", "text/html;q=0.801, text/csv;q=0.802", csv],
    ["q in upper case", "text/html;Q=0.1, text/csv;Q=0.2", csv],
    ["q with white space around the semicolon", "text/html ; q=0.1 , text/csv\t;\tq=0.2", csv],
    ["q=0", "application/json;q=0", null],
    ["q=0.000", "application/json;q=0.000", null],
    ["q=0 and a wildcard", "application/json;q=0, */*", html],
    ["q=0 for a whole type", "text/*;q=0, text/csv", csv],
    ["q=0 for all but one", "*/*;q=0, text/csv;q=0.001", csv],
    ["the more specific range, even with a lower q", "*/*, text/html;q=0.1, application/*;q=0.2, text/*;q=0.3", csv],
    ["an equal q: an exact type before a wildcard", "*/*, text/csv", csv],
    ["an equal q: an exact type before a whole type", "application/*, text/csv", csv],
    ["an equal q: JSON first among wildcards", "text/*, */*", json],
    ["an equal q: JSON first among types", "text/html, application/json", json],
    ["an equal q: the server's order", "text/csv, text/html", html],
    ["a higher q of a wildcard", "text/csv;q=0.5, */*;q=0.6", json],
    ["an ignored parameter", "text/html;level=1;charset=utf-8", html],
    ["an ignored parameter after q", "text/html;q=0.5;ext=1, text/csv;q=0.6", csv],
    ["an ignored parameter without a value", "text/html;x", html],
    ["empty parameters", "text/html;;q=0.5; , text/csv;q=0.6", csv],
    ["a quoted comma and semicolon", 'text/html;x="a,text/csv;q=1;";q=0.5, text/csv;q=0.6', csv],
    ["a quoted quote", 'text/html;x="a\\",";q=0.5, text/csv;q=0.4', html],
    ["a type twice: the higher q", "text/html;q=0.1, text/csv;q=0.5, text/html;q=0.9", html],
    ["empty elements", ",, text/html,,", html],
    ["an element without a subtype", "application, text/html", html],
    ["an element with an empty subtype", "text/, text/csv", csv],
    ["an element of three parts", "text/html/x, text/csv", csv],
    ["a wildcard before a subtype", "*/json, text/csv", csv],
    ["a q above 1", "application/json;q=1.1, text/csv;q=0.1", csv],
    ["a q with four decimals", "application/json;q=0.1234, text/csv;q=0.1", csv],
    ["a q that is not a number", "application/json;q=x, text/csv;q=0.1", csv],
    ["a negative q", "application/json;q=-1, text/csv;q=0.1", csv],
    ["a q without a value", "application/json;q, text/csv;q=0.1", csv],
    ["a quoted q", 'application/json;q="1", text/csv;q=0.1', csv],
    ["a q with white space in it", "application/json;q = 1, text/csv;q=0.1", csv],
    ["q without the zero, as Java clients sent it", "text/html;q=.2, text/csv;q=.3", csv],
    ["a string that never ends", 'text/csv, text/html;x="a, application/json', csv],
    ["no element that parses", "garbage, ;;;, /x", json],
  ];
  for (const [name, accept, choice] of cases) {
    test(`chooses by ${name}`, () => {
      expect(chooseMediaType(accept, offered)).toBe(choice);
    });
  }

  test("accepts the header of an old Java client if only JSON is offered", () => {
    expect(chooseMediaType(java, ["application/json"])).toEqual(json);
  });

  test("finds nothing if nothing is offered", () => {
    expect(chooseMediaType(null, [])).toBeNull();
  });

  test("never throws and gives an offered type", () => {
    const pieces = fc.constantFrom(
      "text",
      "/",
      "*",
      "html",
      ";",
      "q=",
      "0.5",
      ",",
      '"',
      "\\",
      " ",
      "indent=2",
      "=",
      "\t",
    );
    fc.assert(
      fc.property(fc.array(pieces), (header) => {
        const choice = chooseMediaType(header.join(""), offered);
        if (choice !== null) expect(offered).toContain(choice);
      }),
    );
  });
});

describe("acceptsGzip()", () => {
  const cases: [acceptEncoding: string | null, accepted: boolean][] = [
    [null, false],
    ["", false],
    ["gzip", true],
    ["GZIP", true],
    ["x-gzip", true],
    ["gzip, deflate, br, zstd", true],
    ["br;q=1.0, gzip;q=0.8, *;q=0.1", true],
    ["deflate, br", false],
    ["*", true],
    ["*;q=0", false],
    ["gzip;q=0", false],
    ["gzip;q=0.000", false],
    ["gzip;q=0, *", false],
    ["*;q=0, gzip", true],
    ["gzip;q=0.001", true],
    ["identity", false],
    ["identity, gzip", true],
    ["identity;q=0.5, gzip", true],
    ["identity, gzip;q=0.5", false],
    ["identity;q=0.5, *;q=0.4", false],
    ["identity;q=0, gzip;q=0.1", true],
    ["gzip;q=2", false],
    ["gzip;q=x, gzip;q=0.5", true],
    ["gzipped", false],
  ];
  for (const [acceptEncoding, accepted] of cases) {
    test(`says ${accepted} for ${JSON.stringify(acceptEncoding)}`, () => {
      expect(acceptsGzip(acceptEncoding)).toBe(accepted);
    });
  }
});

describe("chooseLanguage()", () => {
  const cases: [acceptLanguage: string | null, language: string][] = [
    [null, "uk"],
    ["", "uk"],
    ["uk", "uk"],
    ["en", "en"],
    ["EN", "en"],
    ["en-GB", "en"],
    ["en-Latn-GB", "en"],
    ["eng", "uk"],
    ["de", "uk"],
    ["de, en;q=0.5", "en"],
    ["uk-UA,uk;q=0.9,en-US;q=0.8,en;q=0.7", "uk"],
    ["en-US,en;q=0.9,uk;q=0.8", "en"],
    ["uk;q=0.8, en;q=0.9", "en"],
    ["en, uk", "en"],
    ["uk, en", "uk"],
    ["*", "uk"],
    ["*, en;q=0.5", "uk"],
    ["de, *;q=0.1", "uk"],
    ["uk;q=0", "en"],
    ["uk;q=0, *", "en"],
    ["uk;q=0, en;q=0", "uk"],
    ["en-GB;q=0, en;q=0.1", "en"],
    ["en;q=x, en;q=2", "uk"],
    [";;;,,", "uk"],
  ];
  for (const [acceptLanguage, language] of cases) {
    test(`gives ${language} for ${JSON.stringify(acceptLanguage)}`, () => {
      expect(negotiateLanguage(acceptLanguage, ["uk", "en"], "uk")).toBe(language);
    });
  }
});

describe("all three", () => {
  const cases: [name: string, header: string, type: typeof json | null][] = [
    ["commas", ",".repeat(100_000), json],
    ["semicolons", `a/b${";".repeat(100_000)}`, null],
    ["spaces", `a/b;q=1${" ".repeat(100_000)}x`, json],
    ["quotes", `a/b;x=${'"'.repeat(100_000)}`, json],
    ["backslashes", `a/b;x="${"\\".repeat(100_000)}`, json],
    ["slashes", "/".repeat(100_000), json],
    ["hyphens", `a-${"a-".repeat(50_000)}`, json],
    ["a long token", `${"a".repeat(100_000)};`, json],
    ["refusals", "a;q=0,".repeat(15_000), json],
  ];
  for (const [name, header, type] of cases) {
    test(`take 100,000 bytes of ${name}`, () => {
      expect(chooseMediaType(header, offered)).toEqual(type);
      expect(acceptsGzip(header)).toBe(false);
      expect(negotiateLanguage(header, ["uk", "en"], "uk")).toBe("uk");
    });
  }

  // Without backtracking, a regular expression looks at each character a fixed number of times, so the time is linear
  // in the length of the header.
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
