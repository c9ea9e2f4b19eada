import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createOds, createXlsxParts, createZip, renderOdsRow, renderXlsxRow } from "../../../test/support/zip.ts";
import workbookCells from "../../../test/workbooks/cells.json" with { type: "json" };
import type { OpenedFile } from "../table.ts";
import { openFile } from "./open.ts";

/** The rows of all tables as `sheet 2: А|Б`, with `hidden` for hidden rows and sheets, and `!` for cells without a value. */
function show({ tables }: OpenedFile): string[] {
  return tables.flatMap(({ sheet, isHidden, rows }) =>
    Array.from(rows, (row) => {
      const lost = [...(row.uncalculated ?? [])].map((column) => ` !${column}`).join("");
      return `${sheet} ${row.line}: ${row.cells.join("|")}${row.isHidden || isHidden ? " hidden" : ""}${lost}`;
    }),
  );
}

const openXlsx = async (sheets: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) =>
  show(await openFile(createZip({ ...createXlsxParts(sheets), ...more })));
const openOds = async (rows: string): Promise<string[]> => show(await openFile(createOds(rows)));

test("a formula of an ODS has its text, which may stand in an attribute", async () => {
  const cell =
    '<table:table-cell office:value-type="string" office:string-value="Дем&apos;янчук"><text:p/></table:table-cell>';
  expect(await openOds(`<table:table-row><table:table-cell/>${cell}</table:table-row>`)).toEqual(["a 1: |Дем'янчук"]);
});

describe("a workbook of another writer has its cells, hidden rows and sheets", () => {
  const folder = join(import.meta.dir, "../../../test/workbooks");
  const files = readdirSync(folder).filter((name) => name.endsWith(".xlsx"));
  const withoutBlanks = (cells: readonly string[]) =>
    cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

  test.each(files)("%s", async (file) => {
    const { tables } = await openFile(Buffer.from(await Bun.file(join(folder, file)).bytes()));
    const found = tables.map(({ sheet, isHidden, rows }) => {
      const lines = Array.from(rows, ({ line, isHidden, cells }) => ({ line, isHidden, cells: withoutBlanks(cells) }));
      return { sheet, isHidden, rows: lines };
    });
    const variant = /(\w+)\.xlsx$/.exec(file)![1] as keyof typeof workbookCells;
    expect<unknown>(found).toEqual(workbookCells[variant]);
  });
});

describe("a workbook", () => {
  test.each<[what: string, rows: string, wanted: string[]]>([
    ["with texts", renderXlsxRow(["А", "Б"]) + renderXlsxRow(["в"]), ["a 1: А|Б", "a 2: в|"]],
    [
      "with numbers and truth values",
      '<row r="1"><c r="A1"><v>1.5</v></c><c r="B1" t="b"><v>1</v></c></row>',
      ["a 1: 1.5|true"],
    ],
    ["with text over several lines", renderXlsxRow(["А \n\n Б"]), ["a 1: А Б"]],
    ["with a far cell", `${renderXlsxRow(["А"])}<row r="2"><c r="XFD2"><v>1</v></c></row>`, ["a 1: А"]],
    ["with many spaces", renderXlsxRow([`А${" ".repeat(400_000)}`]), [`a 1: А${" ".repeat(400_000)}`]],
    ["with gaps", '<row r="3"><c r="C3" t="inlineStr"><is><t>А</t></is></c></row>', ["a 3: ||А"]],
    [
      "with hidden rows",
      '<row r="1" hidden="1"><c r="A1" t="inlineStr"><is><t>А</t></is></c></row>',
      ["a 1: А hidden"],
    ],
    [
      "with a formula without a value",
      '<row r="1"><c r="A1" t="inlineStr"><is><t>А</t></is></c><c r="B1"><f>A1</f></c></row>',
      ["a 1: А| !1"],
    ],
    ["with a formula and its value", '<row r="1"><c r="A1" t="str"><f>B1</f><v>А</v></c></row>', ["a 1: А"]],
    [
      "with rich text",
      '<row r="1"><c r="A1" t="inlineStr"><is><r><t>Шев</t></r>\n  <r><t>ченко</t></r></is></c></row>',
      ["a 1: Шевченко"],
    ],
  ])("%s is read", async (_, rows, wanted) => expect(await openXlsx({ a: rows })).toEqual(wanted));

  test("with a sheet that is only a chart is read without it", async () => {
    const parts = createXlsxParts({ a: renderXlsxRow(["А"]), chart: "" });
    delete parts["xl/worksheets/sheet2.xml"];
    expect(show(await openFile(createZip(parts)))).toEqual(["a 1: А"]);
  });
});

