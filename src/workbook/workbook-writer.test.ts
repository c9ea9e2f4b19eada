import { expect, test } from "bun:test";
import { storedTeachersOf } from "../domain/roster-testing.ts";
import { storedTeacher } from "../domain/teacher-testing.ts";
import { readTeacherFile } from "../import/read-roster.ts";
import { cutBytes } from "../publishing/reader-testing.ts";
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
  const { roster } = await readTeacherFile(cutBytes(bytes, []), {}).catch((error) => {
    throw new Error(JSON.stringify(error.faults));
  });
  expect(storedTeachersOf(roster)).toEqual(teachers);
});

test("sheets of texts keep every text", async () => {
  const rows = [["ТН", "ПІБ", "Посада"], ["5", "Шевченко Т. Г.", "доцент"], [], ["", "Разом", "=1+1"]];
  const bytes = await writeTextSheets([
    { name: "Право", rows },
    { name: "Фізика", rows: [] },
  ]);
  const found: (readonly string[])[] = [];
  await readTeacherFile(cutBytes(bytes, []), { onRow: (fields) => found.push(fields) });
  expect(found).toEqual(rows.filter((row) => row.length > 0));
});

test("only rows with a remark are shown, even with a long one", async () => {
  const long = "а".repeat(300);
  const rows = [
    ["ТН", "ПІБ", "Що виправити"],
    ["5", "Шевченко Т. Г."],
    ["6", "Сич О. О.", long],
  ];
  const remarks = { headerRow: 0, width: 2, highlights: [{ row: 2, column: 1, kind: "fault" as const }] };
  const { readXlsx } = await import("hucre/xlsx");
  const workbook = await readXlsx(await writeTextSheets([{ name: "Право", rows, remarks }]));
  const { rowDefs, autoFilter, rows: found } = workbook.sheets[0]!;
  expect([...rowDefs!].filter(([, { hidden }]) => hidden).map(([row]) => row)).toEqual([1]);
  expect(autoFilter).toEqual({ range: "A1:C3", columns: [{ colIndex: 2, filters: [long.slice(0, 255)] }] });
  expect(found[2]).toEqual([6, "Сич О. О.", long]);
});
