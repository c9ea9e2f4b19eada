/** docs/import.md against the program: its examples run, and it lists every message of the import. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { publish as publishTo } from "../src/store/engines-testing.ts";
import { openStore } from "../src/store/store.ts";
import { type CommandLine, runAll } from "./support/command-lines.ts";
import { isLong } from "./support/long.ts";
import { makeFolder, root, run } from "./support/program.ts";
import { createOds, createXlsxParts, createZip, renderOdsRow, renderXlsxRow } from "./support/zip.ts";

const document = readFileSync(join(root, "docs/import.md"), "utf8");

/** The messages in the tables, in English and Ukrainian, with `…` for any text of a line. */
const documented = [...document.matchAll(/^\| `([^`]*)` \| (?:`([^`]*)`|–) \|/gm)].map(([, en, uk]) => ({
  uk: uk ?? en!,
  en: en!,
}));

/** Whether a line is a documented text, each `…` of it any characters. */
function isLike(line: string, text: string): boolean {
  const pieces = text.split("…");
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    const found = i === 0 ? 0 : line.indexOf(piece, at + 1);
    if (found === -1 || !line.startsWith(piece, found)) return false;
    at = found + piece.length;
  }
  // The last piece may also be found before the end.
  return pieces.at(-1) === "" || line.endsWith(pieces.at(-1)!);
}

const folder = makeFolder();
afterAll(() => folder.remove());

const header = ["id", "Прізвище", "Ім'я", "По батькові", "Посада"];
const csvHeader = `${header.join(",")}\n`;
const teacher = "1,Шевченко,Тарас,Григорович,доцент\n";
const sheet = renderXlsxRow(header) + renderXlsxRow(["1", "Шевченко", "Тарас", "Григорович", "доцент"]);

const staff = [
  ["Викладачі університету"],
  ["№", "Табельний номер", "Прізвище", "Ім'я", "По батькові", "Посада", "Кафедра"],
  ["1", "17", "Шевченко", "Тарас", "Григорович", "доцент", "математики"],
  ["2", "18", "КОВАЛЬ", "Ганна", "Петрівна", "професор", "математики"],
  ["Разом", "", "2"],
];

