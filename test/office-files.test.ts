/** Files that LibreOffice saves: an import gives the same content for every format and encoding. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { generateTeachers } from "./support/generate/teachers.ts";
import { convertFiles, type OfficeFormat, textFilter } from "./support/office.ts";
import { findPart } from "./support/parts.ts";
import { makeFolder, run } from "./support/program.ts";
import { importConfirmed } from "./support/publish.ts";

const soffice = findPart("soffice");
const folder = makeFolder();
/** The names have the apostrophe that exists in every encoding. */
const teachers = [...generateTeachers(300, 3)].map((teacher) => {
  const last_name = teacher.last_name.replace(/[\u2019\u02bc]/g, "'");
  const first_name = teacher.first_name.replace(/[\u2019\u02bc]/g, "'");
  return { ...teacher, last_name, first_name, middle_name: teacher.middle_name.replace(/[\u2019\u02bc]/g, "'") };
});

/** The table as an office keeps it: a title, Ukrainian headings, extra columns, and sums. */
function renderOfficeTable(): string {
  const rows = teachers.map(({ id, last_name, first_name, middle_name, degree }, i) =>
    [i + 1, id, last_name, first_name, middle_name, degree, "Кафедра математики", "01.09.2020"].join(","),
  );
  return [
    "Список викладачів на 2026 рік,,,,,,,",
    ",,,,,,,",
    "Номер з/п,Табельний номер,ПРІЗВИЩЕ,Ім'я,По батькові,Посада,Кафедра,Дата прийому",
    ...rows,
    ",,Разом:,300,,,,",
    ",,Начальник відділу кадрів,,,О. Іваненко,,",
  ].join("\n");
}

/** Imports a file into a new database. Returns the output, and the digest of the published content. */
async function importFile(file: string, ...flags: string[]): Promise<{ stderr: string; digest: string }> {
  using own = makeFolder();
  const { exitCode, stderr } = await importConfirmed([file, ...flags], { folder: own.path });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const { stdout } = await run(["status"], { folder: own.path });
  return { stderr: stderr.replace(/^Database: .*\n/, ""), digest: /Digest +([0-9a-f]{64})/.exec(stdout)![1]! };
}

let digest = "";

const saved: readonly (readonly [name: string, format: OfficeFormat])[] = [
  ["Excel", "xlsx"],
  ["OpenDocument", "ods"],
  ["UTF-8 with commas", textFilter(",", "utf-8")],
  ["UTF-8 with tabs", textFilter("\t", "utf-8")],
  ["windows-1251 with semicolons", textFilter(";", "windows-1251")],
  ["UTF-16 with tabs", textFilter("\t", "utf-16")],
];
const cellFormats = ["ods", "xlsx"] as const;

const fileOf = (name: string, format: OfficeFormat): string =>
  join(name, `office.${typeof format === "string" ? format : "csv"}`);

beforeAll(async () => {
  const header = "id,last_name,first_name,middle_name,degree";
  const rows = teachers.map((teacher) => Object.values(teacher).join(","));
  await Bun.write(join(folder.path, "plain.csv"), `${[header, ...rows].join("\n")}\n`);
  await Bun.write(join(folder.path, "office.csv"), renderOfficeTable());
  ({ digest } = await importFile(join(folder.path, "plain.csv")));
  if (soffice === null) return;
  await Bun.write(join(folder.path, "cells.fods"), cells);
  await convertFiles(soffice, folder.path, [
    ...saved.map(([name, format]) => ({ from: "office.csv", to: fileOf(name, format), format })),
    ...cellFormats.map((format) => ({ from: "cells.fods", to: `cells.${format}`, format })),
  ]);
});

afterAll(() => folder.remove());

const around = `note: skipped above the header: 1
note: line 304: "Разом: 300": the row was skipped: it is no teacher
note: line 305: "Начальник відділу кадрів О. Іваненко": the row was skipped: it is no teacher
warning: D "Ім'я": first name: empty for 2 of 300
warning: F "Посада": degree: empty for 7 of 300
`;

