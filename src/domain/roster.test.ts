import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createRosterBuilder } from "./roster.ts";
import { rosterOf, storedTeachersOf } from "./roster-testing.ts";
import { storedTeacher } from "./teacher-testing.ts";

const word = fc.constantFrom("", "Шевченко", "Коваль", "О", "О.", "В'яче", "Ґудзь", "😀", "\uffee");
const teachers = fc.uniqueArray(
  fc
    .record({
      id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      last_name: word,
      first_name: word,
      middle_name: word,
      degree: word,
    })
    .map(storedTeacher),
  { selector: (teacher) => teacher.id, maxLength: 50 },
);

describe("createRosterBuilder()", () => {
  test("gives back what was added, sorted by id", () => {
    fc.assert(
      fc.property(teachers, (list) => {
        expect(storedTeachersOf(rosterOf(list))).toEqual([...list].sort((a, b) => a.id - b.id));
      }),
    );
  });

  test("gives the same digest in any order, and another for other content", () => {
    fc.assert(
      fc.property(teachers, (list) => {
        const { digest } = rosterOf(list);
        expect(rosterOf([...list].reverse()).digest).toBe(digest);
        const [first, ...rest] = list;
        if (first) expect(rosterOf([{ ...first, degree: `${first.degree}!` }, ...rest]).digest).not.toBe(digest);
      }),
    );
  });

  test("addedRows() gives what was added in its order, with lines and codes", () => {
    const builder = createRosterBuilder();
    builder.add(7, ["Ш", "Т", "", "д"], 2);
    builder.add(3, ["А", "Т", "", "д"], 5);
    const { ids, lines, columns } = builder.addedRows();
    expect([[...ids], [...lines]]).toEqual([
      [7, 3],
      [2, 5],
    ]);
    expect(columns.last_name).toEqual({ values: ["Ш", "А"], codes: Uint32Array.of(0, 1) });
    expect(columns.first_name).toEqual({ values: ["Т"], codes: Uint32Array.of(0, 0) });
  });
});
