/** Walks over the pages of a started server, compared with a naive filter over the imported records. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { composeTeacher, type StoredTeacher, type Teacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import type { Page } from "./support/asking.ts";
import { makeFolder, type Server, startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";

const maxLimit = 60;

/** Names that many teachers share. Some have the apostrophe in one, two or all three of its forms. */
const values = {
  last_name: ["Шевченко", "Лук'яненко", "Лук\u2019яненко", "Лук\u02bcяненко", "Дем\u2019янчук", "Ґудзь-Бойко", ""],
  first_name: ["О", "О.", "Олена", "В'ячеслав", "В\u2019ячеслав", "Мар\u02bcяна", "Їжак"],
  middle_name: ["В", "Іванівна", "В\u02bcячеславівна", 'Д"Арк\\', ""],
  degree: ["доцент", "професор", "старший викладач", "об'єднаний + 100%", ""],
} as const;
const names = Object.keys(values) as (keyof typeof values)[];

const teachers = fc
  .sample(fc.tuple(...names.map((name) => fc.constantFrom(...values[name]))), { numRuns: 300, seed: 2 })
  .map((parts, i): StoredTeacher => {
    const fields = Object.fromEntries(names.map((name, part) => [name, parts[part]]));
    return storedTeacher({ id: i === 299 ? Number.MAX_SAFE_INTEGER : 7 * i + 1, ...fields });
  });

/** Existing values, missing ones and none. test/contract/filters.ts has other spellings of them. */
const filters = fc.tuple(
  ...names.map((name) => fc.option(fc.constantFrom(...values[name].filter(Boolean), "нема", "&="))),
);
const limits = fc.oneof(
  fc.constantFrom(null, 0, maxLimit, maxLimit + 1, 999_999_999),
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: maxLimit }),
);
const offsets = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(null, 0) }, fc.nat({ max: 350 }));

/** The matching teachers by the simplest possible code. */
function findNaively(filters: readonly (string | null)[]): Teacher[] {
  const matches = teachers.filter((teacher) => names.every((name, i) => [null, teacher[name]].includes(filters[i]!)));
  return matches.map((teacher) => composeTeacher(teacher));
}

function queryOf(filters: readonly (string | null)[], limit: number | null, offset: number | null): string {
  const given = [...names.map((name, i) => [name, filters[i]]), ["limit", limit], ["offset", offset]];
  return new URLSearchParams(given.filter(([, value]) => value !== null) as [string, string][]).toString();
}

async function getPage(server: Server, url: string): Promise<Page> {
  expect(url).toStartWith(`${server.origin}/teachers/`);
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${response.status} for ${url}; the server says: ${server.stderr()}`);
  return (await response.json()) as Page;
}

test("a walk along next, and back along previous, shows every match once and in order", async () => {
  using folder = makeFolder();
  await publish(folder.path, teachers);
  await using server = await startServer(["--max-limit", String(maxLimit)], { folder: folder.path });
  let pages = 0;
  let matched = 0;
  await fc.assert(
    fc.asyncProperty(filters, limits, offsets, async (asked, askedLimit, offset) => {
      const expected = findNaively(asked);
      const limit = Math.min(askedLimit || 10, maxLimit);
      const start = offset ?? 0;
      if (expected.length > 0) matched++;

      /** Follows one of the links from page to page, with offsets and records computed by the test. */
      const follow = async (url: string, from: number, link: "next" | "previous"): Promise<[string, number]> => {
        let at = from;
        let here = url;
        for (;;) {
          const page = await getPage(server, here);
          pages++;
          expect(page).toEqual({
            count: expected.length,
            next: at + limit < expected.length ? expect.any(String) : null,
            previous: at > 0 ? expect.any(String) : null,
            results: expected.slice(at, at + limit),
          });
          const following = page[link];
          if (following === null) return [here, at];
          here = following;
          at = link === "next" ? at + limit : Math.max(0, at - limit);
        }
      };

      const first = `${server.origin}/teachers/?${queryOf(asked, askedLimit, offset)}`;
      const [last, lastOffset] = await follow(first, start, "next");
      // Each page starts where the previous one ends, so together they have every match from the start exactly once.
      expect(lastOffset).toBe(start + limit * Math.max(0, Math.ceil((expected.length - start) / limit) - 1));
      const [, firstOffset] = await follow(last, lastOffset, "previous");
      expect(firstOffset).toBe(0);
    }),
    { numRuns: 500 },
  );
  // The property would prove little if most walks found no teacher or had a single page.
  expect(matched).toBeGreaterThan(50);
  expect(pages).toBeGreaterThan(1000);
});