describe("the office's table is read", () => {
  test.skipIf(soffice === null).each(saved)("%s", async (name, format) => {
    const file = join(folder.path, fileOf(name, format));
    const found = await importFile(file);
    expect(found.stderr).toStartWith('A "Номер з/п": not used; B "Табельний номер": id, by its heading; C "ПРІЗВИЩЕ"');
    expect(found.stderr).toContain(around);
    expect(found.digest).toBe(digest);

    const packed = `${file}.gz`;
    await Bun.write(packed, gzipSync(await Bun.file(file).bytes()));
    expect((await importFile(packed)).digest).toBe(digest);
  });

  test("by custom headings", async () => {
    const renamed = renderOfficeTable().replace("ПРІЗВИЩЕ", "Родове ім'я").replace("Посада", "Хто такий");
    await Bun.write(join(folder.path, "renamed.csv"), renamed);
    const flags = ["--map", "last_name=Родове ім'я", "--map", "degree=хто такий"];
    expect((await importFile(join(folder.path, "renamed.csv"), ...flags)).digest).toBe(digest);
  });

  test("with the whole name in one column", async () => {
    const rows = teachers.map((teacher) => {
      const { id, last_name, first_name, middle_name, degree } = teacher;
      return [id, [last_name, first_name, middle_name].filter((part) => part !== "").join(" "), degree].join(";");
    });
    await Bun.write(join(folder.path, "whole.csv"), ["ID;П.І.Б.;Посада", ...rows].join("\r\n"));
    const { stderr, digest: found } = await importFile(join(folder.path, "whole.csv"));
    expect(stderr).toContain('B "П.І.Б.": name, by its heading');
    expect(found).toBe(digest);
  });
});

/** A workbook of two sheets: failed and working formulas, a date, a comment, formatted text, and repeated and empty rows. */
const cells = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="N1"><number:day/><number:text>.</number:text><number:month/><number:text>.</number:text><number:year/></number:date-style>
<style:style style:name="d" style:family="table-cell" style:data-style-name="N1"/>
</office:automatic-styles>
<office:body><office:spreadsheet>
<table:table table:name="Титул"><table:table-row>${text("Список")}</table:table-row></table:table>
<table:table table:name="Кадри &amp; інші">
<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="9"/></table:table-row>
<table:table-row><table:table-cell/>${["ID", "Прізвище", "Ім\u2019я", "По <text:s/>батькові", "Посада"].map(text).join("")}</table:table-row>
<table:table-row><table:table-cell/>
<table:table-cell office:value-type="float" office:value="12"><text:p>12,00</text:p></table:table-cell>
<table:table-cell office:value-type="string"><office:annotation><text:p>перевірити!</text:p></office:annotation><text:p>Шев<text:span>чен</text:span>ко &lt;&#x2019;&gt;</text:p></table:table-cell>
<table:table-cell table:formula="of:=1/0" office:value-type="float" office:value="0"/>
<table:table-cell table:style-name="d" office:value-type="date" office:date-value="2026-09-01"/>
<table:table-cell table:formula="of:=&quot;#&quot;&amp;&quot;REF!&quot;" office:value-type="string"/>
</table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell/>
<table:table-cell office:value-type="float" office:value="13"/>
<table:table-cell table:number-columns-repeated="4" office:value-type="string"><text:p>а &amp; б</text:p></table:table-cell>
</table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
</table:table></office:spreadsheet></office:body></office:document>`;

function text(content: string): string {
  return `<table:table-cell office:value-type="string"><text:p>${content}</text:p></table:table-cell>`;
}

describe.skipIf(soffice === null)("cells of all kinds are read from", () => {
  test.each(cellFormats)("%s", async (to) => {
    const { exitCode, stderr } = await run(["import", `cells.${to}`], { folder: folder.path });
    expect(exitCode).toBe(1);
    for (const text of [
      'error: Кадри & інші: D5 "Ім\u2019я": "#DIV/0!" is a formula that failed',
      'error: Кадри & інші: E5 "По батькові": "2026-09-01" is a date',
      'error: Кадри & інші: F5 "Посада": "#REF!" is a formula that failed',
      'warning: Кадри & інші: C5 "Прізвище": "Шевченко <\u2019>": stray punctuation',
      'warning: Кадри & інші: C6 "Прізвище": "а & б": this looks like several people',
      'note: Кадри & інші: F7 "Посада": "а & б а & б а & б": the same as line 6',
    ])
      expect(stderr.replaceAll("По  ", "По ")).toContain(text);
  });
});
