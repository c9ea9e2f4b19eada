import { expect, test } from "bun:test";
import { contentWith } from "./content-testing.ts";

test.each([
  [200, Uint8Array],
  [256, Uint8Array],
  [257, Uint16Array],
  [65_536, Uint16Array],
  [65_537, Uint32Array],
])("codes of %d values are as narrow as possible", (count, type) => {
  const { columns } = contentWith(Array.from({ length: count }, (_, i) => ({ id: i + 1, degree: `д${i}` })));
  expect(columns.degree.codes).toBeInstanceOf(type);
  expect(columns.last_name.codes).toBeInstanceOf(Uint8Array);
});

test("teachers without anybody", () => {
  const { ids, positions, columns } = contentWith([]);
  expect([ids.length, positions.length, columns.last_name.values.length]).toEqual([0, 0, 0]);
});

test("equal names are in the order of ids, and apostrophes do not matter", () => {
  const { ids } = contentWith([
    { id: 9, last_name: "Яна" },
    { id: 3, last_name: "О'Ніл", first_name: "Борис" },
    { id: 2, last_name: "ОʼНіл", first_name: "Анна" },
    { id: 1, last_name: "О’Ніл", first_name: "Борис" },
    { id: 7, last_name: "Ґудзь" },
  ]);
  expect([...ids]).toEqual([7, 2, 1, 3, 9]);
});
