import { expect, test } from "bun:test";
import { createRoster } from "../domain/roster.ts";
import { storedTeachersOf } from "../domain/roster-testing.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { openFile } from "../read/formats/open.ts";
import { readFile } from "../read/read.ts";
import { writeTeachersWorkbook, writeTextSheets } from "./workbook-writer.ts";

const teachers = [
  { id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "доцент" },
  { id: 2, last_name: "О’Ніл <&>", first_name: "Т.", degree: "=1+1" },
  { id: 3, last_name: "_x0041_ _x005F_", first_name: "👩‍🏫", degree: '"' },
  { id: 999_999_999_999_999, last_name: "Коваль", degree: "асистент" },
  { id: Number.MAX_SAFE_INTEGER, last_name: "Сич" },
].map(storedTeacher);

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(stream));
}

test.each(["en", "uk"] as const)("a workbook in %s is imported again unchanged", async (lang) => {
  const bytes = await bytesOf(writeTeachersWorkbook([teachers.slice(0, 2), teachers.slice(2)], lang));
  const read = await readFile(Buffer.from(bytes));
  expect(storedTeachersOf(createRoster(read.teachers.rows.ids, read.teachers.rows.columns))).toEqual(teachers);
});

test("sheets of texts keep every text", async () => {
  const rows = [["ТН", "ПІБ", "Посада"], ["5", "Шевченко Т. Г.", "доцент"], [], ["", "Разом", "=1+1"]];
  const bytes = await writeTextSheets([
    { name: "Право", rows },
    { name: "Фізика", rows: [] },
  ]);
  const { tables } = await openFile(Buffer.from(bytes));
  expect([...tables[0]!.rows].map(({ cells }) => cells)).toEqual(rows.filter((row) => row.length > 0));
});

test("others are answered between the batches of a workbook", async () => {
  let answered = 0;
  const seen: number[] = [];
  function* listBatches() {
    for (let i = 0; i < 5; i++) {
      setImmediate(() => answered++);
      yield teachers;
      seen.push(answered);
    }
  }
  await bytesOf(writeTeachersWorkbook(listBatches(), "en"));
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});
