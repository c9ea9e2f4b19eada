/** Lists as personnel offices keep them, saved by LibreOffice, and how many teachers each gives; and the workbooks that we write. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { textsOf } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { runAll } from "./support/command-lines.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { isLong } from "./support/long.ts";
import { type Cell, convertFiles, renderFods, type SheetRows, textFilter } from "./support/office.ts";
import { findPart } from "./support/parts.ts";
import { type Finished, makeFolder } from "./support/program.ts";
import { publish } from "./support/publish.ts";

type Person = readonly [last: string, first: string, middle: string, degree: string];

const people: readonly Person[] = [
  ["Шевченко", "Тарас", "Григорович", "доцент"],
  ["Коваль", "Ганна", "Петрівна", "професор"],
  ["Мороз", "Олег", "Ігорович", "асистент"],
  ["Бойко", "Ірина", "Василівна", "доцент"],
  ["Гончар", "Олена", "Миколаївна", "старший викладач"],
  ["Ткачук", "Андрій", "Юрійович", "викладач"],
];
const nameOf = ([last, first, middle]: Person): string => `${last} ${first} ${middle}`;
const shortNameOf = ([last, first, middle]: Person): string => `${last} ${first[0]}.${middle[0]}.`;

/** A text that spans this many columns and rows. */
const merged = (text: string, columns: number, rows = 1): Cell => ({ text, columns, rows });
const under: Cell = { text: "", isCovered: true };

const heading = ["№ з/п", "Табельний номер", "ПІБ", "Посада"];
const row = (i: number): Cell[] => [i + 1, 101 + i, nameOf(people[i]!), people[i]![3]];
const rows = (from: number, to: number): Cell[][] => people.slice(from, to).map((_, i) => row(from + i));
const withoutIds = (table: SheetRows): SheetRows => table.map((cells) => cells.filter((_, i) => i !== 1));
const wide = (text: string): Cell[] => [merged(text, 4), under, under, under];
const table = (columns: readonly string[], rowOf: (person: Person, i: number) => Cell[]): SheetRows => [
  columns,
  ...people.map(rowOf),
];

interface Layout {
  readonly sheets: Readonly<Record<string, SheetRows>>;
  readonly flags?: readonly string[];
  /** The number of teachers that the import reads; 0 if it refuses the file. */
  readonly teachers: number;
  /** The messages of the import about the layout. */
  readonly said: readonly string[];
}

const one = (rows: SheetRows, said: readonly string[] = [], flags: readonly string[] = [], teachers = 6): Layout => ({
  sheets: { Аркуш1: rows },
  flags,
  teachers,
  said,
});

const groups: SheetRows = [
  wide("Список викладачів"),
  heading,
  wide("Кафедра вищої математики"),
  ...rows(0, 3),
  wide("Разом по кафедрі: 3"),
  ["", "", "Кафедра фізики", ""],
  ...rows(3, 6),
  ["", "", "Разом по кафедрі фізики", 3],
  ["", "", "", "Всього: 6"],
];
const faculties = { "Факультет фізики": [heading, ...rows(0, 3)], "Факультет права": [heading, ...rows(3, 6)] };
const posts = (share: readonly number[]): SheetRows => [
  ["ТН", "ПІБ", "Посада", ...(share.length > 0 ? ["Ставка"] : [])],
  ...[...people, [...people[0]!.slice(0, 3), "декан"] as unknown as Person].map((person, i): Cell[] => [
    101 + (i % 6),
    nameOf(person),
    person[3],
    ...share.slice(i === 6 ? 1 : 0).slice(0, 1),
  ]),
];
const personnel = (numberOf: (i: number) => string): SheetRows =>
  table(["ТН", "ПІБ", "Посада"], (person, i) => [numberOf(i), nameOf(person), person[3]]);

