import { describe, expect, test } from "bun:test";
import { isLong } from "../../../test/support/long.ts";
import { createXlsxParts, createZip } from "../../../test/support/zip.ts";
import { WorkbookError } from "../fault.ts";
import { openArchive } from "./archive.ts";
import { createSharedTexts, findXlsxWorkbook } from "./xlsx-reader.ts";

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relationship(id: string, type: string, target: string, others = ""): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}" ${others}/>`;
}

/** A workbook with shared texts and a date style. `parts` replaces the default parts of the same names. */
async function open(rows: string, parts: Readonly<Record<string, string>> = {}) {
  const all = {
    ...createXlsxParts({ А: rows }),
    "xl/_rels/workbook.xml.rels": `<Relationships>${relationship("rId1", "worksheet", "worksheets/sheet1.xml")}${relationship("t", "sharedStrings", "sharedStrings.xml")}${relationship("s", "styles", "styles.xml")}</Relationships>`,
    "xl/sharedStrings.xml":
      "<sst><si><t>Коваль</t></si><si><r><t>Ган</t></r><r><t>на</t></r><rPh><t>ханна</t></rPh></si><si/></sst>",
    "xl/styles.xml":
      '<styleSheet><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ...parts,
  };
  const left = Object.entries(all).filter(([, content]) => content !== "");
  return findXlsxWorkbook(await openArchive(createZip(Object.fromEntries(left))));
}

/** The rows as `2: А|Б`, with `hidden` where a sheet hides them. */
async function read(rows: string, parts: Readonly<Record<string, string>> = {}, sheet = 0): Promise<string[]> {
  const found: string[] = [];
  const workbook = await open(rows, parts);
  await workbook!.readSheet(sheet, (cells, row, isHidden) => {
    found.push(`${row}: ${cells.join("|")}${isHidden ? " hidden" : ""}`);
    return true;
  });
  return found;
}

async function reasonOf(reading: Promise<unknown>): Promise<object> {
  const error = await reading.then(
    () => new Error("it was read"),
    (error: Error) => error,
  );
  if (!(error instanceof WorkbookError)) throw error;
  return error.reason;
}

describe("the rows of a worksheet are read with", () => {
  const cases: readonly (readonly [what: string, rows: string, wanted: readonly string[]])[] = [
    ["numbers", "<row><c><v>7.0</v></c><c t='n'><v>0.5</v></c></row>", ["1: 7|0.5"]],
    ["dates by their style", '<row><c s="1"><v>46266</v></c><c s="0"><v>46266</v></c></row>', ["1: 2026-09-01|46266"]],
    ["inline texts", '<row><c t="inlineStr"><is><t>А</t></is></c><c t="str"><v>Б</v></c></row>', ["1: А|Б"]],
    [
      "runs, without readings",
      '<row><c t="inlineStr"><is><r><t>А</t></r><rPh><t>в</t></rPh><r><t>Б</t></r></is></c></row>',
      ["1: АБ"],
    ],
    ["texts of digits, which stay texts", "<row><c><is><t>007</t></is></c></row>", ["1: 007"]],
    [
      "shared texts",
      '<row><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>0</v></c></row>',
      ["1: Ганна||Коваль"],
    ],
    ["escapes", '<row><c t="str"><v>А_x000A_Б</v></c></row>', ["1: А\nБ"]],
    ["truth values", '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>', ["1: TRUE|FALSE"]],
    [
      "errors and dates as they are",
      '<row><c t="e"><v>#REF!</v></c><c t="d"><v>2026-09-01</v></c></row>',
      ["1: #REF!|2026-09-01"],
    ],
    ["values of formulas", '<row><c t="str"><f>A1</f><v>А</v></c><c><f>1+1</f><v>2</v></c></row>', ["1: А|2"]],
    ["formulas that give no text", '<row><c t="str"><f>A1</f><v></v></c><c><f>1+1</f><v>2</v></c></row>', ["1: |2"]],
    ["empty cells", '<row><c><v>1</v></c><c/><c t="s"/><c t="s"><v/></c><c><v>2</v></c><c/></row>', ["1: 1||||2"]],
    [
      "columns by their references",
      '<row><c r="B1"><v>1</v></c><c><v>2</v></c><c r="E1"><v>3</v></c></row>',
      ["1: |1|2||3"],
    ],
    ["row numbers", '<row r="3"><c><v>1</v></c></row><row/><row><c><v>2</v></c></row>', ["3: 1", "5: 2"]],
    [
      "hidden rows",
      '<row hidden="1"><c><v>1</v></c></row><row hidden="true"><c><v>2</v></c></row><row hidden="0"><c><v>3</v></c></row>',
      ["1: 1 hidden", "2: 2 hidden", "3: 3"],
    ],
    ["a prefix", '<x:row><x:c t="inlineStr"><x:is><x:t>А</x:t></x:is></x:c></x:row>', ["1: А"]],
    ["texts around cells", "<row> а <c><v>1</v> б </c></row>", ["1: 1"]],
    ["nothing", "", []],
  ];
  test.each(cases)("%s", async (_, rows, wanted) => expect(await read(rows)).toEqual([...wanted]));

  test("formats of any length", async () => {
    const format = `<numFmt numFmtId="0" formatCode="${"[".repeat(200_000)}"/>`;
    const parts = { "xl/styles.xml": `<styleSheet>${format}<cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>` };
    expect(await read("<row><c><v>46266</v></c></row>", parts)).toEqual(["1: 46266"]);
  });

  test("no row after reading was stopped", async () => {
    const rows: number[] = [];
    const workbook = await open("<row><c><v>1</v></c></row>".repeat(3));
    await workbook!.readSheet(0, (_, row) => rows.push(row) < 2);
    expect(rows).toEqual([1, 2]);
  });
});

