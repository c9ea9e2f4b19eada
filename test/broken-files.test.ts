/** Damaged files, and files without teachers: each import ends soon, in little memory, with a helpful message. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readMemory } from "./support/memory.ts";
import { makeFolder, start } from "./support/program.ts";
import { spellNumber } from "./support/publish.ts";
import { createOds, createXlsxParts, createZip, renderOdsRow, renderXlsxRow } from "./support/zip.ts";

const megabytesMax = 500;

const [damaged, tooLarge, nobody] = ["the file is damaged", "the table is too large", "the file has no teachers"];

const folder = makeFolder();
afterAll(() => folder.remove());

const header = ["id", "Прізвище", "Ім'я", "По батькові", "Посада"];
const csvHeader = `${header.join(",")}\n`;
const goodRow = renderXlsxRow(["1", "Шевченко", "Тарас", "Григорович", "доцент"]);
const goodSheet = renderXlsxRow(header) + goodRow;

function xlsxOf(sheet: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  return createZip({ ...createXlsxParts({ Викладачі: sheet }), ...parts });
}

/** Pseudorandom bytes, the same every time. */
const createNoise = (length: number): Buffer => createHash("shake256", { outputLength: length }).digest();

/** Imports a file, which is refused with these words, or read if they are null; in little memory. */
async function expectRefused(name: string, content: Uint8Array | string, words: string | null, ...flags: string[]) {
  const file = join(folder.path, name.replaceAll(" ", "-"));
  await Bun.write(file, content);
  const program = start(["import", file, "--dry-run", ...flags], { folder: folder.path });
  let peak = 0;
  const timer = setInterval(() => {
    try {
      peak = readMemory(program.process.pid).peak;
    } catch {
      // The process has ended.
    }
  }, 10);
  const { exitCode, stdout, stderr } = await program.finished;
  clearInterval(timer);
  if (words === null) expect(exitCode, stderr).toBe(0);
  else {
    expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain(words);
  }
  expect(peak).toBeLessThan(megabytesMax);
}

describe("a damaged spreadsheet is refused:", () => {
  const whole = xlsxOf(goodSheet);
  const cases: readonly (readonly [what: string, content: () => Uint8Array, words: string])[] = [
    ["cut short", () => whole.subarray(0, whole.length - 30), damaged],
    [
      "a byte flipped",
      () => {
        const bytes = xlsxOf(goodSheet.repeat(50));
        bytes[900]! ^= 0xff;
        return bytes;
      },
      damaged,
    ],
    [
      "without its sheet",
      () => createZip({ ...createXlsxParts({ a: "" }), "xl/workbook.xml": "<workbook/>" }),
      "no sheets",
    ],
    ["not XML", () => xlsxOf("<row></c>"), nobody],
    [
      "50,000 columns",
      () => xlsxOf(`<row>${createNoise(200_000).toString("hex").replace(/.{8}/g, '<c t="str"><v>$&</v></c>')}</row>`),
      tooLarge,
    ],
    ["a bomb", () => xlsxOf(goodSheet + " ".repeat(70_000_000)), tooLarge],
    [
      "a bomb that declares a smaller size",
      () => createZip(createXlsxParts({ a: " ".repeat(20_000_000) }), { "xl/worksheets/sheet1.xml": 1000 }),
      tooLarge,
    ],
  ];
  test.each(cases)("%s", (what, content, words) => expectRefused(`${what}.xlsx`, content(), words));

  test("a wrong sheet, by --sheet", () =>
    expectRefused("sheets.xlsx", whole, 'there is no sheet "Усі"; there are "Викладачі"', "--sheet", "Усі"));
});

