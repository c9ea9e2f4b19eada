import { expect, test } from "bun:test";
import type { Fault } from "../import/fault.ts";
import type { ImportMessage, WarningCode } from "../import/message.ts";
import {
  findColumnField,
  findQuestions,
  listQuestions,
  mapColumns,
  noAnswers,
  parseOldAnswers,
  renderAnswers,
} from "./answers.ts";

const faultOf = (message: ImportMessage, line: number | null = null): Fault => {
  return { sheet: null, line, record: null, column: null, message };
};

test.each<[message: ImportMessage, questions: readonly string[]]>([
  [{ code: "severalSheets", sheets: ["А", "Б"] }, ["sheet"]],
  [{ code: "notAnId", value: " ", damage: null }, ["ids"]],
  [{ code: "notAnId", value: "12а", damage: null }, []],
  [{ code: "columnMissing", field: "id", heading: null }, ["columns", "ids"]],
  [{ code: "columnMissing", field: "degree", heading: null }, ["columns"]],
  [{ code: "secretColumn", wanted: "РНОКПП" }, ["columns"]],
  [{ code: "noTeachers" }, []],
])("%j is resolved by answers about %j", (message, questions) => {
  expect(findQuestions(faultOf(message))).toEqual([...questions] as ReturnType<typeof findQuestions>);
});

test("the first of two columns with the same field wins", () => {
  expect(mapColumns(["Хто", "Ще хтось", "Де", "№"], ["name", "name", "", "password"])).toEqual({ name: "Хто" });
});

test("a column is read by the answer, or else by its heading", () => {
  const answers = { columnMap: { degree: "Ким працює" } };
  const fieldOf = (heading: string, ...values: string[]) => findColumnField(heading, answers, values);
  expect([" ким  працює", "Прізвище", "Кафедра"].map((heading) => fieldOf(heading))).toEqual([
    "degree",
    "last_name",
    undefined,
  ]);
  expect([fieldOf("Номер", "1001", "1002"), fieldOf("Номер", "1", "2")]).toEqual(["id", undefined]);
});

test("a column without a heading is no field, and is not remembered", () => {
  const answers = { columnMap: { degree: "Ким працює" } };
  expect(["", " ", "-"].map((heading) => findColumnField(heading, answers, ["1", "2"]))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(mapColumns(["", " \n", "Ким"], ["id", "name", "degree"])).toEqual({ degree: "Ким" });
});

test("a row with several warnings is asked about once", () => {
  const row = (line: number | null, value: string): Fault => faultOf({ code: "digit", value }, line);
  const group = (...listed: Fault[]) => ({ listed, count: listed.length });
  const warnings: [WarningCode, ReturnType<typeof group>][] = [
    ["digit", group(row(2, "а1"), row(2, "б2"), row(3, "в3"), row(null, "г4"))],
    ["capitals", group(row(9, "ДЕ"))],
  ];
  const { rows, namesakes, asked } = listQuestions({ faults: group(), warnings });
  expect([rows.map(({ line }) => line), namesakes, [...asked]]).toEqual([[2, 3], [], []]);
});

test("answers are stored as text, and an invalid text counts as no answers", () => {
  const answers = { columnMap: { name: "Хто" }, sheet: null, allSheets: true, givesIds: false };
  expect(parseOldAnswers(renderAnswers(answers))).toEqual(answers);
  expect(renderAnswers(noAnswers)).toBe("");
  expect(parseOldAnswers('{"columnMap":{"name":5,"other":"x"},"sheet":7,"allSheets":"yes"}')).toEqual(noAnswers);
});
