/** What the guard says about changes that are probably a mistake, and the question on a terminal. */

import { isTerminal, openErrorStream } from "../cli/terminal/output.ts";
import type { Breach } from "../domain/changes/change-guard.ts";
import type { Review } from "../store/history/publish.ts";
import { publishingTexts } from "./texts/publishing-texts.ts";
import { escapeText } from "./texts/quote.ts";

/** The changes are probably a mistake, so they were not published. */
export class GuardError extends Error {
  readonly breaches: readonly Breach[];
  readonly review: Review;

  constructor(breaches: readonly Breach[], review: Review) {
    super(renderBreaches(breaches));
    this.breaches = breaches;
    this.review = review;
  }
}

/** What would happen, a sentence for each limit that is exceeded. */
export function renderBreaches(breaches: readonly Breach[]): string {
  return breaches
    .map(({ kind, count, of }) => publishingTexts.breach(kind, { count, of, percent: percentOf(count, of) }))
    .join(" ");
}

/** The flags that let the changes through: `--allow-removed 30% --allow-renamed 12%`. */
export function renderAllowance(breaches: readonly Breach[]): string {
  const percents = new Map<string, number>();
  for (const { limit, count, of } of breaches) {
    percents.set(limit, Math.max(percents.get(limit) ?? 0, percentOf(count, of)));
  }
  return [...percents].map(([limit, percent]) => `--allow-${limit} ${percent}%`).join(" ");
}

/** Rounded up, so that it is enough as a limit. */
function percentOf(count: number, of: number): number {
  return Math.ceil((100 * count) / of - 1e-9);
}

/** Whether a question can be asked and answered. */
export function canAsk(): boolean {
  return isTerminal("stdin") && isTerminal("stderr");
}

/** Asks on standard error; anything but yes, in English or Ukrainian, is no. */
export async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  // Loaded here, because few commands ask.
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: openErrorStream() });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    const answer = await Promise.race([
      terminal.question(`${escapeText(question)} ${publishingTexts.yesOrNo()} `, { signal }),
      closed,
    ]);
    return /^\s*(?:y|yes|т|так)\s*$/i.test(answer);
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    terminal.close();
  }
}