/** A file for each message of the import, with its flags. */
const files: Readonly<Record<string, readonly [content: string | Uint8Array, ...flags: string[]]>> = {
  "staff.xlsx": [createZip(createXlsxParts({ Викладачі: staff.map(renderXlsxRow).join("") }))],
  "whole.csv": [
    `ID;ПІБ;Тел.;\n1;доц. Шевченко Т.Г.;5;\n2;Гулак Артемовський Петро Петрович;;x\n${Array.from({ length: 8 }, (_, i) => `${i + 3};проф. Шевченко Марія Іванівна;;\n`).join("")}`,
  ],
  "order.csv": ["ID,ПІБ,Посада\n1,Галина Кузьменко,доцент\n2,Коваль Г.І.,доцент\n"],
  "odd.csv": [
    `${csvHeader}1,Шeвченко,О.,,доцент\n2,Гончар,O.,,доцент\n3,Лук*яненко,Т.,,доцент\n4,КОВАЛЬ,Т.,,доцент\n5,Мороз.,Т.,,доцент\n6,Бойко,Іван,Іванович,доцент\n7,Бойко,Іван,Іванович,доценд\n`,
  ],
  "people.csv": [
    `${csvHeader}1,"Щербак,",Іван,,доцент\n2,Щ е р б а к,Іван,,доцент\n3,Сич (декрет),Іван,,доц.\n4,Вакансія,,,доцент\n5,Кафедра фізики,,,доцент\n6,Бойко та Гай,,,доцент\n7,Сич7,Іван,,доцент\n8,сич,Іван,,доцент\n9,Smith,John,,доцент\n10,Рыбак,Іван,,\n`,
  ],
  "rows.csv": ["Прізвище,Ім'я,По батькові,Посада\nКафедра фізики,,,\nШевченко,Тарас,,доцент\n", "--keep-ids"],
  "nameless.csv": [`${csvHeader}1,Гай,О.,,доцент\n2,,Ганна,Петрівна,доцент\n`],
  "posts.csv": [`${csvHeader}1,Гай,О.,,доцент\n1,Гай,О.,,професор\n`],
  "letters.csv": ["ТН,ПІБ,Посада\nКН-01,Гай О. О.,доцент\nФК-01,Сич О. О.,доцент\nФК-02,Лис О. О.,доцент\n"],
  "noids.csv": ["ПІБ,Посада\nГай О. О.,доцент\n"],
  "noid.csv": [`${csvHeader}1,Гай,О.,,доцент\n,Сич,О.,,доцент\n`],
  "tax.csv": ["РНОКПП,ПІБ,Посада\n1,Гай О. О.,доцент\n", "--map", "id=РНОКПП"],
  "contacts.csv": [`${csvHeader}1,А,,,тел. 204-82-05\n2,Б,,,a@example.ua\n3,В,,,www.example.ua\n`],
  "repaired.csv": [`${csvHeader}1,Шев\u200bченко,О.,,доцент\n`],
  "old.xls": [
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from("Workbook", "utf16le")]),
  ],
  "locked.xlsx": [Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")])],
  "page.xls": ["<html>"],
  "a.pdf": ["%PDF-1.7"],
  "text.csv": [csvHeader + teacher, "--format", "xlsx"],
  "sheet.csv": [csvHeader + teacher, "--sheet", "1"],
  "table.ods": [createZip(createXlsxParts({ a: sheet })), "--format", "ods"],
  "twice.gz": [gzipSync(gzipSync(teacher))],
  "cut.gz": [gzipSync(csvHeader + teacher).subarray(0, 40)],
  "cut.xlsx": [createZip(createXlsxParts({ a: sheet })).subarray(0, 900)],
  "bomb.gz": [gzipSync(Buffer.alloc(20_000_000, "\n"))],
  "nothing.xlsx": [createZip(createXlsxParts({}))],
  "wrong.xlsx": [createZip(createXlsxParts({ a: sheet })), "--sheet", "b"],
  "two.xlsx": [createZip(createXlsxParts({ a: sheet, b: sheet }))],
  "formula.xlsx": [createZip(createXlsxParts({ a: `${sheet}<row r="3"><c><f>1+1</f></c></row>` }))],
  "hidden.xlsx": [createZip(createXlsxParts({ a: sheet.replace(/<row>(?!.*<row>)/, '<row hidden="1">') }))],
  "cell.xlsx": [createZip(createXlsxParts({ a: sheet + renderXlsxRow(["а".repeat(40_000)]) }))],
  "row.xlsx": [createZip(createXlsxParts({ a: sheet + renderXlsxRow(Array(40).fill("а".repeat(30_000))) }))],
  "rows.ods": [
    createOds(
      `${renderOdsRow(header)}${renderOdsRow(["1", "А", "Б", "", ""], 'table:number-rows-repeated="1048576"')}`,
    ),
  ],
  "texts.xlsx": [
    createZip(
      createXlsxParts({
        a: `${sheet}${Array.from({ length: 13_000 }, (_, i) => renderXlsxRow([String(i + 2), ...Array(4).fill(`а${i}`.padEnd(200, "б"))])).join("")}`,
      }),
    ),
  ],
  "far.xlsx": [createZip(createXlsxParts({ a: '<row><c r="ABCD1"><v>1</v></c></row>' }))],
  "mixed.csv": [Buffer.concat([Buffer.from(csvHeader + teacher), Buffer.from([0xff])])],
  "half.csv": [Buffer.from(`\ufeff${csvHeader}${teacher}`, "utf16le").subarray(0, -1)],
  "long.csv": [csvHeader + "a".repeat(1_100_000)],
  "edited.csv": ["id,last_name,first_name,middle_name,name,degree\n1,Шевченко,Тарас,,Коваль Тарас,доцент\n"],
  "quote.csv": [`${csvHeader}1,"Шевченко,,,\n`],
  "empty.csv": [csvHeader],
  "missing.csv": [`id,Прізвище,Ім'я,По батькові,Ранг\n${teacher}`],
  "repeated.csv": [`id,${csvHeader}`],
  "ambiguous.csv": ["id,Прізвище,Ім'я,По батькові,Посада,Вчене звання\n"],
  "wide.csv": [`${"a,".repeat(200)}\n`],
  "map.csv": [csvHeader + teacher, "--map", "degree=Ранг"],
  "nodegree.csv": ["id,ПІБ\n1,Шевченко Тарас Григорович\n"],
  "ids.csv": [
    `${csvHeader}x,А,,,\n"1,2E+11",А,,,\n1.0,А,,,\n1 000,А,,,\n5,А,,,\n5,Б,,,\n6,,,,\n7,А\n8,А"Б,,,\n9,${"а".repeat(300)},,,\n10,А\u0007,,,\n`,
  ],
  "texts.csv": [
    `${csvHeader}1,????,,,\n2,А\ufffdб,,,\n3,#REF!,,,\n4,01.09.2026,,,\n5,7,,,\n6,РЁРµРІС‡РµРЅРєРѕ,,,\n${Array.from({ length: 20 }, (_, i) => `${i + 10},8,,,\n`).join("")}`,
  ],
};

