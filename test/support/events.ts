/** The events that a program has logged, in the text format. */
import type { LogEvent } from "../../src/server/log.ts";
import { type Program, waitFor } from "./program.ts";

/** The lines so far in which a program has logged one of the events. */
export function eventLines({ stderr }: Pick<Program, "stderr">, ...events: readonly LogEvent[]): string[] {
  const isOne = (line: string): boolean => events.some((event) => line.includes(` ${event}: `));
  return stderr().split("\n").filter(isOne);
}

/** Waits until a program has logged an event this many times. */
export async function waitForEvents(program: Program, event: LogEvent, times: number): Promise<void> {
  await waitFor(
    () => eventLines(program, event).length,
    (count) => count >= times,
    { program },
  );
}