describe("an OpenDocument sheet", () => {
  test.each<[what: string, rows: string, wanted: string[]]>([
    [
      "with repeated cells and rows",
      renderOdsRow(["А"], 'table:number-rows-repeated="2"') + renderOdsRow(["Б"]),
      ["a 1: А", "a 2: А", "a 3: Б"],
    ],
    [
      "with rows in groups",
      `<table:table-row-group>${renderOdsRow(["А"])}<table:table-row-group>${renderOdsRow(["Б"])}</table:table-row-group></table:table-row-group>`,
      ["a 1: А", "a 2: Б"],
    ],
    ["with hidden rows", renderOdsRow(["А"], 'table:visibility="collapse"'), ["a 1: А hidden"]],
    [
      "with a comment",
      "<table:table-row><table:table-cell><office:annotation><text:p>?</text:p></office:annotation><text:p>А</text:p></table:table-cell></table:table-row>",
      ["a 1: А"],
    ],
    [
      "with spaces",
      '<table:table-row><table:table-cell><text:p>А<text:s text:c="3"/>Б<text:tab/>В<text:line-break/>Г</text:p></table:table-cell></table:table-row>',
      ["a 1: А Б В Г"],
    ],
    [
      "with a billion blank rows",
      `<table:table-row table:number-rows-repeated="1000000000"><table:table-cell/></table:table-row>${renderOdsRow(["А"])}`,
      ["a 1000000001: А"],
    ],
  ])("%s is read", async (_, rows, wanted) => expect(await openOds(rows)).toEqual(wanted));
});

describe("a package is refused", () => {
  test.each<[what: string, bytes: () => Buffer, code: string]>([
    ["that unpacks to over 64 MB", () => createZip(createXlsxParts({ a: " ".repeat(66 * 1024 * 1024) })), "tooLarge"],
    [
      "whose parts are in UTF-16",
      () => {
        const parts: Record<string, Buffer | string> = createXlsxParts({ a: renderXlsxRow(["А"]) });
        parts["xl/worksheets/sheet1.xml"] = Buffer.from(`\ufeff${parts["xl/worksheets/sheet1.xml"]}`, "utf16le");
        return createZip(parts);
      },
      "foreign utf16",
    ],
    [
      "whose sheet has too many cells",
      () =>
        createOds(
          `<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000"><text:p>А</text:p></table:table-cell></table:table-row>`,
        ),
      "tooLarge",
    ],
    [
      "whose large sheet has the name of a picture",
      () => {
        const { "xl/worksheets/sheet1.xml": sheet, ...parts } = createXlsxParts({ a: " ".repeat(66 * 1024 * 1024) });
        const links = parts["xl/_rels/workbook.xml.rels"]!.replace("sheet1.xml", "a.png");
        return createZip({ ...parts, "xl/_rels/workbook.xml.rels": links, "xl/worksheets/a.png": sheet! });
      },
      "tooLarge",
    ],
    [
      "that lies about a size",
      () => createZip(createXlsxParts({ a: renderXlsxRow(["А"]).repeat(9999) }), { "xl/worksheets/sheet1.xml": 10 }),
      "tooLarge",
    ],
    [
      "that states no size",
      () => createZip(createXlsxParts({ a: renderXlsxRow(["А"]) }), { "xl/worksheets/sheet1.xml": 0 }),
      "damaged",
    ],
    ["without a directory", () => Buffer.from("PK\x03\x04 and nothing else"), "damaged"],
    ["of another program", () => createZip({ "word/document.xml": "<w/>" }), "foreign document"],
    ["of OpenDocument without a table", () => createZip({ "content.xml": "<o/>" }), "foreign document"],
    ["with a table in it", () => createZip({ "staff.xlsx": "x" }), "foreign packed"],
    ["of XLSB", () => createZip({ "xl/workbook.bin": "x" }), "foreign xlsb"],
    ["of Numbers", () => createZip({ "Index/Document.iwa": "x" }), "foreign numbers"],
    [
      "of the old Excel",
      () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("Workbook", "utf16le")]),
      "foreign xls",
    ],
    [
      "with a password",
      () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")]),
      "password",
    ],
    [
      "of ODS with a password, whose content begins like XML",
      () => {
        const zip = createZip({ "content.xml": "" }, { "content.xml": 2 });
        const local = 30 + "content.xml".length;
        // The two packed bytes of an empty part become stored ones.
        for (const method of [8, local + 2 + 10]) zip.writeUInt16LE(0, method);
        zip.set([0x3c, 0xff], local);
        return zip;
      },
      "password",
    ],
  ])("%s", async (_, bytes, wanted) => {
    const opened = openFile(bytes()).then(({ tables }) => tables.flatMap(({ rows }) => [...rows]));
    const [code, ...kinds] = wanted.split(" ");
    await expect(opened).rejects.toMatchObject({ issue: { code, data: kinds.length > 0 ? { kind: kinds[0] } : {} } });
  });
});
