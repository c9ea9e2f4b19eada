/** Generates fictitious teachers in any number. The same seed gives the same rows on every machine. */
import { appendFileSync, writeFileSync } from "node:fs";
import { type GenderForms, patronymicOf } from "../../src/domain/names/given-names.ts";
import { type StoredTeacher, storedFieldNames, textsOf } from "../../src/domain/teacher.ts";
import { formLastNames, lastNameOf, wordsOf } from "./surnames.ts";

/** The length of a chunk of CSV in UTF-16 code units; in UTF-8 it is about 64 KiB. */
const chunkLength = 36 * 1024;

/** Draws an integer from 0 to `limit - 1`. */
type Draw = ReturnType<typeof openDraw>;

const degrees = poolOf<string>([
  ["доцент", 33],
  ["старший викладач", 17],
  ["асистент", 15],
  ["викладач", 13],
  ["професор", 12],
  ["аспірант", 3],
  ["завідувач кафедри", 2],
  ["зав.кафедрою", 1],
  ["інженер", 1],
  ["", 3],
]);

/** How the first and the middle name are written, per 1,000 teachers: `A` is the first letter. */
const writings = poolOf<readonly [first: string, middle: string]>([
  [["whole", "whole"], 812],
  [["A", "A"], 122],
  [["A.", "A."], 40],
  [["whole", ""], 18],
  [["", "whole"], 5],
  [["", ""], 3],
]);

const write = (name: string, writing: string): string =>
  writing === "whole" ? name : writing.replace("A", name.charAt(0));

/** The kind of last name, per 1,000 teachers. */
const lastNameForms = poolOf<"common" | "rare" | "hyphenated" | "hyphenated, small second half" | "two words">([
  ["common", 500],
  ["rare", 464],
  ["hyphenated", 20],
  ["hyphenated, small second half", 10],
  ["two words", 6],
]);

/** The apostrophe in the names of a teacher, which depends on the keyboard that typed them. */
const apostrophes = poolOf<string>([
  ["'", 50],
  ["\u2019", 30],
  ["\u02BC", 20],
]);

/**
 * Teachers with ascending ids, counted from 1 with some numbers left out. A longer run with the same seed begins with
 * the shorter one. Every text is NFC and trimmed, and no last name is empty.
 */
export function* generateTeachers(count: number, seed: number): Generator<StoredTeacher> {
  const draw = openDraw(seed);
  const names = buildNames();
  let id = 0;
  for (let row = 0; row < count; row++) {
    id += draw(100) < 2 ? 2 + draw(9) : 1;
    yield drawTeacher(id, names, draw);
  }
}

/**
 * The teachers of {@link generateTeachers} as CSV with a header line, in chunks of about 64 KiB that end with a line.
 * Nothing is quoted: no part holds a comma, a quotation mark or a line end (RFC 4180, section 2, rule 6).
 */
export function* generateCsv(count: number, seed: number): Generator<string> {
  let chunk = `${storedFieldNames.join(",")}\n`;
  for (const teacher of generateTeachers(count, seed)) {
    chunk += `${teacher.id},${textsOf(teacher).join(",")}\n`;
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = "";
    }
  }
  if (chunk !== "") yield chunk;
}

/** Writes {@link generateCsv} to a file. */
export function writeTeachers(path: string, count: number, seed = 1): void {
  writeFileSync(path, "");
  for (const chunk of generateCsv(count, seed)) appendFileSync(path, chunk);
}

/** The sfc32 generator of Chris Doty-Humphrey's PractRand, which also discards the first 12 numbers. */
function openDraw(seed: number): (limit: number) => number {
  let a = 0;
  let b = seed | 0;
  let c = 0;
  let counter = 1;
  const draw = (limit: number): number => {
    const number = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + number) | 0;
    return Math.floor(((number >>> 0) / 2 ** 32) * limit);
  };
  for (let round = 0; round < 12; round++) draw(1);
  return draw;
}

/** The parts that teachers are combined from. */
type Names = ReturnType<typeof buildNames>;

function buildNames() {
  const commons = wordsOf("commonLastNames").map(lastNameOf);
  return {
    firsts: { women: poolByRank(wordsOf("givenNamesOfWomen"), 6), men: poolByRank(wordsOf("givenNamesOfMen"), 6) },
    middles: poolByRank(wordsOf("fatherNames").map(patronymicOf), 5),
    commons: poolByRank(commons, 20),
    hyphenatedFirsts: [...commons.slice(0, 60), ...wordsOf("hyphenatedFirsts").map(lastNameOf)],
    families: poolOf(formLastNames().map((family) => [family, family.weight])),
  };
}

/** Values that are drawn with equal probability: each as often as its weight says. */
function poolOf<T>(weighted: readonly (readonly [value: T, weight: number])[]): readonly T[] {
  return weighted.flatMap(([value, weight]) => Array<T>(weight).fill(value));
}

/** A pool with the frequencies of names (Zipf–Mandelbrot), the most common first. They fall more slowly with a larger `offset`. */
function poolByRank<T>(values: readonly T[], offset: number): readonly T[] {
  return poolOf(values.map((value, rank) => [value, Math.round(2000 / (rank + offset))]));
}

function pick<T>(pool: readonly T[], draw: Draw): T {
  return pool[draw(pool.length)]!;
}

function drawTeacher(id: number, names: Names, draw: Draw): StoredTeacher {
  const gender = draw(100) < 57 ? "women" : "men";
  const last_name = drawLastName(names, gender, draw);
  const first = pick(names.firsts[gender], draw);
  const middle = pick(names.middles, draw)[gender];
  const [firstWriting, middleWriting] = pick(writings, draw);
  const degree = pick(degrees, draw);
  const apostrophe = pick(apostrophes, draw);
  return {
    id,
    last_name: spell(last_name, apostrophe),
    first_name: spell(write(first, firstWriting), apostrophe),
    middle_name: spell(write(middle, middleWriting), apostrophe),
    degree,
  };
}

function drawLastName(names: Names, gender: keyof GenderForms, draw: Draw): string {
  const form = pick(lastNameForms, draw);
  if (form === "rare") return pick(pick(names.families, draw).names, draw)[gender];
  const last = pick(names.commons, draw)[gender];
  if (form === "common") return last;
  const first = pick(form === "two words" ? names.commons : names.hyphenatedFirsts, draw)[gender];
  // No one is called Коваль-Коваленко.
  if (first.slice(0, 3) === last.slice(0, 3)) return last;
  if (form === "two words") return `${first} ${last}`;
  return `${first}-${form === "hyphenated" ? last : last.toLowerCase()}`;
}

/** Spells a name with an apostrophe. The word lists have U+0027. */
function spell(name: string, apostrophe: string): string {
  return apostrophe === "'" ? name : name.replaceAll("'", apostrophe);
}
