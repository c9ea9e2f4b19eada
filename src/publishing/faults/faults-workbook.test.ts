import { expect, test } from "bun:test";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { ImportFaults } from "../../import/fault.ts";
import { readTeacherFile } from "../../import/read-roster.ts";
import { withLanguage } from "../../read/language.ts";
import { cutBytes } from "../reader-testing.ts";
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

test("a cell is never corrected", async () => {
  const rows = ["5,Шевченко,Тарас,Григорович тел. 050 123 45 67,доцент", '"6,00",КОВАЛЬ,Олена,Іванівна,доцент'];
  const found = await readBack([header, ...rows].join("\n"));
  expect(found!.slice(1).map((cells) => cells.slice(0, 5).join())).toEqual([
    rows[0]!,
    "6,00,КОВАЛЬ,Олена,Іванівна,доцент",
  ]);
});

test("another person under a published id has to be checked", async () => {
  const found = await readBack(`${header}\n5,Новак,Іван,Іванович,доцент\n`);
  expect(found![1]!.slice(5)).toEqual([
    "схоже, це інша людина; під цим номером у довіднику: Шевченко Тарас Григорович",
  ]);
});

test("a change or a newcomer that looks like a mistake has to be checked", async () => {
  const others = ["11,Новак,Олена,Іванівна,", "12,Чуб,Олена,Іванівна,", "13,Кущ,Олена,Іванівна,"];
  const odd = ["6,Коваль,О.,І.,доцент", "14,Олена,Дзюба,Петрівна,", "16,Гай,Олена,Петрович,", "17,Крат,,Іванівна,"];
  const found = await readBack([header, ...others, ...odd].join("\n"));
  expect(found!.slice(4).map((cells) => cells.at(-1))).toEqual([
    "зникла частина ПІБ або посада; під цим номером у довіднику: Коваль Олена Іванівна",
    "частини ПІБ не у своїх стовпцях",
    "чоловіче по батькові при жіночому імені або навпаки",
    "немає прізвища або імені",
  ]);
});