describe("a workbook is refused with", () => {
  const long = "а".repeat(32_768);
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const cases: readonly (readonly [what: string, rows: string, reason: object])[] = [
    [
      "a formula without a value",
      '<row r="4"><c><f>1+1</f></c></row>',
      { code: "formulaWithoutValue", row: 4, sheet: "А" },
    ],
    ...["", ' t="n"', ' t="b"', ' t="e"', ' t="s"'].flatMap((type) =>
      ["<v></v>", "<v/>"].map(
        (value) =>
          [
            `a formula in <c${type}> with ${value}, as openpyxl writes it`,
            `<row r="4"><c${type}><f>A1</f>${value}</c></row>`,
            { code: "formulaWithoutValue", row: 4, sheet: "А" },
          ] as const,
      ),
    ),
    [
      "a shared text that is missing",
      '<row><c t="s"><v>3</v></c></row>',
      { code: "damaged", detail: "a cell refers to a text that is missing" },
    ],
    ["a cell that is too long", `<row r="4">${cell(long)}</row>`, { code: "cellTooLong", row: 4, max: 32_767 }],
    [
      "runs that are too long",
      `<row r="4"><c><is>${`<r><t>${"а".repeat(16_384)}</t></r>`.repeat(2)}</is></c></row>`,
      { code: "cellTooLong", row: 4, max: 32_767 },
    ],
    [
      "a value that is too long",
      `<row r="4"><c t="str"><v>${long}</v></c></row>`,
      { code: "cellTooLong", row: 4, max: 32_767 },
    ],
    [
      "cells that are too long together",
      `<row r="4">${cell("а".repeat(32_767)).repeat(33)}</row>`,
      { code: "sheetRowTooLong", row: 4, max: 1_048_576 },
    ],
    ["a column beyond the last", '<row><c r="XFE1"><v>1</v></c></row>', { code: "cellsFarRight" }],
  ];
  test.each(cases)("%s", async (_, rows, reason) => expect(await reasonOf(read(rows))).toEqual(reason));

  test("a cell of 32,767 characters is read", async () => {
    expect(await read(`<row>${cell(long.slice(1))}</row>`)).toEqual([`1: ${long.slice(1)}`]);
  });

  test("a shared text that is too long", async () => {
    const parts = { "xl/sharedStrings.xml": `<sst><si><t>${long}</t></si></sst>` };
    expect(await reasonOf(read("", parts))).toEqual({ code: "cellTooLong", row: null, max: 32_767 });
  });
});

