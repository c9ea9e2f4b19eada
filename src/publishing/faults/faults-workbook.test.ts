import { expect, test } from "bun:test";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { ImportFaults } from "../../import/fault.ts";
import { readTeacherFile } from "../../import/read-roster.ts";
import { cutBytes } from "../reader-testing.ts";
import { withLanguage } from "../texts/language.ts";
import { renderFaultsWorkbook } from "./faults-workbook.ts";
import { createTableCollector } from "./table-collector.ts";

const person = (id: number, last_name: string, first_name: string, middle_name: string, degree: string) =>
  storedTeacher({ id, last_name, first_name, middle_name, degree });

const published: readonly StoredTeacher[] = [
  person(5, "Шевченко", "Тарас", "Григорович", "доцент"),
  person(6, "Коваль", "Олена", "Іванівна", "доцент"),
  person(7, "Сич", "Олена", "Іванівна", "професор"),
];

/** The workbook that an import of the file gives; null if it gives none. */
async function renderWorkbook(file: Uint8Array): Promise<Uint8Array | null> {
  const { tables, ...collector } = createTableCollector();
  const read = readTeacherFile(cutBytes(file, []), collector);
  const { faults, findings } = await read.then(
    ({ findings }) => ({ faults: [], findings }),
    (error: unknown) => {
      if (error instanceof ImportFaults) return error;
      throw error;
    },
  );
  return withLanguage("uk", () => renderFaultsWorkbook(tables, faults, findings!.warnings, published));
}

/** The rows of that workbook. */
async function readBack(file: string | Uint8Array): Promise<(readonly string[])[] | null> {
  const workbook = await renderWorkbook(typeof file === "string" ? new TextEncoder().encode(file) : file);
  if (workbook === null) return null;
  const found: (readonly string[])[] = [];
  await readTeacherFile(cutBytes(workbook, []), { onRow: (fields) => found.push(fields) }).catch(() => null);
  return found;
}

test("the workbook of faults has the same cells, with remarks beside them", async () => {
  const file = "Список,,\nТН,ПІБ,Посада\n8,Шевченко Т.Г.,доцент\nx,Сич О.О.,=1+1\n9,КОВАЛЬ Г.П.,доцент\n";
  expect(await readBack(file)).toEqual([
    ["Список"],
    ["ТН", "ПІБ", "Посада", "Що виправити", "Варто перевірити"],
    ["8", "Шевченко Т.Г.", "доцент"],
    ["x", "Сич О.О.", "=1+1", expect.stringContaining("стовпець «ТН»: «x»")],
    ["9", "КОВАЛЬ Г.П.", "доцент", "Перевірте й за потреби виправте", expect.stringContaining("лише великі літери")],
  ]);
});

test("faults of the whole file are in the row of the headings, and not in the next workbook", async () => {
  const rows = Array.from({ length: 4 }, (_, i) => `${i + 1},Олена Петренко${i},#N/A`);
  const file = ["Список", "ТН,ПІБ,Посада", ...rows].join("\n");
  const found = await readBack(file);
  expect(found![1]).toEqual(["ТН", "ПІБ", "Посада", "Що виправити", "Варто перевірити", expect.any(String)]);
  expect(found![1]![5]).toContain("сумнівний поділ ПІБ");
  const workbook = await renderWorkbook(new TextEncoder().encode(file));
  expect(await readBack(workbook!)).toEqual(found);
});

test("no workbook is written for a file without faults", async () => {
  expect(await readBack("ТН,ПІБ,Посада\n8,Шевченко Т.Г.,доцент\n")).toBeNull();
});

const header = "ТН,Прізвище,Ім'я,По батькові,Посада";