/** The layouts by a description of the list. */
const layouts: Readonly<Record<string, Layout>> = {
  "groups by department": one(groups, [
    'note: line 3: "Кафедра вищої математики": the row was skipped',
    'note: line 7: "Разом по кафедрі: 3": the row was skipped',
    'note: line 8: "Кафедра фізики": the row was skipped',
    'note: line 13: "Всього: 6": the row was skipped',
  ]),
  "groups without ids": one(withoutIds(groups), [
    'note: line 7: "Разом по кафедрі: 3": the row was skipped',
    'warning: line 3: "Кафедра вищої математики": this seems to be no teacher',
  ]),
  "groups in a column of their own": one([
    ["Кафедра", ...heading.slice(1)],
    ...people.map((_, i) => [i % 3 === 0 ? merged("Кафедра фізики", 1, 3) : under, ...row(i).slice(1)]),
  ]),
  "a heading on every page": one(
    [heading, [1, 2, 3, 4], ...rows(0, 3), ["", "", "", "стор. 1 з 2"], heading, [1, 2, 3, 4], ...rows(3, 6)],
    [
      'note: line 6: "стор. 1 з 2": the row was skipped',
      'note: line 7: "№ з/п Табельний номер ПІБ Посада": the row was skipped',
      'note: line 8: "1 2 3 4": the row was skipped',
    ],
  ),
  "headings of two levels": one([
    ["Список викладачів"],
    [merged("№", 1, 2), merged("Таб. №", 1, 2), merged("ПІБ", 3), under, under, merged("Посада", 1, 2)],
    [under, under, "Прізвище", "Ім'я", "По батькові", under],
    ...people.map((person, i): Cell[] => [i + 1, 101 + i, ...person]),
  ]),
  "a table in any row and column": one([
    ...Array<Cell[]>(12).fill([]),
    ...[heading, ...rows(0, 6)].map((cells) => ["", "", "", "", ...cells]),
  ]),
  "a faculty on each sheet": {
    sheets: faculties,
    teachers: 0,
    said: ['Choose with --sheet "Факультет фізики" | --sheet "Факультет права" | --all-sheets'],
  },
  "a faculty on each sheet, all of them": {
    sheets: faculties,
    flags: ["--all-sheets"],
    teachers: 6,
    said: ['"Факультет фізики": A "№ з/п": not used', '"Факультет права": A "№ з/п": not used'],
  },
  "two posts": one(posts([]), [
    'note: C8 "Посада": "Шевченко Тарас Григорович": a second position; "доцент" is listed, not "декан"',
  ]),
  "two posts with their shares": one(posts([0.25, 1]), [
    'note: C2 "Посада": "Шевченко Тарас Григорович": a second position; "декан" is listed, not "доцент"',
  ]),
  "names with initials": one(
    table(["Код", "Прізвище І.Б.", "Посада"], (person, i) => [i + 1, shortNameOf(person), person[3]]),
    ['B "Прізвище І.Б.": name, by its heading'],
  ),
  "names with degrees, particles and patronymics": one(
    [
      ["Код", "Викладач"],
      ...[
        "доц.Шевченко Т.Г.",
        "Алієв Гасан Ахмед огли, доцент",
        "де Сильва Марія Антонівна",
        "ван дер Берг Ян",
        "проф. Коваль Г.П.",
        "Тарас МОРОЗ",
      ].map((name, i): Cell[] => [i + 1, name]),
    ],
    ["the column has names and positions"],
  ),
  "personnel numbers with letters": one(
    personnel((i) => `КН-00100${i}`),
    ['A2 "ТН": "КН-001000": only the digits of the id were used'],
  ),
  "personnel numbers that differ by letters": one(
    personnel((i) => `${i % 2 === 0 ? "КН" : "ФК"}-00100${i >> 1}`),
    ['error: A3 "ТН": "1000": the id 1000 is also in line 2, with another name'],
    [],
    0,
  ),
  "headings by their words": one(
    table(
      [
        "Код кафедри",
        "ID ЄДЕБО",
        "Прізвище працівника",
        "Власне ім'я",
        "По батькові (за наявності)",
        "Найменування посади",
        "Дата народження",
        "РНОКПП",
      ],
      (person, i) => [7, 101 + i, ...person, "01.02.1970", "1234567890"],
    ),
    ['G "Дата народження": not used', 'H "РНОКПП": not used, such numbers are never published'],
  ),
  "two columns of one field": one(
    table(["ТН", "Співробітник", "Посада", "Науковий ступінь та вчене звання"], (person, i) => [
      101 + i,
      nameOf(person),
      person[3],
      "к.т.н.",
    ]),
    ["Column C is read as degree; for another one: --map degree=D"],
  ),
  "two columns of one field, named": one(
    table(["ТН", "Співробітник", "Посада", "Науковий ступінь та вчене звання"], (person, i) => [
      101 + i,
      nameOf(person),
      person[3],
      "к.т.н.",
    ]),
    [],
    ["--map", "degree=Посада"],
  ),
  "all that is missing at once": one(
    table(["№", "Хто", "Ким працює"], (person, i) => [i + 1, nameOf(person), person[3]]),
    ['B "Хто": name, by its values', 'C "Ким працює": degree, by its values', "6 rows have no id"],
  ),
};

