/**
 * Every reader gets cells as long as it accepts, repetitive or deep. Nothing may see a whole cell but patterns that never
 * backtrack: a test can't wait for the others.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { isSafePattern } from "redos-detector";
import { createOds, createXlsxParts, createZip, renderOdsRow, renderXlsxRow } from "../../test/support/zip.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { renderFaultsWorkbook } from "../publishing/faults/faults-workbook.ts";
import { createTableCollector } from "../publishing/faults/table-collector.ts";
import { readLines } from "../publishing/reader-testing.ts";
import { faultsListedMax, ImportFaults } from "./fault.ts";
import type { ImportFormat } from "./format.ts";
import { readTeacherFile } from "./read-roster.ts";
import { cellLengthMax } from "./text/cell.ts";
import { lineLengthMax } from "./text/lines.ts";

const { exec } = RegExp.prototype;
const { normalize } = String.prototype;
const backtracking = new Map<string, boolean>();

/** Whether a text exists that the pattern can match, or start to match, in more than one way. */
function backtracks({ source, unicode, unicodeSets }: RegExp): boolean {
  RegExp.prototype.exec = exec;
  const known =
    backtracking.get(source) ?? !isSafePattern(source, { unicode: unicode || unicodeSets, maxScore: 1 }).safe;
  RegExp.prototype.exec = watchedExec;
  backtracking.set(source, known);
  return known;
}

/** All methods of texts and patterns call `exec`. It throws, because some of these patterns would take hours. */
function watchedExec(this: RegExp, text: string): RegExpExecArray | null {
  if (text.length > cellLengthMax && backtracks(this)) throw new Error(`${this} saw ${text.length} characters`);
  return exec.call(this, text);
}

beforeEach(() => {
  RegExp.prototype.exec = watchedExec;
  String.prototype.normalize = function (form?: string) {
    // Quadratic in the number of combining marks.
    if (this.length > cellLengthMax) throw new Error(`normalize() saw ${this.length} characters`);
    return normalize.call(this, form);
  };
});

afterEach(() => {
  Object.assign(RegExp.prototype, { exec });
  Object.assign(String.prototype, { normalize });
});

/** Texts of this length that repeat what some pattern repeats. The first two are short without their white space. */
function hostileTexts(length: number): string[] {
  const pieces = [
    "\t",
    " ",
    "0",
    "а",
    "а.",
    "Т.",
    "Т. ",
    "(",
    "()",
    "а ",
    "0,5 ст. ",
    "-",
    "a.",
    "?",
    "ваканс",
    "\u0301\u0323",
  ];
  return pieces.map((piece) => `К${piece.repeat((length - 4) / piece.length)}) х`);
}

/** Rows with each text in each column, with and without an id. */
function hostileRows(length: number): string[][] {
  const rows = hostileTexts(length).flatMap((text) => [
    ["ID", text, "доцент"],
    ["", text, ""],
    [text, "Сич Олена", "доцент"],
    ["ID", "Сич Олена", text],
  ]);
  return [["ID", "ПІБ", "Посада"], ...rows.map((row, i) => row.map((cell) => (cell === "ID" ? String(i + 1) : cell)))];
}

const csv = (length: number): string =>
  hostileRows(length)
    .map((row) => `${row.join(";")}\n`)
    .join("");
const records = (length: number) =>
  hostileTexts(length).map((text, i) => ({
    id: i + 1,
    last_name: text,
    first_name: "",
    middle_name: "",
    degree: text,
  }));
const renderNdjson = (length: number): string =>
  records(length)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
const jsonLengthMax = (32 * 1024 * 1024) / 64;
const sheetCellMax = 32_767;

/** The parts of a workbook whose main part has this name. */
function withPartNamed(name: string): Record<string, string> {
  const parts = createXlsxParts({ А: "" });
  return { ...parts, "_rels/.rels": parts["_rels/.rels"]!.replace("xl/workbook.xml", name) };
}

type HostileFile = readonly [format: ImportFormat, what: string, render: () => string | Uint8Array, code: string];

