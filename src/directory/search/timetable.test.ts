/**
 * Realistic cells of timetables: checks which cells have all their names matched, and that no name is matched with
 * another person.
 */
import { expect, test } from "bun:test";
import { openSearchOf, runNow } from "./search-testing.ts";
import table from "./timetable-cells-testing.tsv" with { type: "text" };

const rows = table
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));
const people = rows.filter(([kind]) => kind === "person").map(([, ...fields]) => fields);
const { match, ids } = openSearchOf(
  people.map(([last_name = "", first_name = "", middle_name = "", degree = ""], i) => {
    return { id: i + 1, last_name, first_name, middle_name, degree };
  }),
);

test("cells of timetables never match another person", async () => {
  const wrong: string[] = [];
  const incomplete: string[] = [];
  const cells = rows.filter(([kind]) => kind === "cell");
  for (const [, cell = "", expected = ""] of cells) {
    const wanted = expected.split(" + ").filter((name) => name !== "" && name !== "-");
    const matches = await match([cell.replaceAll("\\n", "\n")], runNow);
    const found = matches.flatMap(({ rank }) => {
      const [last, first = ""] = rank === null ? [] : people[ids[rank]! - 1]!;
      return last === undefined ? [] : [`${last} ${first.charAt(0)}`];
    });
    if (found.some((name) => !wanted.includes(name))) wrong.push(`${cell}: ${found.join(" + ")}`);
    else if (found.length < wanted.length) incomplete.push(`${cell}: ${found.join(" + ")}`);
  }
  expect([cells.length, wrong]).toEqual([300, []]);
  // Two people are Гнатюк О. П.
  expect(incomplete.filter((cell) => !cell.includes("Гнатюк"))).toEqual([]);
  expect(incomplete.length).toBeLessThanOrEqual(10);
});
