/** Rows about the list of degrees, against counts of the fixture. */
import { expect } from "bun:test";
import { teachers } from "./fixture.ts";
import { answers, jsonOf, type Row, refuses, type Section, says } from "./row.ts";
import type { Answered } from "./rules.ts";

interface Value {
  readonly value: string;
  readonly count: number;
  readonly href: string;
}

/** The degrees of some teachers with their counts, the most frequent first, then alphabetically; empty is none. */
function degreesOf(some: typeof teachers): [degree: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { degree } of some) counts.set(degree, (counts.get(degree) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

const resultsOf = (answer: Answered): Value[] => jsonOf<{ readonly results: Value[] }>(answer).results;
const pairs = (answer: Answered): [string, number][] => resultsOf(answer).map(({ value, count }) => [value, count]);
const all = degreesOf(teachers);

const degrees: readonly Row[] = [
  {
    name: "the degrees of all teachers are in one answer, the most frequent first",
    url: "/teachers/degrees/",
    status: 200,
    carries: { "Content-Type": "application/json", Vary: "Accept" },
    holds(answer) {
      expect(pairs(answer)).toEqual(all);
      expect(Object.keys(jsonOf<object>(answer))).toEqual(["results"]);
    },
  },
  {
    name: "degrees are those of the matches, and their lists keep the filters",
    url: "/teachers/degrees/?first_name=Олена&degree=доцент",
    status: 200,
    holds(answer, base) {
      const some = teachers.filter(({ first_name, degree }) => first_name === "Олена" && degree === "доцент");
      expect(pairs(answer)).toEqual([["доцент", some.length]]);
      expect(resultsOf(answer)[0]!.href).toBe(
        `${base}/teachers/?degree=${encodeURIComponent("доцент")}&first_name=${encodeURIComponent("Олена")}`,
      );
    },
  },
  answers("the lists of degrees keep the search", "/teachers/degrees/?q=шевч&exact=true", {
    results: [
      {
        value: "доцент",
        count: 1,
        href: `{base}/teachers/?degree=${encodeURIComponent("доцент")}&exact=true&search=${encodeURIComponent("шевч")}`,
      },
    ],
  }),
  refuses("the degrees have no pages", "/teachers/degrees/?limit=5", [["limit", "unknown_parameter", "5"]]),
  {
    name: "bad parameters of degrees are refused",
    url: "/teachers/degrees/?id=x",
    status: 400,
    holds: says("id"),
  },
  { name: "the path of degrees without its slash is redirected", url: "/teachers/degrees", status: 301 },
];

export const values: Section = { name: "lists of values", rows: degrees };