const soffice = findPart("soffice");
const folder = makeFolder();
const formats = isLong ? (["xlsx", "ods"] as const) : (["xlsx"] as const);
const cases = Object.entries(layouts).flatMap(([what, layout], i) =>
  formats.map((format) => [`${what}, ${format}`, layout, `layout-${i}.${format}`, format] as const),
);
/** Whose names look like formulas, markup or other things to programs of spreadsheets. */
const trickyNames: readonly Person[] = [
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
const staff = [...generateTeachers(300, 5), ...tricky.toReversed()];
let imported: Finished[] = [];
let exported: Finished[] = [];

beforeAll(async () => {
  if (soffice === null) return;
  const at = (file: string): string => join(folder.path, file);
  for (const [i, { sheets }] of Object.values(layouts).entries())
    await Bun.write(at(`layout-${i}.fods`), renderFods(sheets));
  await publish(folder.path, staff, "sqlite:staff.db");
  await Bun.write(
    at("wrong.csv"),
    "ТН,ПІБ,Посада\n101,Шевченко Т.Г.,доцент\nx,Сич О.О.,=1+1\n103,КОВАЛЬ Г.П.,доцент\n",
  );
  const database = ["--database", "sqlite:staff.db"];
  await runAll(
    [
      { args: ["export", "--output", "staff.xlsx", "--lang", "uk", ...database] },
      { args: ["import", "wrong.csv", "--dry-run", "--annotated", "wrong.xlsx", "--lang", "uk"] },
    ],
    folder.path,
  );
  const cells = textFilter(",", "utf-8", "quoted");
  await convertFiles(soffice, folder.path, [
    ...cases.map(([, , to, format]) => ({ from: to.replace(/\w+$/, "fods"), to, format })),
    ...(["xlsx", "ods"] as const).map((format) => ({ from: "staff.xlsx", to: `saved.${format}`, format })),
    { from: "staff.xlsx", to: "staff-cells.csv", format: cells },
    { from: "wrong.xlsx", to: "wrong-cells.csv", format: cells },
  ]);
  imported = await runAll(
    cases.map(([, { flags = [] }, file]) => ({ args: ["import", file, "--dry-run", "--json", "--yes", ...flags] })),
    folder.path,
  );
  exported = await runAll(
    ["staff.xlsx", "saved.xlsx", "saved.ods"].map((file) => ({ args: ["import", file, ...database] })),
    folder.path,
  );
});

afterAll(() => folder.remove());

describe.skipIf(soffice === null)("a list is read that has", () => {
  test.each(cases.map(([what, layout], i) => [what, layout, i] as const))("%s", (_, { teachers, said }, i) => {
    const { exitCode, stdout, stderr } = imported[i]!;
    for (const text of said) expect(stderr).toContain(text);
    expect(exitCode === 1 ? 0 : JSON.parse(stdout).counts.added, stderr).toBe(teachers);
  });
});

describe.skipIf(soffice === null)("a workbook that we write", () => {
  test("has Ukrainian headings, numbers for ids, and texts", async () => {
    const cells = await Bun.file(join(folder.path, "staff-cells.csv")).text();
    expect(parse(cells)).toEqual([
      ["ID", "Прізвище", "Ім\u2019я", "По батькові", "Посада"],
      ...staff.map((teacher) => [String(teacher.id), ...textsOf(teacher)]),
    ]);
    for (const line of cells.trimEnd().split("\n").slice(1)) expect(line).toMatch(/^\d+(?:,(?:"(?:[^"]|"")*")?){4}$/);
  });

  test.each(
    ["export --output staff.xlsx", "the same, saved by LibreOffice", "saved as ODS"].map(
      (what, i) => [what, i] as const,
    ),
  )("is imported again unchanged: %s", (_, i) => {
    const { stdout, stderr } = exported[i]!;
    expect(stdout, stderr).toStartWith("Nothing to publish: 0 added, 0 changed, 0 removed, 308 unchanged");
  });

  test("has the cells of a file with faults, and what to correct", async () => {
    const cells = parse(await Bun.file(join(folder.path, "wrong-cells.csv")).text(), { relax_column_count: true });
    expect(cells).toEqual([
      ["Що виправити", "ТН", "ПІБ", "Посада"],
      ["", "101", "Шевченко Т.Г.", "доцент"],
      ["«x» не є номером · зайві розділові знаки", "x", "Сич О.О.", "=1+1"],
      ["усе великими літерами", "103", "КОВАЛЬ Г.П.", "доцент"],
    ]);
  });
});
