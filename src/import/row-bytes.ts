/** The bytes of CSV rows, which csv-parse does not expose: the first line and the source text of each row. */

export interface RowBytes {
  /** Whether the row taken last has a quote anywhere. */
  readonly hasQuote: boolean;
  /** Takes the bytes that csv-parse is given next. */
  add(bytes: Buffer): void;
  /** Goes on to the end of a row, in bytes from the start of the file, and gives the line on which the row starts. */
  take(end: number): number;
  /** The row taken last as it is written, without its line end. */
  text(): string;
  /** The line on which the row starts that comes next. */
  peek(): number;
}

const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;

export function createRowBytes(): RowBytes {
  /** What follows the row taken last, until `add` with that row. */
  let bytes: Buffer = Buffer.alloc(0);
  /** Where they start in the file. */
  let offset = 0;
  /** Of the row taken last, in `bytes`, without blank lines before it. */
  let start = 0;
  let end = 0;
  /** The line on which the row ends that was taken last. */
  let line = 0;
  /** In `bytes`; the length where there is none. */
  let nextQuote = 0;
  let hasQuote = false;

  const findQuote = (from: number): number => {
    const found = bytes.indexOf(quote, from);
    return found === -1 ? bytes.length : found;
  };

  /** Where the line break ends that starts here; here where none does. CR and LF are one, as csv-parse has it. */
  function skipBreak(at: number): number {
    const byte = bytes[at];
    if (byte === carriageReturn) return bytes[at + 1] === lineFeed ? at + 2 : at + 1;
    return byte === lineFeed ? at + 1 : at;
  }

  /** Skips blank lines from an offset that end by the limit. */
  function skipBlank(from: number, limit = bytes.length): { readonly at: number; readonly lines: number } {
    let at = from;
    let lines = 0;
    for (let next = skipBreak(at); next !== at && next <= limit; next = skipBreak(at)) {
      at = next;
      lines++;
    }
    return { at, lines };
  }

  return {
    get hasQuote() {
      return hasQuote;
    },
    add(added) {
      // All but the last line break: its second half may come now.
      const blank = skipBlank(end, bytes.length - 1);
      const remainder = bytes.subarray(blank.at);
      bytes = remainder.length === 0 ? added : Buffer.concat([remainder, added]);
      line += blank.lines;
      offset += blank.at;
      start = 0;
      end = 0;
      nextQuote = findQuote(0);
    },
    take(rowEnd) {
      const blank = skipBlank(end);
      const firstLine = line + blank.lines + 1;
      start = blank.at;
      end = rowEnd - offset;
      hasQuote = nextQuote < end;
      line = firstLine;
      if (!hasQuote) return firstLine;
      // Only quotes hold line breaks of a row's own.
      for (let at = start; at < end; ) {
        const next = skipBreak(at);
        if (next === at) at++;
        else {
          at = next;
          if (at < end) line++;
        }
      }
      nextQuote = findQuote(end);
      return firstLine;
    },
    text: () => bytes.toString("utf8", start, end).replace(/(?:\r\n|\r|\n)$/, ""),
    peek: () => line + skipBlank(end).lines + 1,
  };
}