/** Imports into one database, one after another. The document also has their results and refusals. */
const all = Array.from(
  { length: 40 },
  (_, i) => `${i + 1},Шевченко${"абвгдежзик"[i % 10]!.repeat(1 + i / 10)},О.,,доцент`,
);
const next: Readonly<Record<string, readonly [rows: readonly string[], ...flags: string[]]>> = {
  "a.csv": [all],
  "same.csv": [all],
  "changed.csv": [
    [...all.slice(2).map((row) => row.replace("доцент", "професор")), "50,Новий,,,", all[0]!.replace("1", "51")],
    "--allow-changed=100%",
  ],
  "again.csv": [all, "--allow-changed=100%"],
  "half.csv": [all.slice(20)],
  "half.csv --dry-run": [all.slice(20), "--dry-run"],
  "renamed.csv": [all.map((row) => row.replace("Шевченко", "Коваленко"))],
  "moved.csv": [all.map((row, i) => row.replace(/^\d+/, String(i + 100)))],
  "together.csv": [all.slice(4).map((row, i) => (i < 4 ? row.replace("Шевченко", "Коваленко") : row))],
  "degrees.csv": [all.map((row) => row.replace("доцент", ""))],
  "twice.csv": [all.flatMap((row) => [row, `9${row}`])],
  "newcomer.csv": [[...all, ",Новенький,,,"], "--keep-ids", "--dry-run"],
  "erased.csv": [[...all.slice(0, -1), "7000,Стертий,,,"]],
};

describe.each(isLong ? (["en", "uk"] as const) : (["en"] as const))("docs/import.md in %s", (lang) => {
  /** Every line that the imports of the files printed. */
  let said: string[] = [];
  /** The output of imports into one database, except for the rows of teachers. */
  let results: string[] = [];

  beforeAll(async () => {
    for (const [name, [content]] of Object.entries(files)) await Bun.write(join(folder.path, name), content);
    const lines: CommandLine[] = Object.entries(files).map(([name, [, ...flags]]) => ({
      args: ["import", name, "--dry-run", "--lang", lang, ...flags],
    }));
    const elsewhere = { args: ["import", "map.csv", "--lang", lang], environment: { DATABASE_URL: "" } };
    const raised = {
      args: ["import", "map.csv", "--dry-run", "--lang", lang],
      environment: { TEACHERS_ALLOW_ADDED: "60%" },
    };
    const finished = await runAll([...lines, elsewhere, raised], folder.path);
    said = finished.flatMap(({ stderr }) => stderr.split("\n")).filter((line) => line !== "");

    using own = makeFolder();
    const store = await openStore(`sqlite:${own.path}/var/teachers.db`, { lockWaitMs: 1000, migrates: true });
    await publishTo(store, [storedTeacher({ id: 1, last_name: "Вигаданий" })], { source: { kind: "sample" } });
    await store.close();
    const commands: CommandLine[] = [];
    for (const [name, [rows, ...flags]] of Object.entries(next)) {
      const file = name.split(" ")[0]!;
      await Bun.write(join(own.path, file), `id,last_name,first_name,middle_name,degree\n${rows.join("\n")}\n`);
      commands.push({ args: ["import", file, "--lang", lang, ...flags] });
    }
    await Bun.write(join(own.path, "none.csv"), "id,last_name,first_name,middle_name,degree\n7000,Стертий,,,\n");
    const erase = { args: ["erase", "7000", "--yes"] };
    const first = { args: ["import", "none.csv", "--lang", lang] };
    const missing = { args: ["import", "missing.csv", "--lang", lang] };
    const all = await runAll([first, erase, ...commands, missing], own.path);
    results = all
      .filter((_, i) => i !== 1)
      .flatMap(({ stdout, stderr }) => `${stdout}${stderr}`.split("\n"))
      .filter((line) => line !== "" && !/^ {2}(?:[-+~]|\d+) /.test(line));
  });

  test("has every message of the files and of the results", () => {
    const texts = documented.map((documentedTexts) => documentedTexts[lang]);
    const others = [...said, ...results].filter((line) => !texts.some((text) => isLike(line, text)));
    expect(others.filter((line) => !/^\d+ (?:warnings?|попередж\S+)(?:; |$)/.test(line))).toEqual([]);
  });

  test("has only messages that a file causes", () => {
    expect(documented.length).toBeGreaterThan(70);
    const lines = [...said, ...results];
    const patterns = documented.map((texts) => texts[lang]);
    expect(patterns.filter((text) => !lines.some((line) => isLike(line, text)))).toEqual([]);
  });
});

describe("docs/import.md", () => {
  const examples = [...document.matchAll(/```console\n(.*)\n([\s\S]*?)```/g)].map(([, first, rest]) => [first!, rest!]);

  test.each(examples)("has an example that prints what it says: %s", async (first, rest) => {
    using own = makeFolder();
    await Bun.write(join(own.path, "staff.xlsx"), files["staff.xlsx"]![0]);
    for (const part of `${first}\n${rest}`.split(/^\$ bin\/teachers /m).slice(1)) {
      const [command, ...output] = part.trimEnd().split("\n");
      const { stdout, stderr } = await run(command!.split(" "), { folder: own.path });
      const printed = (stderr + stdout).trimEnd().split("\n");
      expect(printed).toHaveLength(output.length);
      for (const [i, line] of printed.entries())
        expect([line, output[i]]).toSatisfy(([said, wanted]) => isLike(said!, wanted!));
    }
  });
});
