import { describe, expect, test } from "bun:test";
import { createOds, renderOdsRow } from "../../../test/support/zip.ts";
import { WorkbookError } from "../fault.ts";
import { openArchive } from "./archive.ts";
import { findOdsWorkbook } from "./ods-reader.ts";

type OnRow = (cells: readonly string[], row: number, isHidden: boolean) => boolean;

async function readRows(rows: string, onRow: OnRow): Promise<void> {
  const workbook = await findOdsWorkbook(await openArchive(createOds(rows)));
  await workbook!.readSheet(0, onRow);
}

/** The rows as `2: А|Б`, with `hidden` where the sheet hides them. */
async function read(rows: string): Promise<string[]> {
  const found: string[] = [];
  await readRows(rows, (cells, row, isHidden) => {
    found.push(`${row}: ${cells.join("|")}${isHidden ? " hidden" : ""}`);
    return true;
  });
  return found;
}

const row = (cells: string, attributes = ""): string => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const cell = (content: string, attributes = ""): string =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const cellsRepeated = (count: number): string => `table:number-columns-repeated="${count}"`;
const rowsRepeated = (count: number): string => `table:number-rows-repeated="${count}"`;
const shown = (visibility: string): string => `table:visibility="${visibility}"`;
const a = "<text:p>А</text:p>";

describe("the rows of an OpenDocument sheet are read with", () => {
  const comment = "<office:annotation><text:p>?</text:p></office:annotation>";
  const cases: readonly (readonly [what: string, rows: string, wanted: readonly string[]])[] = [
    ["paragraphs and spans", row(cell("<text:p>А<text:span>б</text:span></text:p><text:p>в</text:p>")), ["1: Аб\nв"]],
    ["spaces", row(cell('<text:p>А<text:s/>б<text:s text:c="3"/>в<text:s text:c="-5"/></text:p>')), ["1: А б   в "]],
    ["tabs", row(cell("<text:p>А<text:tab/>б</text:p>")), ["1: А\tб"]],
    ["comments, which are left out", row(cell(comment + a)), ["1: А"]],
    ["repeated cells", row(cell("", cellsRepeated(2)) + cell(a, cellsRepeated(2))), ["1: ||А|А"]],
    [
      "repeated rows",
      row(cell(""), rowsRepeated(1e9)) + renderOdsRow(["А"], rowsRepeated(2)) + renderOdsRow(["Б"]),
      ["1000000001: А", "1000000002: А", "1000000003: Б"],
    ],
    [
      "rows that a filter or a person hides",
      ["filter", "collapse", "visible"].map((value) => renderOdsRow([value], shown(value))).join("") + row(cell(a)),
      ["1: filter hidden", "2: collapse hidden", "3: visible", "4: А"],
    ],
  ];
  test.each(cases)("%s", async (_, rows, wanted) => expect(await read(rows)).toEqual([...wanted]));
});

describe("an OpenDocument sheet is refused with", () => {
  const tooLong = { code: "cellTooLong", row: 2, max: 32_767 };
  const second = (content: string, attributes = ""): string => renderOdsRow(["А"]) + row(cell(content, attributes));
  const paragraph = (content: string): string => second(`<text:p>${content}</text:p>`);
  const long = "а".repeat(32_768);
  const cases: readonly (readonly [what: string, rows: string, reason: object])[] = [
    ["a paragraph that is too long", paragraph(long), tooLong],
    ["spans that are too long", paragraph(`<text:span>${long.slice(16_384)}</text:span>`.repeat(2)), tooLong],
    ["too many spaces", paragraph('<text:s text:c="1000000000"/>'.repeat(33)), tooLong],
    ["too many line breaks", paragraph("<text:line-break/>".repeat(32_768)), tooLong],
    ["too many paragraphs", second("<text:p/>".repeat(32_769)), tooLong],
    [
      "a value that is too long",
      second("", `office:value-type="date" office:date-value="${"5".repeat(32_768)}"`),
      tooLong,
    ],
    [
      "cells that are too long together",
      row(cell(`<text:p>${long.slice(1)}</text:p>`, cellsRepeated(33))),
      { code: "sheetRowTooLong", row: 1, max: 1_048_576 },
    ],
    ["cells beyond the last column", row(cell(a, cellsRepeated(16_385))), { code: "cellsFarRight" }],
    ["too many cells", row(cell(a, cellsRepeated(16_384)), rowsRepeated(6200)), { code: "cellsFarRight" }],
    ["too many rows", renderOdsRow(["А"], rowsRepeated(1_048_577)), { code: "tooManyRows", max: 1_048_576 }],
  ];
  test.each(cases)("%s", async (_, rows, reason) => {
    const error = await readRows(rows, () => true).catch((error: Error) => error);
    expect(error).toBeInstanceOf(WorkbookError);
    expect((error as WorkbookError).reason).toEqual(reason as WorkbookError["reason"]);
  });
});
