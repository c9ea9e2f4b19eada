/** How commands end. */
import { expect } from "bun:test";
import type { Finished } from "./program.ts";

/** Expects the exit code, and these words in what was printed. A refused command line prints nothing on standard output. */
export function expectEnd({ exitCode, stdout, stderr }: Finished, wanted: number, ...words: readonly string[]): void {
  expect(exitCode, stderr).toBe(wanted);
  if (wanted === 2) expect(stdout).toBe("");
  for (const word of words) expect(stdout + stderr).toContain(word);
}
