/** A list of 480 people, the files of calm months, and those of disasters, with the danger that names each. */

import { createRandom } from "../../sample/generate/random.ts";
import { generateTeachers } from "../../sample/generate/teachers.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import type { Issue } from "../read/issue.ts";
import type { Current } from "./change.ts";

/** 480 people with different names, so that nobody is taken for another. */
const degrees = ["асистент", "викладач", "старший викладач", "доцент", "професор"];
const random = createRandom(7);
const seen = new Set<string>();
export const base: readonly StoredTeacher[] = [...generateTeachers(4000, 5)]
  .filter((teacher) => {
    const key = `${teacher.last_name} ${teacher.first_name} ${teacher.middle_name}`;
    const isWhole = [teacher.last_name, teacher.first_name, teacher.middle_name].every((part) =>
      /^\p{Lu}\p{Ll}{2}/u.test(part),
    );
    return isWhole && !seen.has(key) && seen.add(key);
  })
  .slice(0, 480)
  .map((teacher, i) => ({
    ...teacher,
    id: i + 1,
    degree: degrees[random(5)]!,
  }));

const assistants = base.flatMap(({ degree }, i) => (degree === "асистент" ? [i] : []));

export interface Options {
  readonly withoutIds?: boolean;
  readonly hidden?: ReadonlySet<number>;
  readonly current?: readonly StoredTeacher[];
  readonly past?: readonly StoredTeacher[];
  readonly isFirst?: boolean;
  readonly version?: number;
  readonly issues?: readonly Issue[];
  readonly recent?: Current["recent"];
}

export const changed = (
  some: readonly number[],
  change: (teacher: StoredTeacher, i: number) => Partial<StoredTeacher>,
) => base.map((teacher, i) => (some.includes(i) ? { ...teacher, ...change(teacher, i) } : teacher));
export const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
export const newcomer = (id: number): StoredTeacher => ({
  id,
  last_name: `Новен${"бвгджзкл"[id % 8]}${"аеиоуюя"[id % 7]}нко`,
  first_name: "Олена",
  middle_name: "Ігорівна",
  degree: "асистент",
});

function planBase(teachers: readonly StoredTeacher[]): StoredTeacher[] {
  return teachers.map((teacher, i) => (i === 17 ? base[17]! : teacher));
}

/** The values of a field moved down by some rows, among some people. */
export function shift(some: readonly number[], field: "last_name" | "first_name" | "middle_name" | "degree", by = 1) {
  return changed(some, (_, i) => ({
    [field]: base[some[(some.indexOf(i) - by + some.length) % some.length]!]![field],
  }));
}

/** Twelve heads of departments, each before a professor. */
const headed = base.map((teacher, i) => {
  return i % 40 > 1 ? teacher : { ...teacher, degree: i % 40 === 0 ? "завідувач кафедри" : "професор" };
});

export const months: readonly (readonly [what: string, teachers: readonly StoredTeacher[], options?: Options])[] = [
  ["nothing changed", base],
  [
    "five come, three leave, three are promoted",
    [
      ...changed(assistants.slice(0, 3), () => ({ degree: "викладач" })).slice(3),
      ...range(0, 5).map((i) => newcomer(2000 + i)),
    ],
  ],
  ["without ids", [...base].reverse(), { withoutIds: true }],
  ["in another order", base.toSorted((a, b) => (a.last_name < b.last_name ? -1 : 1))],
  ["one marriage", changed([17], () => ({ last_name: "Інакша" }))],
  [
    "an initial becomes a name",
    planBase(changed([17], ({ first_name }) => ({ first_name: `${first_name.charAt(0)}.` }))),
    { current: changed([17], ({ first_name }) => ({ first_name: `${first_name.charAt(0)}.` })) },
  ],
  ["a letter is corrected", changed([17], ({ last_name }) => ({ last_name: `${last_name}о` }))],
  [
    "two demotions",
    changed(base.flatMap(({ degree }, i) => (degree === "професор" ? [i] : [])).slice(0, 2), () => ({
      degree: "доцент",
    })),
  ],
  [
    "heads become professors like those in the next rows",
    headed.map((one, i) => (i % 40 === 0 ? { ...one, degree: "професор" } : one)),
    { current: headed },
  ],
  ["another spelling of all degrees", base.map((teacher) => ({ ...teacher, degree: teacher.degree.toUpperCase() }))],
  [
    "other apostrophes",
    base.map((teacher) => ({ ...teacher, last_name: teacher.last_name.replaceAll("'", "\u2019") })),
  ],
  ["five leave", base.slice(5)],
  [
    "twenty are promoted by a step",
    changed(base.flatMap(({ degree }, i) => (degree === "асистент" ? [i] : [])).slice(0, 20), () => ({
      degree: "викладач",
    })),
  ],
];

