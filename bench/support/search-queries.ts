/** Queries as people type them into a search box, derived from existing teachers. */

import { createRandom } from "../../sample/generate/random.ts";
import { romanise } from "../../src/domain/names/romanisation.ts";
import type { Teacher } from "../../src/domain/teacher.ts";
import { typeOn } from "./typing-habits.ts";

export interface SearchQuery {
  readonly kind: string;
  readonly search: string;
}

/** A way to search for a teacher, and its share of all queries. */
interface Kind {
  readonly name: string;
  readonly percent: number;
  /** The query for a teacher. `variation` is a number from 0 to 6. */
  createSearch(teacher: Teacher, variation: number): string;
}

export const kinds: readonly Kind[] = [
  {
    name: "2 to 8 letters of a surname",
    percent: 30,
    createSearch: ({ last_name }, variation) => last_name.slice(0, 2 + variation).toLowerCase(),
  },
  {
    name: "surname and first name",
    percent: 20,
    createSearch: ({ last_name, first_name }) => `${last_name} ${first_name}`,
  },
  { name: "surname and initials", percent: 15, createSearch: ({ short_name }) => short_name },
  {
    name: "Latin spelling",
    percent: 15,
    createSearch: ({ last_name, first_name }, variation) =>
      `${last_name}${variation % 2 === 0 ? "" : ` ${first_name}`}`
        .toLowerCase()
        .replace(/['\u02bc]/g, "’")
        .replace(/[\p{L}’]+/gu, (word) => romanise(word) ?? word),
  },
  {
    name: "degree and surname",
    percent: 10,
    createSearch: ({ last_name, degree }, variation) => `${degree} ${last_name.slice(0, 3 + variation)}`,
  },
  {
    name: "surname on the wrong keyboard",
    percent: 5,
    createSearch: ({ last_name }) => typeOn(last_name, "ukrainian", "us"),
  },
  {
    name: "surname and an unknown first name",
    percent: 5,
    createSearch: ({ last_name }, variation) => `${last_name.slice(0, 2 + variation)} щеб`,
  },
];

/** Creates `count` unique queries of mixed kinds. The same seed and teachers always give the same queries. */
export function createQueries(teachers: readonly Teacher[], count: number, seed: number): SearchQuery[] {
  const random = createRandom(seed);
  const pool = kinds.flatMap((kind) => Array<Kind>(kind.percent).fill(kind));
  const queries = new Map<string, SearchQuery>();
  while (queries.size < count) {
    const { name, createSearch } = pool[random(pool.length)]!;
    const search = createSearch(teachers[random(teachers.length)]!, random(7));
    if (search.length <= 100 && /[\p{L}]/u.test(search)) queries.set(search, { kind: name, search });
  }
  return [...queries.values()];
}
