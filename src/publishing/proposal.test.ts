import { expect, test } from "bun:test";
import { findChanges } from "../domain/changes/roster-changes.ts";
import { createRosterBuilder } from "../domain/roster.ts";
import { listDoubtful } from "./proposal.ts";
import type { FileReading } from "./reading/reading.ts";
import type { Review } from "./review.ts";

type Row = readonly [id: number, ...texts: string[]];

function list(before: readonly Row[], after: readonly Row[], warnings: FileReading["warnings"] = []): string[] {
  const [old, current] = [before, after].map((rows) => {
    const builder = createRosterBuilder();
    for (const [id, ...texts] of rows) builder.add(id, texts, 0);
    return builder.finish();
  });
  const changes = findChanges(old!, current!);
  const places = new Map(after.map(([id], i) => [id, String(i + 2)]));
  return listDoubtful({ changes } as Review, { warnings, places, roster: current } as unknown as FileReading);
}

const koval: Row = [5, "Коваль", "Олена", "Іванівна", "доцент"];
const sych: Row = [6, "Сич", "Тарас", "Петрович", "доцент"];

test("people who have exchanged their ids look like mistakes", () => {
  const after: Row[] = [
    [5, ...(sych.slice(1) as string[])],
    [6, ...(koval.slice(1) as string[])],
  ];
  expect(list([koval, sych], after)).toEqual([
    "line 2: Коваль Олена Іванівна, доцент → Сич Тарас Петрович, доцент: this seems to be another person",
    "line 3: Сич Тарас Петрович, доцент → Коваль Олена Іванівна, доцент: this seems to be another person",
  ]);
});

test("a newcomer without a first name looks like a mistake", () => {
  expect(list([koval], [koval, [7, "Чуб", "", "", "доцент"]])).toEqual([
    "line 3: Чуб, доцент: no last name or no first name",
  ]);
});

test.each<[what: string, row: Row, lines: readonly string[]]>([
  [
    "swapped names",
    [9, "Олена", "Чуб", "Петрівна", ""],
    ["line 5: Олена Чуб Петрівна: names are in each other's columns"],
  ],
  [
    "a middle name before the last name",
    [9, "Ганна", "Петрівна", "Чуб", ""],
    ["line 5: Ганна Петрівна Чуб: names are in each other's columns"],
  ],
  [
    "the middle name of a man beside a woman's name",
    [9, "Чуб", "Олена", "Петрович", ""],
    ["line 5: Чуб Олена Петрович: a middle name of the other gender"],
  ],
  ["an ordinary name", [9, "Чуб", "Ганна", "Петрівна", ""], []],
  ["a foreign name", [9, "Лі", "Вей", "", ""], []],
])("a newcomer with %s", (_, row, lines) => {
  const others = [5, 6, 7].map((id): Row => [id, `Коваль${id}`, "Олена", "Іванівна", ""]);
  expect(list(others, [...others, row])).toEqual([...lines]);
});

test("a warning counts for new and changed people only", () => {
  const warnAt = (line: number): FileReading["warnings"] => {
    const fault = { sheet: null, line, record: null, column: "Прізвище", message: { code: "digit", value: "К0валь" } };
    return [["digit", { listed: [fault], count: 1 }]] as FileReading["warnings"];
  };
  const after: Row[] = [koval, [6, "Сич", "Тарас", "Петрович", "професор"]];
  expect(list([koval, sych], after, warnAt(2))).toEqual([]);
  expect(list([koval, sych], after, warnAt(3))).toEqual(['line 3, column "Прізвище": "К0валь" has a digit in a name']);
});
