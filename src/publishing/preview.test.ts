import { expect, test } from "bun:test";
import { findChanges } from "../domain/changes/roster-changes.ts";
import { createRosterBuilder } from "../domain/roster.ts";
import { findNewLastNames, groupChanges, showSides } from "./preview.ts";

type Row = readonly [id: number, ...texts: string[]];

function find(before: readonly Row[], after: readonly Row[]) {
  const [old, current] = [before, after].map((rows) => {
    const builder = createRosterBuilder();
    for (const [id, ...texts] of rows) builder.add(id, texts, 0);
    return builder.finish();
  });
  return findChanges(old!, current!);
}

test("a new last name is detected if one person was removed and one added with the same other names and degree", () => {
  const changes = find([[6, "Коваль", "Олена", "Іванівна", "доцент"]], [[9, "Сич", "Олена", "Іванівна", "доцент"]]);
  const newLastNames = findNewLastNames(changes);
  const sides = [...changes.list("removed"), ...changes.list("added")].map((change) => showSides(change, newLastNames));
  expect(sides).toEqual([
    ["Коваль Олена Іванівна, доцент", "perhaps Сич Олена Іванівна (9)"],
    ["perhaps Коваль Олена Іванівна (6)", "Сич Олена Іванівна, доцент"],
  ]);
});

test.each<[why: string, after: readonly Row[]]>([
  [
    "two people came",
    [
      [8, "Чуб", "Олена", "Іванівна", "доцент"],
      [9, "Сич", "Олена", "Іванівна", "доцент"],
    ],
  ],
  ["the degree is another", [[9, "Сич", "Олена", "Іванівна", "професор"]]],
  ["the last name is the same", [[9, "Коваль", "Олена", "Іванівна", "доцент"]]],
])("no new last name is detected if %s", (_, after) => {
  expect(findNewLastNames(find([[6, "Коваль", "Олена", "Іванівна", "доцент"]], after)).size).toBe(0);
});

test("initials are not compared", () => {
  expect(findNewLastNames(find([[6, "Коваль", "О.", "І.", ""]], [[9, "Сич", "О.", "І.", ""]])).size).toBe(0);
});

test("each group has as many changes as its heading says, even if a name differs only in letter case", () => {
  const before: Row[] = [
    [1, "КОВАЛЬ", "Олена", "Іванівна", "доцент"],
    [2, "Сич", "Олена", "Іванівна", "доцент"],
    [3, "Чуб", "Олена", "Іванівна", "доцент"],
  ];
  const after: Row[] = [
    [1, "Коваль", "Олена", "Іванівна", "доцент"],
    [2, "Сова", "Олена", "Іванівна", "професор"],
    [3, "Чуб", "Олена", "Іванівна", "професор"],
  ];
  const groups = groupChanges(find(before, after));
  expect(groups.map(({ title, count, changes }) => [title, count, [...changes].length])).toEqual([
    ["Renamed", 2, 2],
    ["New position", 1, 1],
  ]);
});
