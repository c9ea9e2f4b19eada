import { expect, test } from "bun:test";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import type { Fault } from "../../import/fault.ts";
import { clipText, withLanguage } from "../../read/language.ts";
import { createPrivateFile } from "./read-apart.ts";
import { describePlace, type FileRow, findHeader, findPlace, nameCell, parseReading, placeText } from "./reading.ts";

const long = "Науковий ступінь, ".repeat(10).trim();

const start: FileRow[] = [
  { place: "1", cells: ["Список викладачів", "", ""] },
  { place: "3", cells: ["№", "ПІБ", " Посада ", ` ${long} `] },
  { place: "4", cells: ["1", "Шевченко Олена", "доцент"] },
];
const none = { listed: [], count: 0 };

test.each<[fault: Partial<Fault>, name: string]>([
  [{ line: 14, column: "Посада" }, "C14"],
  [{ line: 14, column: "Посада", sheet: "Фізичний" }, "Фізичний: C14"],
  [{ line: 14, column: "Кафедра" }, "рядок 14, Кафедра"],
  [{ line: 14, column: clipText(long) }, "D14"],
  [{ line: 14 }, "рядок 14"],
  [{ column: "Посада" }, "Посада"],
  [{}, ""],
])("the cell of %j is %s", (fault, name) => {
  const whole = { sheet: null, line: null, record: null, column: null, message: { code: "noTeachers" }, ...fault };
  expect(withLanguage("uk", () => nameCell(whole as Fault, { start }))).toBe(name);
});

test.each<[place: string, text: string]>([
  ["12", "рядок 12"],
  ["Фізичний, 12", "рядок 12 аркуша «Фізичний»"],
  ["Право, заочне, 7", "рядок 7 аркуша «Право, заочне»"],
])("the place %s is %s", (place, text) => {
  expect(withLanguage("uk", () => describePlace(place))).toBe(text);
});

test("the header has at least as many cells as the row that the import took for it", () => {
  const faultAt = (line: number): Fault => {
    const message = { code: "columnMissing", field: "name", heading: null } as const;
    return { sheet: null, line, record: null, column: null, message };
  };
  const find = (...listed: Fault[]) => findHeader({ start, faults: { listed, count: listed.length } })?.place;
  expect([find(faultAt(3)), find(faultAt(1)), find()]).toEqual(["3", "1", "1"]);
  expect(findHeader({ start: [], faults: none })).toBeUndefined();
});

test("a teacher is found by the id, or by the texts if the id was assigned later", () => {
  const names = ["last_name", "first_name", "middle_name", "degree"];
  const file = createPrivateFile(
    Buffer.from(
      JSON.stringify({ faults: none, start, teachers: [[7, "4", "Шевченко", "Олена", "Іванівна", "доцент"]] }),
    ),
  );
  const reading = parseReading(file);
  file.close();
  const teacher = storedTeacher({
    id: 9,
    last_name: "Шевченко",
    first_name: "Олена",
    middle_name: "Іванівна",
    degree: "доцент",
  });
  expect(names.map((name) => reading.roster.columns[name as "degree"].values)).toEqual([
    ["Шевченко"],
    ["Олена"],
    ["Іванівна"],
    ["доцент"],
  ]);
  const strangers = [{ id: 7 }, { degree: "" }, {}].map((other) => ({ ...teacher, ...other }));
  expect(strangers.map((other) => findPlace(reading, other))).toEqual(["4", null, "4"]);
  expect([placeText(12, null), placeText(12, "Фізичний")]).toEqual(["12", "Фізичний, 12"]);
});
