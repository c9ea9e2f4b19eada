/** Rows about the lists of values: degrees and letters, against counts of the fixture. */
import { expect } from "bun:test";
import { alphabet, letterOf } from "../../src/domain/names/alphabet.ts";
import { teachers } from "./fixture.ts";
import { jsonOf, type Row, type Section, says } from "./row.ts";
import type { Answered } from "./rules.ts";

interface Value {
  readonly value: string;
  readonly count: number;
  readonly href: string;
  readonly offset?: number;
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

/** In alphabetical order. The list by last name starts with names that have no letter. */
const lettersOf = (): [letter: string, count: number][] =>
  alphabet.flatMap((letter): [string, number][] => {
    const count = teachers.filter(({ last_name }) => letterOf(last_name) === letter).length;
    return count === 0 ? [] : [[letter, count]];
  });

const letters: readonly Row[] = [
  {
    name: "the letters of all last names, each with a link to the list from there on",
    url: "/teachers/letters/",
    status: 200,
    carries: { "Content-Type": "application/json", Vary: "Accept" },
    holds(answer, base) {
      const found = resultsOf(answer);
      expect(new Map(pairs(answer)).get("Ш")).toBe(new Map(lettersOf()).get("Ш"));
      for (const { offset, href } of found) {
        expect(href).toBe(`${base}/teachers/?${offset === 0 ? "" : `offset=${offset}&`}ordering=last_name`);
      }
      expect(found.map(({ offset }) => offset)).toEqual(found.map(({ offset }) => offset).toSorted((a, b) => a! - b!));
    },
  },
  {
    name: "a list without teachers has no letters",
    url: "/teachers/letters/?last_name=Нема",
    status: 200,
    holds: (answer) => expect(resultsOf(answer)).toEqual([]),
  },
];

export const values: Section = { name: "lists of values", rows: [...degrees, ...letters] };
