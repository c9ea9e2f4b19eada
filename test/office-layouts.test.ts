/** Lists as personnel offices keep them, saved by LibreOffice, and how many teachers each gives; and the workbooks that we write. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { generateTeachers } from "../sample/generate/teachers.ts";
import { textsOf } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { runAll } from "./support/command-lines.ts";
import { type Cell, convertFiles, renderFods, type SheetRows } from "./support/office.ts";
import { findPart } from "./support/parts.ts";
import { type Finished, makeFolder } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const heading = "№ з/п|Табельний номер|ПІБ|Посада";
/** The rows of six people. */
const all = [
  "Шевченко Тарас Григорович|доцент",
  "Коваль Ганна Петрівна|професор",
  "Мороз Олег Ігорович|асистент",
  "Бойко Ірина Василівна|доцент",
  "Гончар Олена Миколаївна|старший викладач",
  "Ткачук Андрій Юрійович|викладач",
].map((person, i) => `${i + 1}|${101 + i}|${person}`);
const [first, second] = [all.slice(0, 3), all.slice(3)];

/** The cells with these numbers of each row. */
const pick = (rows: readonly string[], ...cells: readonly number[]): string[] =>
  rows.map((row) => cells.map((cell) => row.split("|")[cell]).join("|"));

const groups = [
  ...["Список викладачів|<|<|<", heading, "Кафедра вищої математики|<|<|<", ...first, "Разом по кафедрі: 3|<|<|<"],
  ...["||Кафедра фізики|", ...second, "||Разом по кафедрі фізики|3", "|||Всього: 6"],
];
const faculties = { "Факультет фізики": [heading, ...first], "Факультет права": [heading, ...second] };
/** The sheets of a list, or the rows of its only one; the number of teachers; and what the import says. */
type Layout = readonly [
  what: string,
  sheets: readonly string[] | Readonly<Record<string, readonly string[]>>,
  teachers: number,
  ...said: readonly string[],
];

const skipped = (row: string): string => `note: line ${row}: the row was skipped`;

const layouts: readonly Layout[] = [
  [
    "groups by department",
    groups,
    6,
    ...['3: "Кафедра вищої математики"', '7: "Разом по кафедрі: 3"', '8: "Кафедра фізики"', '13: "Всього: 6"'].map(
      skipped,
    ),
  ],
  [
    "groups without ids",
    pick(groups, 0, 2, 3),
    6,
    skipped('7: "Разом по кафедрі: 3"'),
    'warning: line 3: "Кафедра вищої математики": this does not look like a teacher',
  ],
  [
    "groups in a column of their own",
    [`Кафедра|${heading}`, ...all.map((row, i) => `${i % 3 === 0 ? "Кафедра фізики" : "^"}|${row}`)],
    6,
  ],
  [
    "a heading on every page",
    [heading, "1|2|3|4", ...first, "|||стор. 1 з 2", heading, "1|2|3|4", ...second],
    6,
    ...['6: "стор. 1 з 2"', '7: "№ з/п Табельний номер ПІБ Посада"', '8: "1 2 3 4"'].map(skipped),
  ],
  [
    "headings of two levels",
    [
      ...["Список викладачів", "№|Таб. №|ПІБ|<|<|Посада", "^|^|Прізвище|Ім'я|По батькові|^"],
      ...all.map((row) => row.replaceAll(" ", "|").replace("старший|", "старший ")),
    ],
    6,
  ],
  [
    "a table in any row and column",
    [...Array<string>(12).fill(""), ...[heading, ...all].map((row) => `||||${row}`)],
    6,
  ],
  [
    "a faculty on each sheet",
    faculties,
    0,
    'Choose with --sheet "Факультет фізики" | --sheet "Факультет права" | --all-sheets',
  ],
  [
    "a faculty on each sheet, all of them",
    faculties,
    6,
    '"Факультет фізики": A "№ з/п": not used',
    '"Факультет права": A "№ з/п": not used',
  ],
  [
    "all that is missing at once",
    ["№|Хто|Ким працює", ...pick(all, 0, 2, 3)],
    6,
    ...['B "Хто": name, by its values', 'C "Ким працює": position, by its values', "6 rows have no id"],
  ],
];

const soffice = findPart("soffice");
const folder = makeFolder();
afterAll(folder.remove);

