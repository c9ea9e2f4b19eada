/** Rows about the degrees, against counts of the fixture. */
import { expect } from "bun:test";
import { teachers } from "./fixture.ts";
import { jsonOf, type Row, type Section, says } from "./row.ts";
import type { Answered } from "./rules.ts";

interface Value {
  readonly value: string;
  readonly count: number;
  readonly href: string;
}

/** The degrees of some teachers with their counts, the most frequent first, then by value. */
function degreesOf(some: typeof teachers): [degree: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { degree } of some) if (degree !== "") counts.set(degree, (counts.get(degree) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

const resultsOf = (answer: Answered): Value[] => jsonOf<{ readonly results: Value[] }>(answer).results;
const pairs = (answer: Answered): [string, number][] => resultsOf(answer).map(({ value, count }) => [value, count]);
const all = degreesOf(teachers);

const degrees: readonly Row[] = [
  {
    name: "the degrees of all teachers, the most frequent first",
    url: "/teachers/degrees/?limit=1000",
    status: 200,
    carries: { "Content-Type": "application/json", Vary: "Accept" },
    holds(answer) {
      expect(pairs(answer)).toEqual(all);
      expect(jsonOf<{ count: number }>(answer).count).toBe(all.length);
    },
  },
  {
    name: "degrees are paged like the list",
    url: "/teachers/degrees.json?limit=2&offset=2",
    status: 200,
    holds(answer, base) {
      expect(pairs(answer)).toEqual(all.slice(2, 4));
      const { next, previous } = jsonOf<{ next: string; previous: string }>(answer);
      expect(next).toBe(`${base}/teachers/degrees.json?limit=2&offset=4`);
      expect(previous).toBe(`${base}/teachers/degrees.json?limit=2`);
    },
  },
  {
    name: "degrees are those of the matches, and their lists keep the filters",
    url: "/teachers/degrees/?first_name=Олена&degree=доцент&limit=5",
    status: 200,
    holds(answer, base) {
      const some = teachers.filter(({ first_name, degree }) => first_name === "Олена" && degree === "доцент");
      expect(pairs(answer)).toEqual([["доцент", some.length]]);
      expect(resultsOf(answer)[0]!.href).toBe(
        `${base}/teachers/?degree=${encodeURIComponent("доцент")}&first_name=${encodeURIComponent("Олена")}`,
      );
    },
  },
  {
    name: "bad parameters of degrees are refused",
    url: "/teachers/degrees/?limit=x",
    status: 400,
    holds: says("limit"),
  },
  { name: "the path of degrees without its slash is redirected", url: "/teachers/degrees", status: 301 },
];

export const values: Section = { name: "degrees", rows: degrees };