const sortedAlone = (field: "last_name" | "first_name" | "degree") => {
  const values = base.map((teacher) => teacher[field]).sort();
  return base.map((teacher, i) => ({ ...teacher, [field]: values[i]! }));
};
const withoutMiddle = base.map((teacher) => ({ ...teacher, middle_name: "" }));
const byName = base.toSorted((a, b) => (a.last_name < b.last_name ? -1 : 1));
const long = range(0, 5).flatMap((k) =>
  base.map((one) => ({ ...one, id: one.id + 480 * k, last_name: `${one.last_name}${"абвгд"[k]}` })),
);
export const disasters: readonly (readonly [
  what: string,
  teachers: readonly StoredTeacher[],
  danger: string | RegExp,
  options?: Options,
])[] = [
  ["patronymics moved by a row in a department", shift(range(100, 140), "middle_name"), /^shifted middle_name \d+$/],
  ["patronymics moved by two rows", shift(range(100, 160), "middle_name", 2), /^shifted middle_name \d+$/],
  ["last names moved by a row everywhere", shift(range(0, 480), "last_name"), /^shifted last_name \d+$/],
  ["given names moved up", shift(range(0, 480), "first_name", -1), /^shifted first_name \d+$/],
  [
    "patronymics moved among people who are not neighbours",
    shift(
      range(0, 480).filter((i) => i % 12 === 5),
      "middle_name",
    ),
    /^shifted middle_name \d+$/,
  ],
  ["degrees moved by a row", shift(range(0, 480), "degree"), /^(?:shifted|sorted) degree \d+$/],
  ["last names sorted alone", sortedAlone("last_name"), /^(?:sorted|shifted) last_name \d+$/],
  ["last names sorted alone, without ids", sortedAlone("last_name"), /^sorted last_name \d+$/, { withoutIds: true }],
  ["given names sorted alone", sortedAlone("first_name"), /^(?:sorted|shifted) first_name \d+$/],
  ["degrees sorted alone", sortedAlone("degree"), /^(?:sorted|shifted) degree \d+$/],
  [
    "ids that start with 1 again after a removal",
    base.slice(1).map((teacher, i) => ({ ...teacher, id: i + 1 })),
    /^(?:idsOfOthers|shifted last_name) \d+$/,
  ],
  ["ids of a new numbering", base.map((teacher, i) => ({ ...teacher, id: 5000 + i })), "moved 480"],
  ["everybody is somebody else", base.map(({ id }) => ({ ...newcomer(id * 11), id: id + 9000 })), "emptied 480"],
  ["half of the list", base.slice(240), "removed 240"],
  ["a department is missing", base.slice(40), "removed 40"],
  ["six leave", base.filter(({ id }) => id % 80 !== 0), "removed 6"],
  ["ten neighbours leave a long list", long.slice(10), "removed 10", { current: long }],
  ["most of the list", base.slice(300), "removed 300"],
  ["patronymics are gone, without ids", withoutMiddle, /^lost middle_name \d+$/, { withoutIds: true }],
  ["a last name changes, without ids", changed([17], () => ({ last_name: "Інакша" })), "moved 1", { withoutIds: true }],
  [
    "patronymics moved by a row, without ids",
    shift(range(100, 120), "middle_name"),
    /^shifted middle_name \d+$/,
    { withoutIds: true },
  ],
  ["ids of the order in another list", byName.map((teacher, i) => ({ ...teacher, id: i + 1 })), /^idsOfOthers \d+$/],
  [
    "most changes lead back to an earlier version",
    base.slice(1),
    "restored 5",
    {
      current: changed(range(10, 14), () => ({ last_name: "Новенко" })),
      recent: {
        versions: [6, 5],
        rows: new Map(
          [0, 10, 11, 12, 13].map((i) => [i + 1, i === 0 ? [] : [{ ...base[i]!, first_version: 2, last_version: 5 }]]),
        ),
      },
    },
  ],
  [
    "many newcomers",
    [
      ...base,
      ...range(0, 120).map((i) => ({
        ...newcomer(3000 + i),
        last_name: `Новенко${"абвгдежзик".charAt(i % 10)}${"абвгдежзиклмн".charAt(i / 10)}`,
      })),
    ],
    "added 120",
  ],
  [
    "positions are lower",
    changed(base.flatMap(({ degree }, i) => (degree === "професор" ? [i] : [])).slice(0, 5), () => ({
      degree: "асистент",
    })),
    "demoted 5",
  ],
  [
    "positions leap by three steps",
    changed(base.flatMap(({ degree }, i) => (degree === "асистент" ? [i] : [])).slice(0, 4), () => ({
      degree: "професор",
    })),
    "demoted 4",
  ],
  ["all degrees are the same", base.map((teacher) => ({ ...teacher, degree: "доцент" })), /^replaced degree \d+$/],
  ["degrees are gone", base.map((teacher) => ({ ...teacher, degree: "" })), "lost degree 480"],
  [
    "given names became initials",
    base.map((teacher) => ({ ...teacher, first_name: `${teacher.first_name.charAt(0)}.` })),
    "replaced first_name 480",
  ],
  ["patronymics are gone", base.map((teacher) => ({ ...teacher, middle_name: "" })), "lost middle_name 480"],
  ["a number in a position", changed([7], ({ degree }) => ({ degree: `${degree} №12` })), "concerns 1"],
  [
    "a Russian form of a given name",
    changed([7], () => ({ first_name: "Юрий" })),
    "concerns 1",
    { current: changed([7], () => ({ first_name: "Юрій" })) },
  ],
  ["a colleague's patronymic", changed([7], () => ({ middle_name: "Арсеніївна" })), /^concerns 1$/],
  [
    "given name and last name exchanged",
    base.map((teacher) => ({ ...teacher, last_name: teacher.first_name, first_name: teacher.last_name })),
    "exchanged 480",
  ],
  [
    "another person under an id",
    changed([7], () => ({ first_name: "Евстафія", middle_name: "Полікарпівна" })),
    "concerns 1",
  ],
  [
    "newcomers from hidden rows",
    [...base, newcomer(2001), newcomer(2002)],
    "hidden 2",
    { hidden: new Set([480, 481]) },
  ],
  ["the content of an earlier version", base.slice(1), "older 1", { version: 3 }],
  ["a newcomer without a given name", [...base, { ...newcomer(2001), first_name: "" }], "concerns 1"],
  [
    "a first import with an unusual name",
    [{ ...newcomer(1), first_name: "Петрівна", middle_name: "Олена" }],
    "concerns 1",
    { isFirst: true },
  ],
];
