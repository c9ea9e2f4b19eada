import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { createOds, createXlsxParts, createZip, renderOdsRow, renderXlsxRow } from "../../test/support/zip.ts";
import { ImportFaults } from "./fault.ts";
import { readCells } from "./read-cells.ts";

/** The cells, or the codes of the faults. */
async function read(content: string | Uint8Array, fileName: string, sheet: string | null = null): Promise<string[]> {
  async function* input(): AsyncGenerator<Uint8Array> {
    yield typeof content === "string" ? Buffer.from(content) : content;
  }
  try {
    return await readCells(input(), { fileName, encoding: null, sheet });
  } catch (error) {
    if (!(error instanceof ImportFaults)) throw error;
    return error.faults.map(({ line, message }) => `${line ?? "file"}: ${message.code}`);
  }
}

const xlsx = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Uint8Array => {
  const parts = Object.entries(sheets).map(([name, rows]) => [name, rows.map(renderXlsxRow).join("")]);
  return createZip(createXlsxParts(Object.fromEntries(parts)));
};

const timetable = [
  ["Розклад"],
  ["День", "Викладач", "Предмет"],
  ["Пн", "доц. Шевченко Т. Г.\nас. Бойко О. В.", "Механіка"],
  ["Вт", "", "Хімія"],
  ["Ср", "Коваль О. І.", "Хімія"],
];
const cells = ["доц. Шевченко Т. Г.\nас. Бойко О. В.", "Коваль О. І."];

describe("readCells()", () => {
  test.each<[what: string, content: string | Uint8Array, fileName: string, cells: string[]]>([
    [
      "the lines of a text",
      "\ufeffШевченко  Т.\r\n\n Коваль; О.\rБойко",
      "names.txt",
      ["Шевченко Т.", "Коваль; О.", "Бойко"],
    ],
    ["lines with separators", "Шевченко, Коваль\nБойко", "-", ["Шевченко, Коваль", "Бойко"]],
    ["UTF-16", Buffer.from("\ufeffКоваль\nБойко", "utf16le"), "names.txt", ["Коваль", "Бойко"]],
    ["a packed text", gzipSync("Коваль"), "names.txt.gz", ["Коваль"]],
    ["the column of names of CSV", 'День;Викладач\nПн;Коваль О. І.\nВт;"а\nб"\n', "a.csv", ["Коваль О. І.", "а\nб"]],
    ["a packed CSV", gzipSync("ПІБ,Ауд\nКоваль,1\n"), "a.CSV.gz", ["Коваль"]],
    [
      "the parts of names",
      "Ім'я,Прізвище,По батькові,Посада\nОлена,Коваль,Іванівна,доцент\n",
      "a.csv",
      ["Коваль Олена Іванівна"],
    ],
    ["the last names alone", "Прізвище,Ауд\nКоваль,1\n", "a.csv", ["Коваль"]],
    ["whole names beside some parts", "Прізвище,ПІБ\nКоваль,Коваль О. І.\n", "a.csv", ["Коваль О. І."]],
    [
      "the only column of CSV, without a heading",
      'Коваль О. І.\n"Шевченко, Т."\n',
      "a.csv",
      ["Коваль О. І.", "Шевченко, Т."],
    ],
    ["the only column of CSV, with a heading", "Викладач\nКоваль О. І.\n", "a.csv", ["Коваль О. І."]],
    ["a workbook", xlsx({ Розклад: timetable }), "a.xlsx", cells],
    ["a workbook from standard input", xlsx({ Розклад: timetable }), "-", cells],
    ["an OpenDocument sheet", createOds(timetable.map((row) => renderOdsRow(row)).join("")), "a.ods", cells],
    [
      "the only column of a sheet",
      xlsx({
        А: [
          ["", "Коваль"],
          ["", "Бойко"],
        ],
      }),
      "a.xlsx",
      ["Коваль", "Бойко"],
    ],
    ["the sheet that has names", xlsx({ Групи: [["КН-21", "25"]], Розклад: timetable }), "a.xlsx", cells],
  ])("reads %s", async (_, content, fileName, wanted) => expect(await read(content, fileName)).toEqual(wanted));

  test.each<[what: string, content: string | Uint8Array, fileName: string, faults: string[]]>([
    ["nothing", "\n \n", "a.txt", ["file: noNames"]],
    ["nothing below a header", "Викладач,Ауд\n", "a.csv", ["file: noNames"]],
    ["a long cell", `а\n${"x".repeat(201)}`, "a.txt", ["2: nameTooLong"]],
    ["JSON", '{"names": ["а"]}', "a.txt", ["file: jsonNames"]],
    ["a list in JSON", '[{"name": "а"}]', "a.json", ["file: jsonNames"]],
    ["several columns without a heading of names", "День,Хто\nПн,Коваль\n", "a.csv", ["1: noNameColumn"]],
    ["several columns of names", "Викладач,Викладач\nКоваль,Бойко\n", "a.csv", ["1: severalNameColumns"]],
    ["a row with more fields", "Викладач,Ауд\nКоваль,1,2\n", "a.csv", ["2: columnCount"]],
    ["a stray quote", 'Викладач,Ауд\nКоваль "О",1\n', "a.csv", ["2: strayQuote"]],
    ["several sheets with names", xlsx({ А: timetable, Б: timetable }), "a.xlsx", ["file: severalNameSheets"]],
    ["a PDF", "%PDF-1.7", "a.pdf", ["file: foreign"]],
  ])("refuses %s", async (_, content, fileName, faults) => expect(await read(content, fileName)).toEqual(faults));

  test("reads the chosen sheet, and refuses a sheet of a text file", async () => {
    const workbook = xlsx({ А: timetable, Б: [["Викладач"], ["Бойко"]] });
    expect(await read(workbook, "a.xlsx", "Б")).toEqual(["Бойко"]);
    expect(await read("а", "a.txt", "Б")).toEqual(["file: textHasNoSheets"]);
  });
});
