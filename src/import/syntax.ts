/** Where a text stops being JSON: JSON.parse of JavaScriptCore says what is wrong but not where. */
import { quotedLengthMax, quoteText } from "./quote.ts";

/** The offset of the first token that JSON has no place for, the length where the text ends too early; -1 for JSON. */
export function findSyntaxError(text: string): number {
  const open: Bracket[] = [];
  let wanted: Wanted = "value";
  for (let at = 0; ; at = token.lastIndex) {
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
    if (at === text.length) return wanted === "end" ? -1 : at;
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    const next: Wanted | undefined = found === undefined ? undefined : step(wanted, found, open);
    if (next === undefined) return at;
    wanted = next;
  }
}

export interface SyntaxFault {
  /** From 1, within the text. */
  readonly line: number;
  /** What stands where JSON ends, up to the end of the line; null at the end of the text. */
  readonly value: string | null;
  readonly message: string;
}

/** Where and with what a text stops being JSON, for a text that JSON.parse refuses. */
export function describeSyntaxError(text: string): SyntaxFault {
  const offset = findSyntaxError(text);
  const before = text.slice(0, offset === -1 ? 0 : offset);
  const line = before.split("\n").length;
  if (offset === text.length) return { line, value: null, message: "the JSON ends before it is complete" };
  const value = text.slice(before.length, before.length + 2 * quotedLengthMax).split(/[\r\n]/, 1)[0]!;
  const character = before.length - before.lastIndexOf("\n");
  return { line, value, message: `not JSON from character ${character} of the line on, ${quoteText(value)}` };
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
