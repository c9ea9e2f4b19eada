import { expect, test } from "bun:test";
import type { ImportFaults } from "../import/fault.ts";
import { readTeacherFile } from "../import/read-roster.ts";
import { createRowCollector, renderFaultsWorkbook } from "./faults-workbook.ts";
import { cutBytes } from "./reader-testing.ts";
import { setLanguage } from "./texts/language.ts";

/** The rows of the workbook that an import of the file gives; null if it gives none. */
async function readBack(file: string): Promise<(readonly string[])[] | null> {
  const { rows, onRow } = createRowCollector();
  const read = readTeacherFile(cutBytes(new TextEncoder().encode(file), []), { format: "csv", onRow });
  const { faults, findings } = await read.then(
    ({ findings }) => ({ faults: [], findings }),
    (error: unknown) => error as ImportFaults,
  );
  setLanguage("uk");
  const workbook = await renderFaultsWorkbook(rows, faults, findings!);
  setLanguage("en");
  if (workbook === null) return null;
  const found: (readonly string[])[] = [];
  await readTeacherFile(cutBytes(workbook, []), { onRow: (fields) => found.push(fields) }).catch(() => null);
  return found;
}

test("the workbook of faults has the same cells, and what to correct beside them", async () => {
  const file = "Список,,\nТН,ПІБ,Посада\n5,Шевченко Т.Г.,доцент\nx,Сич О.О.,=1+1\n6,КОВАЛЬ Г.П.,доцент\n";
  expect(await readBack(file)).toEqual([
    ["Список", "", "", "Що виправити"],
    ["ТН", "ПІБ", "Посада"],
    ["5", "Шевченко Т.Г.", "доцент"],
    ["x", "Сич О.О.", "=1+1", expect.stringContaining("стовпець «ТН»: «x»")],
    ["6", "КОВАЛЬ Г.П.", "доцент", expect.stringContaining("лише великі літери")],
  ]);
});

test("no workbook is written for a file without faults", async () => {
  expect(await readBack("ТН,ПІБ,Посада\n5,Шевченко Т.Г.,доцент\n")).toBeNull();
});
