/** A university's year: twelve normal months are published without a question, and every disaster is refused. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type StoredTeacher, storedFieldNames, textsOf } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { runAll } from "./support/command-lines.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { type Finished, makeFolder } from "./support/program.ts";

type Staff = readonly StoredTeacher[];

const size = 1203;
const people: Staff = [...generateTeachers(size + 400, 1)];
const highestId = people.at(-1)!.id;

/** The numbers of people who join, leave, marry and are promoted, from September to August. */
const months: readonly (readonly [joined: number, left: number, married: number, promoted: number])[] = [
  [60, 10, 2, 20],
  [20, 5, 3, 10],
  [5, 5, 1, 10],
  [5, 10, 1, 5],
  [10, 15, 2, 30],
  [25, 10, 2, 10],
  [5, 5, 1, 10],
  [5, 5, 3, 10],
  [5, 5, 3, 10],
  // Positions are filled by competition in this month.
  [10, 30, 5, 200],
  [5, 60, 8, 5],
  [60, 40, 5, 20],
];

const degrees = ["асистент", "викладач", "старший викладач", "доцент", "професор"];

/** The staff of each month, starting with the month before the first one. */
const year: Staff[] = [people.slice(0, size)];
for (const [month, changes] of months.entries()) year.push(advance(year.at(-1)!, month, changes));

function advance(before: Staff, month: number, [joined, left, married, promoted]: (typeof months)[number]): Staff {
  const draw = (count: number, from: number): Set<number> =>
    new Set(Array.from({ length: count }, (_, i) => (month * 97 + from + i * 5) % before.length));
  const [leaving, marrying, rising] = [draw(left, 0), draw(married, 301), draw(promoted, 602)];
  const stayed = before.flatMap((teacher, i) => {
    if (leaving.has(i)) return [];
    const last_name = marrying.has(i) ? people[(i * 7) % size]!.last_name : teacher.last_name;
    const degree = rising.has(i) ? degrees[(degrees.indexOf(teacher.degree) + 1) % degrees.length]! : teacher.degree;
    return [{ ...teacher, last_name, degree }];
  });
  const first = people.findIndex(({ id }) => id > before.at(-1)!.id);
  return [...stayed, ...people.slice(first, first + joined)];
}

/** The staff after the year. Each disaster would change it. */
const staff = year.at(-1)!;
const sortedBy = (field: keyof StoredTeacher): Staff => staff.toSorted((a, b) => (a[field] < b[field] ? -1 : 1));