const files: readonly HostileFile[] = [
  ["csv", "rows", () => csv(lineLengthMax - 100), "tooLong"],
  ["csv", "no header", () => csv(lineLengthMax - 100).replace(/^.*\n/, ""), "columnMissing"],
  ["ndjson", "records", () => renderNdjson(Math.floor(lineLengthMax / 5)), "tooLong"],
  ["ndjson", "arrays", () => `${"[".repeat(lineLengthMax)}\n`, "jsonTooDeep"],
  ["ndjson", "objects", () => `${'{"a":'.repeat(lineLengthMax / 5)}\n`, "jsonTooDeep"],
  ["json", "records", () => JSON.stringify(records(jsonLengthMax)), "tooLong"],
  ["json", "arrays", () => `[${"[".repeat(jsonLengthMax)}`, "jsonTooDeep"],
  ["json", "objects", () => `[${'{"a":'.repeat(jsonLengthMax / 5)}`, "jsonTooDeep"],
  [
    "xlsx",
    "cells",
    () => createZip(createXlsxParts({ А: hostileRows(sheetCellMax).map(renderXlsxRow).join("") })),
    "tooLong",
  ],
  ["xlsx", "a part with a long name", () => createZip(withPartNamed(`${"x".repeat(200_000)}/a.xml`)), "damaged"],
  [
    "ods",
    "cells",
    () =>
      createOds(
        hostileRows(sheetCellMax)
          .map((row) => renderOdsRow(row))
          .join(""),
      ),
    "tooLong",
  ],
];

describe("another file is read while a hostile one arrives:", () => {
  test.each(files)("%s with %s", async (format, _, render, code) => {
    const bytes = Buffer.from(render() as string);
    const order: string[] = [];
    async function* deliver(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, -1);
      const small = "id,last_name,first_name,middle_name,degree\n1,Сич,Олена,Іванівна,доцент\n";
      order.push(...(await readLines("csv", small)));
      yield bytes.subarray(-1);
    }
    const error = await readTeacherFile(deliver(), { format, acceptsMissingIds: true }).catch((error: Error) => error);
    if (!(error instanceof ImportFaults)) throw error;
    order.push(...new Set(error.faults.map(({ message }) => message.code)));
    expect(order.slice(0, 1)).toEqual(["1|Сич|Олена|Іванівна|доцент"]);
    expect(order).toContain(code);
  });
});

test("the workbook of faults for hostile cells", async () => {
  const { tables, ...collector } = createTableCollector();
  const input = (async function* () {
    yield Buffer.from(csv(sheetCellMax));
  })();
  const error = await readTeacherFile(input, { format: "csv", ...collector }).catch((error: ImportFaults) => error);
  const { faults, findings } = error as ImportFaults;
  const published = [storedTeacher({ id: 1, last_name: "Сич", first_name: "Олена" })];
  expect(faults.length).toBeGreaterThan(faultsListedMax);
  expect(await renderFaultsWorkbook(tables, faults, findings!.warnings, published)).not.toBeNull();
});

test("a text that was cut is refused, and never shortened in silence", async () => {
  const greek = "α\u0313\u0300\u0345".repeat(200);
  const rows = [`1,Сич${" ".repeat(cellLengthMax)}Олена,доцент`, `2,Сич Олена,${greek}`, `3,Сич Олена ${greek},доцент`];
  expect(await readLines("csv", `ID,ПІБ,Посада\n${rows.join("\n")}\n`)).toEqual([
    'Split the column "ПІБ" into last_name, first_name and middle_name',
    `line 3, column "Посада": "${greek.slice(0, 60)}…" has at least 500 characters; at most 200 are accepted`,
    `line 4, column "ПІБ": "Сич Олена ${greek.slice(0, 50)}…" has at least 500 characters; at most 200 are accepted`,
    "2 faults: nothing was published",
  ]);
});

test("the patterns are watched", () => {
  const long = "а".repeat(cellLengthMax + 1);
  expect([/а+$/, /\s+\d*\s+x/u].map(backtracks)).toEqual([true, true]);
  const uses = [
    (t: string) => t.replace(/\s*x/, ""),
    (t: string) => t.split(/\s+\d*\s+/),
    (t: string) => t.match(/а*а*b/),
  ];
  for (const use of [...uses, (t: string) => /а*а*b/.test(t), (t: string) => t.search(/а*а*b/)]) {
    expect(() => use(long)).toThrow("saw 501 characters");
  }
  expect(() => long.normalize()).toThrow("saw 501 characters");
});