describe("the part of a sheet is found by", () => {
  const row = "<row><c><v>1</v></c></row>";
  const references = [
    "worksheets/sheet1.xml",
    "./worksheets/sheet1.xml",
    "../xl/worksheets/sheet1.xml",
    "/xl/worksheets/sheet1.xml",
    "/xl/./media/../worksheets/sheet1.xml",
    "Worksheets/Sheet1.XML",
  ];
  const targetOf = (reference: string) => ({
    "xl/_rels/workbook.xml.rels": `<Relationships>${relationship("rId1", "worksheet", reference)}</Relationships>`,
  });
  test.each(references)("%s", async (reference) => expect(await read(row, targetOf(reference))).toEqual(["1: 1"]));

  test("a name with spaces and letters of any script", async () => {
    const sheet = { "xl/Мій аркуш.xml": `<worksheet>${row}</worksheet>` };
    for (const reference of ["Мій аркуш.xml", "Мій%20аркуш.xml", encodeURI("Мій аркуш.xml")]) {
      expect(await read(row, { ...targetOf(reference), ...sheet })).toEqual(["1: 1"]);
    }
  });

  test.each(["worksheets/sheet2.xml", "../sheet1.xml", "http://["])("not by %j", async (reference) => {
    expect(await reasonOf(read(row, targetOf(reference)))).toMatchObject({ code: "damaged" });
  });

  test("a workbook in another folder", async () => {
    const parts = createXlsxParts({ А: row });
    const moved = Object.entries(parts).map(([name, content]) => [name.replace(/^xl\//, "a/b/"), content]);
    const root = `<Relationships>${relationship("r", "officeDocument", "/a/c/../b/workbook.xml")}</Relationships>`;
    const zip = createZip({ ...Object.fromEntries(moved), "_rels/.rels": root });
    const workbook = await findXlsxWorkbook(await openArchive(zip));
    expect(await workbook!.readStarts(1, () => true)).toMatchObject([{ name: "А", isFilled: true }]);
  });
});

describe("findXlsxWorkbook()", () => {
  const workbookOf = (sheets: string): Record<string, string> => ({
    "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`,
  });

  test.each([
    ["without content types", { "[Content_Types].xml": "" }],
    ["without relationships", { "_rels/.rels": "" }],
    ["without a document", { "_rels/.rels": "<Relationships/>" }],
    ["with a binary workbook", { "_rels/.rels": `<a>${relationship("r", "officeDocument", "xl/workbook.bin")}</a>` }],
    ["with another root element", { "xl/workbook.xml": "<document/>" }],
    [
      "with an external document",
      { "_rels/.rels": `<a>${relationship("r", "officeDocument", "xl/workbook.xml", 'TargetMode="External"')}</a>` },
    ],
  ])("finds none in an archive %s", async (_, parts) => expect(await open("", parts)).toBeNull());

  test("lists the sheets in the order of the workbook, hidden ones too, and no charts", async () => {
    const workbook = await open("", {
      ...workbookOf(
        '<sheet name="Б" r:id="b"/><sheet name="Графік" r:id="c"/><sheet name="А" state="hidden" r:id="a"/><sheet name="В" state="veryHidden" r:id="a"/><sheet name="Г" state="visible" d:id="b"/>',
      ),
      "xl/_rels/workbook.xml.rels": `<a>${relationship("a", "worksheet", "a.xml")}${relationship("b", "worksheet", "b.xml")}${relationship("c", "chartsheet", "c.xml")}</a>`,
      "xl/a.xml": "<worksheet/>",
      "xl/b.xml": "<worksheet><row><c><v>1</v></c></row><row><c><v>2</v></c></row></worksheet>",
    });
    const starts = await workbook!.readStarts(2, (cells) => cells[0] === "2");
    expect(starts.map(({ name, isHidden, isFilled, hasHeader }) => [name, isHidden, isFilled, hasHeader])).toEqual([
      ["Б", false, true, true],
      ["А", true, false, false],
      ["В", true, false, false],
      ["Г", false, true, true],
    ]);
    const first = await workbook!.readStarts(1, (cells) => cells[0] === "2");
    expect(first.map(({ hasHeader }) => hasHeader)).toEqual([false, false, false, false]);
  });

  const sheet = '<sheet name="А" r:id="rId1"/>';
  test.each([
    ["a sheet without a part", '<sheet name="А" r:id="x"/>', "a sheet has no part"],
    ["more than a thousand sheets", sheet.repeat(1001), "it has more than 1000 sheets"],
    ["an endless name", sheet.replace("А", "А".repeat(1001)), "the name of a sheet is too long"],
  ])("refuses %s", async (_, sheets, detail) => {
    expect(await reasonOf(open("", workbookOf(sheets)))).toEqual({ code: "damaged", detail });
  });

  test("accepts a thousand sheets", async () => {
    expect(await open("", workbookOf(sheet.repeat(1000)))).not.toBeNull();
  });

  test("refuses long lists of relationships", async () => {
    const all = Array.from({ length: 80_000 }, (_, i) => relationship(`r${i}`, "worksheet", `a${i}.xml`));
    const parts = { "xl/_rels/workbook.xml.rels": `<a>${all.join("")}</a>` };
    expect(await reasonOf(open("", parts))).toEqual({ code: "partTooLarge", megabytesMax: 8 });
  });
});

function listOf(texts: readonly string[]) {
  const list = createSharedTexts();
  for (const text of texts) list.add(text);
  return list;
}

test.each([
  ["none", []],
  ["empty ones", ["", "", "а", "", "б", ""]],
  ["each text twice", ["Шевченко", "Коваль", "доцент"]],
  ["characters of one to four bytes", ["a", "ж", "ґ’", "😀", "😀ж", "\u0000"]],
  ["long ones", Array.from({ length: 100 }, (_, i) => ["ж", "a", "😀"][i % 3]!.repeat(32_767 - i))],
  ["more texts than are kept as strings", Array.from({ length: 300_000 }, (_, i) => `Т${i}`)],
])("createSharedTexts() gives back %s", (_, texts) => {
  const list = listOf(texts);
  for (let twice = 0; twice < 2; twice++) expect(texts.map((_, i) => list.at(i))).toEqual(texts);
});

test.if(isLong)("createSharedTexts() refuses too many", () => {
  const list = createSharedTexts();
  for (let i = 0; i < 8_000_000; i++) list.add("");
  expect(list.at(7_999_999)).toBe("");
  expect(() => list.add("")).toThrow(WorkbookError);
});

test.each([2, -1, 0.5, Number.NaN, 1e9])("createSharedTexts() has no text at index %d of two", (index) => {
  expect(() => listOf(["а", "б"]).at(index)).toThrow(WorkbookError);
});