/** The file, as teachers or as its text, words of the refusal, and flags. */
const disasters: Readonly<Record<string, readonly [file: Staff | string, words: string, ...flags: string[]]>> = {
  "half of the file": [staff.slice(0, 600), "It would remove"],
  "one department": [staff.filter((_, i) => i % 40 === 0), "It would remove"],
  "nobody but newcomers": [
    people.slice(-100).map((teacher) => ({ ...teacher, id: teacher.id + 5000 })),
    "It would remove",
  ],
  "another university": [
    [...generateTeachers(size, 7)].map((teacher) => ({ ...teacher, id: teacher.id + 5000 })),
    "It would remove",
  ],
  "positions sorted alone": [withColumn("degree", sortedBy("degree")), "It would change the degrees"],
  "positions emptied": [staff.map((teacher) => ({ ...teacher, degree: "" })), "It would change the degrees"],
  "the department as position": [
    staff.map((teacher, i) => ({ ...teacher, degree: `кафедра № ${i % 40}` })),
    "It would change the degrees",
  ],
  "one position for all": [staff.map((teacher) => ({ ...teacher, degree: "доцент" })), "It would change the degrees"],
  "ids sorted alone": [withColumn("id", sortedBy("last_name")), "to other names"],
  "surnames sorted alone": [withColumn("last_name", sortedBy("last_name")), "to other names"],
  "surnames and given names exchanged": [
    staff.map((teacher) => ({ ...teacher, last_name: teacher.first_name, first_name: teacher.last_name })),
    "to other names",
  ],
  "initials for names": [
    staff.map((teacher) => ({ ...teacher, first_name: teacher.first_name.slice(0, 1), middle_name: "" })),
    "to other names",
  ],
  "a romanised list": [staff.map((teacher) => ({ ...teacher, last_name: `Teacher-${teacher.id}` })), "to other names"],
  "rows numbered as ids": [staff.map((teacher, i) => ({ ...teacher, id: i + 5000 })), "It would change the ids"],
  "everybody a second time with new ids": [
    [...staff, ...staff.map((teacher) => ({ ...teacher, id: teacher.id + 5000 }))],
    "It would add",
  ],
  "10,000 rows of a test": [
    [...staff, ...Array.from({ length: 10_000 }, (_, i) => testRow(highestId + 1 + i))],
    "It would add",
  ],
  "a tenth removed, renamed and renumbered": [
    staff.flatMap((teacher, i) => {
      if (i % 11 === 0) return [];
      if (i % 11 === 1) return [{ ...teacher, last_name: `${teacher.last_name}ова` }];
      return [i % 11 === 2 ? { ...teacher, id: teacher.id + 5000 } : teacher];
    }),
    "In all, it would remove, rename or renumber",
  ],
  "half of a file without ids": [csvOf(staff.slice(600), false), "It would remove", "--keep-ids"],
  "surnames in another column of a file without ids": [
    csvOf(withColumn("last_name", sortedBy("first_name")), false),
    "It would remove",
    "--keep-ids",
  ],
  "everybody twice in a file without ids": [csvOf([...staff, ...staff], false), "It would", "--keep-ids"],
  "no rows": ["id,last_name,first_name,middle_name,degree\n", "the file has no teachers"],
  "another table": ["Дата;Сума\n01.09.2026;5\n", "column"],
};

/** The staff, with a column in the order of others. */
function withColumn(field: keyof StoredTeacher, others: Staff): Staff {
  return staff.map((teacher, i) => ({ ...teacher, [field]: others[i]![field] }));
}

function testRow(id: number): StoredTeacher {
  return storedTeacher({ id, last_name: "Тест", first_name: "Тест", middle_name: "Тест", degree: "доцент" });
}

function csvOf(teachers: Staff, hasIds = true): string {
  const rows = teachers.map((teacher) => [...(hasIds ? [teacher.id] : []), ...textsOf(teacher)].join(","));
  return `${[...storedFieldNames].slice(hasIds ? 0 : 1).join(",")}\n${rows.join("\n")}\n`;
}

/** Imports files with their flags one after another into one database, in a process without a terminal. */
async function importAll(files: readonly (readonly [file: string, ...flags: string[]])[]): Promise<Finished[]> {
  using folder = makeFolder();
  for (const [i, [file]] of files.entries()) writeFileSync(join(folder.path, `${i}.csv`), file);
  const lines = files.map(([, ...flags], i) => ({ args: ["import", `${i}.csv`, ...flags] }));
  return await runAll(lines, folder.path);
}

describe("a university's year", () => {
  test("passes without a question, and every disaster is refused", async () => {
    const cases = Object.entries(disasters);
    const finished = await importAll([
      ...year.map((month) => [csvOf(month)] as const),
      ...cases.map(([, [file, , ...flags]]) => [typeof file === "string" ? file : csvOf(file), ...flags] as const),
      [csvOf(staff)],
    ]);
    for (const [month, { exitCode, stdout, stderr }] of finished.splice(0, year.length).entries()) {
      expect([month, exitCode], stderr).toEqual([month, 0]);
      expect(stdout).toContain(`\nPublished version ${month + 1}: `);
    }
    for (const [i, [disaster, [, words]]] of cases.entries()) {
      const { exitCode, stderr } = finished[i]!;
      expect([disaster, exitCode, stderr]).toEqual([disaster, 1, expect.stringContaining(words)]);
    }
    expect(finished.at(-1)!.stdout).toStartWith("Nothing to publish");
  });

  test("passes without ids too", async () => {
    const finished = await importAll(year.map((month) => [csvOf(month, false), "--keep-ids"]));
    for (const [month, { exitCode, stderr }] of finished.entries()) {
      expect([month, exitCode], stderr).toEqual([month, 0]);
    }
  });
});
