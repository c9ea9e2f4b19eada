/** Line numbers of CSV rows, right where quoted fields span lines. */

/** What csv-parse counted up to the end of a row, or up to where it refused one. */
export interface ParserCount {
  readonly lines: number;
  readonly empty_lines: number;
}

export interface LineCounter {
  /** The line on which a row starts. */
  take(row: readonly string[], count: ParserCount): number;
  /** Goes past a row that csv-parse refused, and gives the line on which it did. */
  skip(count: ParserCount): number;
  /** The line on which the next row starts, of which csv-parse has not reached the end. */
  peek(count: ParserCount): number;
}

/** Mends csv-parse's count, in which a CRLF inside quotes is two lines; not for those of a refused row, which it hides. */
export function createLineCounter(): LineCounter {
  let last: ParserCount = { lines: 0, empty_lines: 0 };
  let end = 0;
  let surplus = 0;
  return {
    take(row, count) {
      // Nearly every row is one line more.
      const isOneLine = count.lines - last.lines === 1;
      last = count;
      if (isOneLine) return ++end;
      let breaks = 0;
      for (const field of row) {
        for (const [lineBreak] of field.matchAll(/\r\n|\r|\n/g)) {
          breaks++;
          if (lineBreak === "\r\n") surplus++;
        }
      }
      end = count.lines - surplus;
      return end - breaks;
    },
    skip(count) {
      end = count.lines - surplus;
      // The next row ends at least two lines after the last one taken, so that its lines are counted anew.
      last = { lines: last.lines, empty_lines: count.empty_lines };
      return end;
    },
    peek: (count) => end + 1 + count.empty_lines - last.empty_lines,
  };
}
