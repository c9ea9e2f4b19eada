import { describe, expect, test } from "bun:test";
import { contentWith } from "../image/content-testing.ts";
import { stepsBetweenYields } from "./scheduler.ts";
import { countYields, runTask } from "./task-testing.ts";

import { type Candidates, candidatesByLastName, createTerm, findCandidates, markCandidates } from "./terms.ts";

const count = 5000;
const content = contentWith([
  ...Array.from({ length: count }, (_, i) => ({ id: i + 1, last_name: `Коваль${i}`, first_name: "Кіра" })),
  { id: count + 1, first_name: "Олег" },
]);

async function find(word: string): Promise<Candidates> {
  const term = createTerm(word, { index: "spelling", editsMax: 0, hasLooseInitials: false })!;
  return await runTask(findCandidates(content, "spelling", term, false, ["never", "never", "never"]));
}

describe("findCandidates()", () => {
  test.each<[word: string, counts: number[]]>([
    ["к", [count, count, 0]],
    ["коваль1234", [1, 0, 0]],
    ["олег", [0, 1, 0]],
    ["жук", [0, 0, 0]],
  ])("of %s counts the teachers by field", async (word, counts) => {
    expect(await find(word)).toMatchObject({ counts, count: counts.reduce((a, b) => a + b) });
  });
});

describe("candidatesByLastName()", () => {
  test("counts those whose last name is a term, and those without one", async () => {
    const { codes, count: found } = candidatesByLastName(content, [await find("коваль12"), await find("олег")]);
    expect(found).toBe(111 + 1);
    expect(codes[0]!.reduce((sum, { length }) => sum + length, 0)).toBe(found);
  });
});

describe("markCandidates()", () => {
  test("marks the values of each term, and yields between so many of them", async () => {
    const candidates = [await find("к"), await find("коваль1234"), await find("кіра")];
    const [last, first, middle] = await runTask(markCandidates(content, candidates));
    const withMarks = (marks: Uint8Array): number[] => [...marks].filter((mark) => mark !== 0).sort((a, b) => b - a);
    expect(withMarks(last)).toEqual([0b11, ...Array(count - 1).fill(0b1)]);
    expect(withMarks(first)).toEqual([0b101]);
    expect(withMarks(middle)).toEqual([]);
    expect(countYields(markCandidates(content, candidates))).toBe(Math.floor(count / stepsBetweenYields));
  });
});
