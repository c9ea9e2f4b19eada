/** Reads a text of JSON one value at a time: JSON.parse of a whole file can take a hundred times its size in memory. */
import { lineLengthMax } from "./limits.ts";
import { countLine, describeSyntaxErrorAt, type SyntaxFault, scanValue, skipSpace } from "./syntax.ts";

/** The text is not JSON, or has a value that is too long. */
export class JsonCursorError extends Error {
  readonly fault: SyntaxFault;

  constructor(fault: SyntaxFault) {
    super(fault.message.code);
    this.fault = fault;
  }
}

/** A position in the text, before a value or what joins values. All functions throw {@link JsonCursorError}. */
export interface JsonCursor {
  /** The next character that is not white space; empty at the end. */
  peek(): string;
  /** Reads the value that comes next. */
  readValue(): unknown;
  /** Reads an array: calls back before each element, to read it and to tell whether to go on. */
  readElements(readElement: () => boolean): void;
  /** Reads an object: calls back before each value with its name, to read it and to tell whether to go on. */
  readMembers(readMember: (name: string) => boolean): void;
  /** Throws unless only white space is left. */
  readEnd(): void;
}

export function createJsonCursor(text: string): JsonCursor {
  let at = 0;

  function peek(): string {
    at = skipSpace(text, at);
    return text.charAt(at);
  }

  function refuse(): never {
    throw new JsonCursorError(describeSyntaxErrorAt(text, at));
  }

  /** Whether the character comes next, which is read then. */
  function readIf(character: string): boolean {
    if (peek() !== character) return false;
    at++;
    return true;
  }

  function readItems(close: string, readItem: () => boolean): void {
    at++;
    if (readIf(close)) return;
    do {
      if (!readItem()) return;
    } while (readIf(","));
    if (!readIf(close)) refuse();
  }

  function readValue(): unknown {
    if (peek() === "{") {
      // Most records end with their first brace. JSON.parse says whether this one does, and is faster than our tokens.
      const end = text.indexOf("}", at) + 1;
      if (end > 0 && end - at <= lineLengthMax) {
        try {
          const value: unknown = JSON.parse(text.slice(at, end));
          at = end;
          return value;
        } catch {
          // A brace in a text, or a fault.
        }
      }
    }
    const start = at;
    const scanned = scanValue(text, at, at + lineLengthMax);
    at = scanned.at;
    if (scanned.at - start > lineLengthMax) {
      const message = { code: "valueTooLong", max: lineLengthMax } as const;
      throw new JsonCursorError({ line: countLine(text, start), message });
    }
    if (!scanned.isValue) refuse();
    return JSON.parse(text.slice(start, at));
  }

  return {
    peek,
    readValue,
    readElements: (readElement) => readItems("]", readElement),
    readMembers: (readMember) =>
      readItems("}", () => {
        if (peek() !== '"') refuse();
        const name = readValue() as string;
        if (!readIf(":")) refuse();
        return readMember(name);
      }),
    readEnd() {
      if (peek() !== "") refuse();
    },
  };
}