/** Whose names look like formulas, markup or other things to programs of spreadsheets. */
const trickyNames: readonly (readonly [last: string, first: string, middle: string, degree: string])[] = [
  ["Лук\u02bcяненко", "В\u2019ячеслав", "О'Нілович", "старший викладач"],
  ['Д"Арк', "Жан, Ів", "a;b", 'зав."кафедрою"; доц., проф.'],
  ["=1+1", "+38044", "-5", "@SUM(A1)"],
  ["'=1+1", '=HYPERLINK("#example";"x")', "", ""],
  ["\uff1d1+1", "\uff0b380", "'\uff0d5", "''\uff20SUM(A1)"],
  ["😀", "q\u0323\u0301", "שלום", "\u200fמורה"],
  ["<script>alert(1)</script>", "&amp;", "C:\\new\\table", "100% ставки"],
  ["", "Соломія", "", ""],
];
const tricky = trickyNames.map(([last_name, first_name, middle_name, degree], i) =>
  // Excel, unlike LibreOffice, rounds longer ids than the first.
  storedTeacher({ id: 999_999_999_999_999 - i, last_name, first_name, middle_name, degree }),
);
const generated = [...generateTeachers(300, 5)];
const staff = [...generated, ...tricky.toReversed()];

/** The list of an office: with a title, Ukrainian headings, extra columns, and sums. */
const list: SheetRows = [
  ["Список викладачів на 2026 рік"],
  [],
  ["Номер з/п", "Табельний номер", "ПРІЗВИЩЕ", "Ім'я", "По батькові", "Посада", "Кафедра", "Дата прийому"],
  ...generated.map((teacher, i) => [i + 1, teacher.id, ...textsOf(teacher), "Кафедра математики", "01.09.2020"]),
  ["", "", "Разом:", 300],
  ["", "", "Начальник відділу кадрів", "", "", "О. Іваненко"],
];

const formula = (text: string) => ({ xml: `<table:table-cell table:formula="of:=${text}"/>` });
const cellsOfAllKinds: SheetRows = [
  [],
  ["", "ID", "Прізвище", "Ім\u2019я", "По батькові", "Посада"],
  [
    "",
    { xml: '<table:table-cell office:value-type="float" office:value="12"><text:p>12,00</text:p></table:table-cell>' },
    {
      xml: "<table:table-cell><office:annotation><text:p>перевірити!</text:p></office:annotation><text:p>Шев<text:span>чен</text:span>ко &lt;&#x2019;&gt;</text:p></table:table-cell>",
    },
    formula("1/0"),
    formula("DATE(2026;9;1)"),
    formula("&quot;#&quot;&amp;&quot;REF!&quot;"),
  ],
  ...Array<Cell[]>(2).fill(["", 13, ...Array<Cell>(4).fill("а &amp; б")]),
  [{ xml: '<table:table-cell table:number-columns-repeated="16384"/>' }],
];

const savedFormats = ["xlsx", "ods"] as const;
let imported: Finished[] = [];
let lists: Finished[] = [];
let exported: Finished[] = [];
let kinds: Finished[] = [];

beforeAll(async () => {
  if (soffice === null) return;
  const at = (file: string): string => join(folder.path, file);
  for (const [i, [, sheets]] of layouts.entries()) {
    const named = Object.entries(Array.isArray(sheets) ? { Аркуш1: sheets } : sheets);
    const cells = named.map(([name, rows]: [string, string[]]) => [name, rows.map((row) => row.split("|"))]);
    await Bun.write(at(`layout-${i}.fods`), renderFods(Object.fromEntries(cells)));
  }
  await Bun.write(at("list.fods"), renderFods({ Аркуш1: list }));
  await Bun.write(at("cells.fods"), renderFods({ Титул: [["Список"]], "Кадри &amp; інші": cellsOfAllKinds }));
  await publish(folder.path, staff, "sqlite:staff.db");
  await publish(folder.path, generated, "sqlite:list.db");
  const wrong = "ТН,ПІБ,Посада\n101,Шевченко Т.Г.,доцент\nx,Сич О.О.,=1+1\n103,КОВАЛЬ Г.П.,доцент\n";
  await Bun.write(at("wrong.csv"), wrong);
  const runLines = (...lines: readonly string[]) => runAll(lines, folder.path);
  await runLines(
    "export --output staff.xlsx --lang uk --database sqlite:staff.db",
    "import wrong.csv --dry-run --annotated wrong.xlsx --lang uk",
  );
  await convertFiles(soffice, folder.path, "xlsx", [
    "list.fods",
    "cells.fods",
    "staff.xlsx",
    ...layouts.map((_, i) => `layout-${i}.fods`),
  ]);
  await convertFiles(soffice, folder.path, "ods", ["list.fods", "cells.fods", "staff.xlsx"]);
  await convertFiles(soffice, folder.path, "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false", [
    "staff.xlsx",
    "wrong.xlsx",
  ]);
  await Bun.write(at("saved/list.xlsx.gz"), gzipSync(await Bun.file(at("saved/list.xlsx")).bytes()));
  imported = await runLines(
    ...layouts.map(([what], i) => {
      const line = `import saved/layout-${i}.xlsx --dry-run --json --yes`;
      return what.endsWith("all of them") ? `${line} --all-sheets` : line;
    }),
  );
  kinds = await runLines(...savedFormats.map((format) => `import saved/cells.${format}`));
  lists = await runLines(
    ...["xlsx", "ods", "xlsx.gz"].map((ending) => `import saved/list.${ending} --yes --database sqlite:list.db`),
  );
  exported = await runLines(
    ...["staff.xlsx", "saved/staff.xlsx", "saved/staff.ods"].map((file) => `import ${file} --database sqlite:staff.db`),
  );
});