describe("a small spreadsheet that would fill the memory is refused:", () => {
  const sheetOf = (content: string): Buffer => xlsxOf(goodSheet + content);
  const odsOf = (content: string): Buffer => createOds(renderOdsRow(header) + content);
  const odsCell = (content: string): string =>
    `<table:table-row><table:table-cell>${content}</table:table-cell></table:table-row>`;
  const rowOf = (i: number): string => renderXlsxRow([String(i + 2), ...Array<string>(4).fill(spellNumber(i))]);
  const blank = '<table:table-cell table:number-columns-repeated="16384"/>';
  const relations = ["worksheets/sheet1.xml", "sharedStrings.xml"].map(
    (part, i) => `<Relationship Id="rId${i + 1}" Type="/${["worksheet", "sharedStrings"][i]}" Target="${part}"/>`,
  );
  const sharedOf = (texts: string): Buffer =>
    xlsxOf(goodSheet + renderXlsxRow(["x", "А"]), {
      "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
      "xl/sharedStrings.xml": `<sst>${texts}</sst>`,
    });
  const cases: readonly (readonly [what: string, content: () => Uint8Array, words: string | null])[] = [
    ["shared texts", () => sharedOf(fill("<si><t>жу</t></si>", 3e5)), '"x" is not an id'],
    ["paragraphs", () => odsOf(odsCell(fill("<text:p>жук</text:p>", 4e5))), "is not an id"],
    ["tables", () => odsOf(`</table:table>${fill('<table:table table:name="ж"/>', 1e6)}<table:table>`), tooLarge],
    ["nested elements", () => sheetOf(fill("<a>ж", 4e6)), null],
    ["a row", () => sheetOf(`<row>${fill(`<c t="str"><v>${"ж".repeat(30_000)}</v></c>`, 1500)}</row>`), tooLarge],
    ["blank cells", () => odsOf(`<table:table-row>${fill(blank, 4e5)}</table:table-row>`), nobody],
    ["spaces", () => odsOf(odsCell(`<text:p>ж${fill('<text:s text:c="100"/>', 2e6)}</text:p>`)), '"ж" is not an id'],
    [
      "repeated rows",
      () => odsOf(renderOdsRow(["1", "А", "", "", ""], 'table:number-rows-repeated="1048576"').repeat(30)),
      tooLarge,
    ],
    ["different names", () => sheetOf(Array.from({ length: 52_000 }, (_, i) => rowOf(i)).join("")), null],
    ["a tag with > in a text", () => sheetOf(`<row><c r="${fill(">", 5e7)}"/></row>`), null],
    [
      "gzip",
      () => gzipSync(Buffer.concat([xlsxOf(goodSheet), createNoise(1_000_000), Buffer.alloc(150_000_000)])),
      damaged,
    ],
  ];
  test.each(cases)("%s", (what, content, words) => expectRefused(`${what}.xlsx`, content(), words));
});

describe("a damaged text is refused:", () => {
  const row = "1,Шевченко,Тарас,Григорович,доцент\n";
  const english = "id,last_name,first_name,middle_name,degree\n";
  const in1251 = (bytes: string): Buffer => Buffer.from(bytes, "latin1");
  const rowsOf = (text: string): string => Array.from({ length: 1000 }, (_, i) => `${i + 9},${text}\n`).join("");
  const cases: readonly (readonly [what: string, content: () => Uint8Array | string, words: string])[] = [
    ["gzip cut short", () => gzipSync(csvHeader + row.repeat(1000)).subarray(0, 80), damaged],
    ["a gzip bomb", () => gzipSync(Buffer.alloc(10_000_000, "\n")), nobody],
    ["a gzip bomb of one line", () => gzipSync(Buffer.alloc(100_000_000, "a")), tooLarge],
    ["a million columns", () => "a,".repeat(1_000_000), tooLarge],
    ["100,000 columns", () => `${"a,".repeat(100_000)}\n`, tooLarge],
    [
      "UTF-8, then windows-1251",
      () => Buffer.concat([Buffer.from(csvHeader + rowsOf("Шевченко,,,")), in1251("2,\xd8\xe5\xe2\xf7\xe5\xed,,,\n")]),
      "line 1002: the text is neither UTF-8 nor windows-1251",
    ],
    [
      "windows-1251, then UTF-8",
      () => Buffer.concat([in1251(english + rowsOf("\xd8\xe5\xe2\xf7\xe5\xed\xea\xee,,,")), Buffer.from(row)]),
      "letters are lost",
    ],
    ["half of UTF-16", () => Buffer.from(`\ufeff${csvHeader}${row}`, "utf16le").subarray(0, -1), "letters are lost"],
  ];
  test.each(cases)("%s", (what, content, words) => expectRefused(`${what}.csv`, content(), words));
});

/**
 * Repeats XML, and adds comments of random digits. So the part is compressed to a 150th of its size, as a table may be,
 * and not to a 1,000th.
 */
function fill(xml: string, count: number): string {
  const noise = `<!--${createNoise(50_000).toString("hex")}-->`;
  return xml.repeat(count) + noise.repeat(Math.ceil((Buffer.byteLength(xml) * count) / 7_500_000));
}
