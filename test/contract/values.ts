/** Rows about the list of degrees, against counts of the fixture. */
import { expect } from "bun:test";
import { teachers } from "./fixture.ts";
import { answers, jsonOf, type Row, refuses, type Section } from "./row.ts";
import type { Answered } from "./rules.ts";

interface Value {
  readonly value: string;
  readonly count: number;
  readonly href: string;
}

const resultsOf = (answer: Answered): Value[] => jsonOf<{ readonly results: Value[] }>(answer).results;
const numbers = new Map<string, number>();
for (const { degree } of teachers) numbers.set(degree, (numbers.get(degree) ?? 0) + 1);
/** The degrees with their counts, the most frequent first, then alphabetically; empty is none. */
const all = [...numbers].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
const docent = `degree=${encodeURIComponent("доцент")}`;
const one = (query: string): unknown => ({
  results: [{ value: "доцент", count: 1, href: `{base}/teachers/?${docent}&${query}` }],
});

const degrees: readonly Row[] = [
  {
    name: "the degrees of all teachers are in one answer, the most frequent first",
    url: "/teachers/degrees/",
    status: 200,
    carries: { "Content-Type": "application/json", Vary: "Accept" },
    holds(answer) {
      expect(resultsOf(answer).map(({ value, count }) => [value, count])).toEqual(all);
      expect(Object.keys(jsonOf<object>(answer))).toEqual(["results"]);
    },
  },
  answers(
    "degrees are those of the matches, and their lists keep the filters",
    "/teachers/degrees/?first_name=Олена&degree=доцент",
    one(`first_name=${encodeURIComponent("Олена")}`),
  ),
  {
    name: "the lists of degrees keep the search, and say how it was read",
    url: "/teachers/degrees/?q=шевч&exact=true",
    status: 200,
    carries: { "Search-Reading": "spelling" },
    json: one(`exact=true&search=${encodeURIComponent("шевч")}`),
  },
  refuses("the degrees have no pages", "/teachers/degrees/?limit=5", [["limit", "unknown_parameter", "5"]]),
  refuses("bad parameters of degrees are refused", "/teachers/degrees/?id=x", [["id", "not_an_integer"]]),
  { name: "the path of degrees without its slash is redirected", url: "/teachers/degrees", status: 301 },
];

export const values: Section = { name: "lists of values", rows: degrees };