describe.skipIf(soffice === null)("a list is read that has", () => {
  test.each(layouts.map(([what, , teachers, ...said], i) => [what, teachers, said, i] as const))(
    "%s",
    (_, teachers, said, i) => {
      const { exitCode, stdout, stderr } = imported[i]!;
      for (const text of said) expect(stderr).toContain(text);
      expect(exitCode === 1 ? 0 : JSON.parse(stdout).counts.added, stderr).toBe(teachers);
    },
  );

  test("a title, extra columns and sums, whatever the format", () => {
    for (const { stdout, stderr } of lists) {
      expect(stdout, stderr).toStartWith("Nothing to publish: 0 added, 0 changed, 0 removed, 300 unchanged");
      expect(stderr).toContain('A "Номер з/п": not used; B "Табельний номер": id, by its heading; C "ПРІЗВИЩЕ"');
      expect(stderr).toContain(`note: skipped above the header: 1
note: line 304: "Разом: 300": the row was skipped: it is not a teacher
note: line 305: "Начальник відділу кадрів О. Іваненко": the row was skipped: it is not a teacher
`);
    }
  });

  test.each(savedFormats.map((format, i) => [format, i] as const))("cells of all kinds, as %s", (_, i) => {
    const { exitCode, stderr } = kinds[i]!;
    expect(exitCode).toBe(1);
    for (const text of [
      'error: Кадри & інші: D3 "Ім\u2019я": "#DIV/0!" is a formula that failed',
      'error: Кадри & інші: E3 "По батькові": "2026-09-01" is a date',
      'error: Кадри & інші: F3 "Посада": "#REF!" is a formula that failed',
      'warning: Кадри & інші: C3 "Прізвище": "Шевченко <\u2019>": stray punctuation',
      'warning: Кадри & інші: C4 "Прізвище": "а & б а & б а & б, а & б": this looks like several people',
      'note: Кадри & інші: F5 "Посада": "а & б а & б а & б": the same as line 4',
    ])
      expect(stderr).toContain(text);
  });
});

describe.skipIf(soffice === null)("a workbook that we write", () => {
  const readCells = (name: string): Promise<string> => Bun.file(join(folder.path, "saved", `${name}.csv`)).text();

  test("has Ukrainian headings, numbers for ids, and texts", async () => {
    const cells = await readCells("staff");
    expect(parse(cells)).toEqual([
      ["ID", "Прізвище", "Ім\u2019я", "По батькові", "Посада"],
      ...staff.map((teacher) => [String(teacher.id), ...textsOf(teacher)]),
    ]);
    for (const line of cells.trimEnd().split("\n").slice(1)) expect(line).toMatch(/^\d+(?:,(?:"(?:[^"]|"")*")?){4}$/);
  });

  test("is imported again unchanged, also as LibreOffice saves it", () => {
    for (const { stdout, stderr } of exported)
      expect(stdout, stderr).toStartWith("Nothing to publish: 0 added, 0 changed, 0 removed, 308 unchanged");
  });

  test("has the cells of a file with faults, and what to correct", async () => {
    expect(parse(await readCells("wrong"), { relax_column_count: true })).toEqual([
      ["Що виправити", "ТН", "ПІБ", "Посада"],
      ["", "101", "Шевченко Т.Г.", "доцент"],
      [
        "«x» не є номером; введіть правильний номер або очистьте клітинку · зайві розділові знаки",
        "x",
        "Сич О.О.",
        "=1+1",
      ],
      ["усе великими літерами", "103", "КОВАЛЬ Г.П.", "доцент"],
    ]);
  });
});
