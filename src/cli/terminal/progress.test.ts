import { expect, test } from "bun:test";
import { createLineProgress, type PhaseName, phases, progressTexts } from "./progress.ts";

/** The lines that are printed if updates come at these times. */
function linesOf(
  phase: PhaseName,
  updates: readonly (readonly [seconds: number, done: number, total: number | null])[],
) {
  const lines: string[] = [];
  let time = 0;
  const progress = createLineProgress(phases[phase], {
    now: () => time,
    write: (line) => void lines.push(line),
  });
  for (const [seconds, done, total] of updates) {
    time = seconds * 1000;
    progress.update(done, total, done);
  }
  return lines;
}

test("createLineProgress() prints a line every ten seconds, and none for a short operation", () => {
  expect(
    linesOf("writing", [
      [1, 5, 10],
      [9.9, 10, 10],
    ]),
  ).toEqual([]);
  const long = [1, 10, 15, 20, 31].map((seconds) => [seconds, seconds * 1000, 32_000] as const);
  expect(linesOf("writing", long)).toEqual([
    "Writing: 10,000 teachers (31%)",
    "Writing: 20,000 teachers (62%)",
    "Writing: 31,000 teachers (96%)",
  ]);
  expect(linesOf("reading", [[10, 7, null]])).toEqual(["Reading: 7 teachers"]);
  expect(linesOf("clearing", [[10, 0, null]])).toEqual(["Clearing the files"]);
  expect(linesOf("erasing", [[10, 2, 4]])).toEqual(["Erasing: 2 versions (50%)"]);
});

test.each([
  [0, "0s"],
  [59, "59s"],
  [61, "1m 1s"],
])("a duration of %i seconds", (seconds, text) => {
  expect(progressTexts.duration(seconds)).toBe(text);
});
