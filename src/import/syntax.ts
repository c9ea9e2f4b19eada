/** Where a text stops being JSON: JSON.parse of JavaScriptCore says what is wrong but not where. */

import { quotedLengthMax } from "./clip-text.ts";
import type { SyntaxMessage } from "./message.ts";

/** The offset of the first token that JSON does not allow, the length where the text ends too early; -1 for JSON. */
export function findSyntaxError(text: string): number {
  const { isValue, at } = scanValue(text, 0, text.length);
  if (!isValue) return at;
  const end = skipSpace(text, at);
  return end === text.length ? -1 : end;
}

/** The offset of what follows white space. */
export function skipSpace(text: string, from: number): number {
  space.lastIndex = from;
  space.test(text);
  return space.lastIndex;
}

/**
 * Reads the tokens of one value: where it ends or, where it is none, the first token that is not allowed. Reads no token
 * from the limit on, and then gives where that starts.
 */
export function scanValue(
  text: string,
  from: number,
  limit: number,
): { readonly isValue: boolean; readonly at: number } {
  const open: Bracket[] = [];
  let wanted: Wanted = "value";
  for (let at = from; ; at = token.lastIndex) {
    if (wanted === "end") return { isValue: true, at };
    token.lastIndex = at = skipSpace(text, at);
    const found = at > limit ? undefined : token.exec(text)?.[0];
    const next: Wanted | undefined = found === undefined ? undefined : step(wanted, found, open);
    if (next === undefined) return { isValue: false, at };
    wanted = next;
  }
}

export interface SyntaxFault {
  /** From 1, within the text. */
  readonly line: number;
  /** With what stands where JSON ends, up to the end of the line. */
  readonly message: SyntaxMessage;
}

/** Where and with what a text stops being JSON, for a text that JSON.parse refuses. */
export function describeSyntaxError(text: string): SyntaxFault {
  return describeSyntaxErrorAt(text, Math.max(0, findSyntaxError(text)));
}

/** The same for a text that is known to stop being JSON at an offset. */
export function describeSyntaxErrorAt(text: string, offset: number): SyntaxFault {
  const line = countLine(text, offset);
  if (offset === text.length) return { line, message: { code: "jsonEnded" } };
  const value = text.slice(offset, offset + 2 * quotedLengthMax).split(/[\r\n]/, 1)[0]!;
  const character = offset - text.lastIndexOf("\n", offset - 1);
  return { line, message: { code: "notJson", character, value } };
}

/** The line of an offset, from 1. */
export function countLine(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** The brackets that are open, each by the one that closes it. */
type Bracket = "]" | "}";

type Wanted = "value" | "value or ]" | "name" | "name or }" | "colon" | "comma" | "end";

const space = /[ \t\n\r]*/y;

// Strings hold no control characters below U+0020, which are those of \p{Cc} without U+007F to U+009F.
const token =
  /[\{\}\[\],:]|"[[^"\\\p{Cc}]\u007f-\u009f]*(?:\\(?:["\\\/bfnrt]|u[\da-fA-F]{4})[[^"\\\p{Cc}]\u007f-\u009f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+\-]?\d+)?|true|false|null/vy;

/** What may follow a token; undefined where the token itself may not be here. */
function step(wanted: Wanted, token: string, open: Bracket[]): Wanted | undefined {
  if (token === open.at(-1) && (wanted === "comma" || wanted.endsWith(token))) {
    open.pop();
    return afterValue(open);
  }
  switch (wanted) {
    case "value":
    case "value or ]":
      if (token === "{") {
        open.push("}");
        return "name or }";
      }
      if (token === "[") {
        open.push("]");
        return "value or ]";
      }
      return "]},:".includes(token) ? undefined : afterValue(open);
    case "name":
    case "name or }":
      return token.startsWith('"') ? "colon" : undefined;
    case "colon":
      return token === ":" ? "value" : undefined;
    case "comma":
      if (token !== ",") return undefined;
      return open.at(-1) === "}" ? "name" : "value";
    case "end":
      return undefined;
  }
}

function afterValue(open: readonly Bracket[]): Wanted {
  return open.length === 0 ? "end" : "comma";
}
