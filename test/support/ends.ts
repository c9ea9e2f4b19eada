/** How commands end. */
import { expect } from "bun:test";
import { runAll } from "./command-lines.ts";
import type { Finished } from "./program.ts";

/** Expects the exit code, and these words in what was printed. A refused command line prints nothing on standard output. */
export function expectEnd({ exitCode, stdout, stderr }: Finished, wanted: number, ...words: readonly string[]): void {
  expect(exitCode, stderr).toBe(wanted);
  if (wanted === 2) expect(stdout).toBe("");
  for (const word of words) expect(stdout + stderr).toContain(word);
}

/** Runs command lines one after another, and expects how each ends. */
export async function expectEnds(
  folder: string,
  rows: readonly (readonly [line: string, exitCode: number, ...words: readonly string[]])[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const lines = rows.map(([line]) => ({ args: line.split(" "), environment }));
  for (const [i, finished] of (await runAll(lines, folder)).entries()) {
    const [line, exitCode, ...words] = rows[i]!;
    expect([line, finished.exitCode]).toEqual([line, exitCode]);
    expectEnd(finished, exitCode, ...words);
  }
}