test.each<[why: string, rows: readonly string[], corrected: string]>([
  [
    "a contact beside the name",
    ["5,Шевченко,Тарас,Григорович тел. 050 123 45 67,доцент"],
    "5,Шевченко,Тарас,Григорович,доцент",
  ],
  ["a contact instead of the name", ["5,Шевченко,Тарас,t@example.edu,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["lost letters", ["5,Шевч?нко,Тарас,Григорович,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["a failed formula", ["5,Шевченко,Тарас,Григорович,#N/A"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["a date", ["5,Шевченко,Тарас,01.09.2026,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["no name", ["5,,,,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["decimals", ['"5,00",Новак,Іван,Іванович,доцент'], "5,Новак,Іван,Іванович,доцент"],
  ["digits in groups", ["12 345,Новак,Іван,Іванович,доцент"], "12345,Новак,Іван,Іванович,доцент"],
  ["a failed formula for the id", ["#REF!,Коваль,Олена,Іванівна,доцент"], "6,Коваль,Олена,Іванівна,доцент"],
  [
    "another's id",
    ["5,Шевченко,Тарас,Григорович,доцент", "5,Сич,Олена,Іванівна,професор"],
    "7,Сич,Олена,Іванівна,професор",
  ],
  [
    "an id that another took",
    ["5,Сич,Олена,Іванівна,професор", "5,Шевченко,Тарас,Григорович,доцент"],
    "7,Сич,Олена,Іванівна,професор",
  ],
  ["a digit", ["5,Шевченк0,Тарас,Григорович,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["a note", ["5,Шевченко (декрет),Тарас,Григорович,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["small letters", ["5,шевченко,Тарас,Григорович,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["a newcomer in capital letters", ["8,НОВАК,Іван,Іванович,доцент"], "8,Новак,Іван,Іванович,доцент"],
  ["a newcomer's Latin letter", ["8,Нoвак,Іван,Іванович,доцент"], "8,Новак,Іван,Іванович,доцент"],
  ["no last name", ["5,,Тарас,Григорович,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["no first name", ["5,Шевченко,,Григорович,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["no degree", ["5,Шевченко,Тарас,Григорович,"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["initials", ["5,Шевченко,Т.,Г.,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["swapped names", ["5,Тарас,Шевченко,Григорович,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["the name in one cell", ["5,Шевченко Тарас Григорович,,,доцент"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["a row shifted to the left", ["5,Тарас,Григорович,доцент,"], "5,Шевченко,Тарас,Григорович,доцент"],
  ["another's middle name", ["6,Коваль,Олена,Іванович,доцент"], "6,Коваль,Олена,Іванівна,доцент"],
  [
    "an empty id",
    ["5,Шевченко,Тарас,Григорович,доцент", ",Сич,Олена,Іванівна,професор"],
    "7,Сич,Олена,Іванівна,професор",
  ],
  [
    "an exchange of ids",
    ["5,Сич,Олена,Іванівна,професор", "7,Шевченко,Тарас,Григорович,доцент"],
    "7,Сич,Олена,Іванівна,професор",
  ],
])("%s is corrected", async (_, rows, corrected) => {
  const found = (await readBack([header, ...rows].join("\n")))!.slice(1);
  const own = found.find(([, , , , , remark]) => remark?.includes("уже вписано"));
  expect(own?.slice(0, 5).join(",")).toBe(corrected);
});

test.each<[why: string, row: string]>([
  ["another person has the id", "5,Коваль,Олена,#N/A,доцент"],
  ["other letters were lost", "5,Ковал?нко,Тарас,Григорович,доцент"],
  ["two people may be meant", "x,#N/A,Олена,Іванівна,доцент"],
  ["nobody is known", "8,Новак,Іван,#N/A,доцент"],
  ["the id is taken", "x,Коваль,Олена,Іванівна,доцент\n6,Новак,Іван,Іванович,доцент"],
  ["a last name is new", "7,Новак,Олена,Іванівна,професор"],
  ["the id now means somebody else", "5,Новак,Іван,Іванович,доцент"],
  ["the rest is not one text", "8,Новак,Іван,а 050 123 45 67 б,доцент"],
])("nothing is filled in if %s", async (_, row) => {
  const found = await readBack(`${header}\n${row}\n`);
  expect((found ?? []).flat().filter((cell) => cell.includes("уже вписано"))).toEqual([]);
});

test("another person under a published id has to be checked", async () => {
  const found = await readBack(`${header}\n5,Новак,Іван,Іванович,доцент\n`);
  expect(found![1]!.slice(5)).toEqual([
    "схоже, це інша людина; під цим номером у довіднику: Шевченко Тарас Григорович",
  ]);
});

test("a newcomer's name is put into its columns, or is to be checked", async () => {
  const others = ["11,Новак,Олена,Іванівна,", "12,Чуб,Олена,Іванівна,", "13,Кущ,Олена,Іванівна,"];
  const odd = [
    "14,Олена,Дзюба,Петрівна,",
    "15,Ільчук Ганна Петрівна,,,",
    "16,Гай,Олена,Петрович,",
    "17,Крат,,Іванівна,",
  ];
  const found = await readBack([header, ...others, ...odd].join("\n"));
  expect(found!.slice(4).map((row) => row.slice(0, 4).join(" "))).toEqual([
    "14 Дзюба Олена Петрівна",
    "15 Ільчук Ганна Петрівна",
    "16 Гай Олена Петрович",
    "17 Крат  Іванівна",
  ]);
  expect(found!.slice(6).map((row) => row.at(-1))).toEqual([
    "чоловіче по батькові при жіночому імені або навпаки",
    "немає прізвища або імені",
  ]);
});

test("a new last name in capital letters stays, with small letters", async () => {
  const found = await readBack(`${header}\n7,НОВАК,Олена,Іванівна,професор\n`);
  expect(found![1]!.slice(0, 2)).toEqual(["7", "Новак"]);
});
