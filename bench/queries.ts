/** Queries as people type them into a search box, drawn from the teachers that there are. */
import type { Teacher } from "../src/domain/teacher.ts";
import { romanise } from "../test/support/romanise.ts";
import { openDraw } from "./draw.ts";

export interface Query {
  readonly kind: string;
  readonly search: string;
}

/** Of every hundred queries, what so many type; from a teacher that there is and a number from 0 to 6. */
interface Kind {
  readonly name: string;
  readonly percent: number;
  type(teacher: Teacher, number: number): string;
}

/** What comes of Ukrainian words where the keyboard is set to English. */
const keys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const letters = "йцукенгшщзхїфівапролджєячсмитьбюʼ";
const onWrongKeyboard = (text: string): string =>
  text.toLowerCase().replace(/./gu, (letter) => keys[letters.indexOf(letter)] ?? letter);

export const kinds: readonly Kind[] = [
  {
    name: "2 to 8 letters of a surname",
    percent: 30,
    type: ({ last_name }, number) => last_name.slice(0, 2 + number).toLowerCase(),
  },
  { name: "surname and first name", percent: 20, type: ({ last_name, first_name }) => `${last_name} ${first_name}` },
  { name: "surname and initials", percent: 15, type: ({ short_name }) => short_name },
  {
    name: "Latin spelling",
    percent: 15,
    type: ({ last_name, first_name }, number) =>
      `${last_name}${number % 2 === 0 ? "" : ` ${first_name}`}`
        .toLowerCase()
        .replace(/['\u02bc]/g, "’")
        .replace(/[\p{L}’]+/gu, romanise),
  },
  {
    name: "degree and surname",
    percent: 10,
    type: ({ last_name, degree }, number) => `${degree} ${last_name.slice(0, 3 + number)}`,
  },
  { name: "surname on the wrong keyboard", percent: 5, type: ({ last_name }) => onWrongKeyboard(last_name) },
  {
    name: "surname and a first name that nobody has",
    percent: 5,
    type: ({ last_name }, number) => `${last_name.slice(0, 2 + number)} щеб`,
  },
];

/** So many queries, none of them twice, the kinds mixed; the same for the same seed and the same teachers. */
export function drawQueries(teachers: readonly Teacher[], count: number, seed: number): Query[] {
  const draw = openDraw(seed);
  const pool = kinds.flatMap((kind) => Array<Kind>(kind.percent).fill(kind));
  const queries = new Map<string, Query>();
  while (queries.size < count) {
    const { name, type } = pool[draw(pool.length)]!;
    const search = type(teachers[draw(teachers.length)]!, draw(7));
    if (search.length <= 100 && /[\p{L}]/u.test(search)) queries.set(search, { kind: name, search });
  }
  return [...queries.values()];
}
