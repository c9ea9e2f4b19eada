/** Questions on a terminal. */
import { inLanguages } from "../../publishing/texts/language.ts";
import { escapeText } from "../../publishing/texts/quote.ts";
import { isTerminal, openErrorStream } from "./output.ts";

/** After a question. Both languages are accepted in an answer. */
const yesOrNo = inLanguages({ en: "[y/N]", uk: "[т/Н]" });

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
    const answer = await Promise.race([terminal.question(`${escapeText(question)} ${yesOrNo()} `, { signal }), closed]);
    return /^\s*(?:y|yes|т|так)\s*$/i.test(answer);
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    terminal.close();
  }
}
