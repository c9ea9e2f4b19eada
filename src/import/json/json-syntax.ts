/** What JSON.parse does not say: where a text stops being JSON, and which object has a key twice. */
import { type JSONVisitor, visit } from "jsonc-parser";
import { quotedLengthMax } from "../fault.ts";
import type { SyntaxMessage } from "../message.ts";

export interface SyntaxFault {
  /** From 1, within the text. */
  readonly line: number;
  readonly message: SyntaxMessage;
}

/** Where and with what a text stops being JSON, for a text that JSON.parse refuses. */
export function describeSyntaxError(text: string): SyntaxFault {
  let first = text.length;
  const onError = (_code: number, offset: number): void => {
    first = Math.min(first, offset);
  };
  if (!visitAll(text, { onError })) return tooDeep;
  const line = text.slice(0, first).split("\n").length;
  if (first === text.length) return { line, message: { code: "jsonEnded" } };
  const value = text.slice(first, first + 2 * quotedLengthMax).split(/[\r\n]/, 1)[0]!;
  const character = first - text.lastIndexOf("\n", first - 1);
  return { line, message: { code: "notJson", character, value } };
}

/** The first key that an object has twice, for a text that is JSON; null if there is none. JSON.parse takes the last one. */
export function findRepeatedKey(text: string): SyntaxFault | null {
  let found: SyntaxFault | null = null;
  const open: Set<string>[] = [];
  const isWhole = visitAll(text, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty(name, _offset, _length, line) {
      const names = open.at(-1)!;
      if (names.has(name)) found ??= { line: line + 1, message: { code: "keyRepeated", name } };
      names.add(name);
    },
  });
  return isWhole ? found : tooDeep;
}

const tooDeep: SyntaxFault = { line: 1, message: { code: "jsonTooDeep" } };

/** Whether the whole text was visited: the parser calls itself for each level of nesting, which a hostile text has no end of. */
function visitAll(text: string, visitor: JSONVisitor): boolean {
  try {
    visit(text, visitor, { disallowComments: true });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
