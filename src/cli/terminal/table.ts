/** A table of texts for a terminal. */

export interface TableStyle {
  /** The indexes of columns that are aligned to the right. */
  readonly right: readonly number[];
  readonly paintHead: (text: string) => string;
  readonly paintRow: (text: string, row: number) => string;
}

/** Aligned columns under a head, without white space at the ends of lines. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { right, paintHead, paintRow }: TableStyle,
): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => [...cells[column]!].length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const gap = " ".repeat(widths[column]! - [...cell].length);
        return right.includes(column) ? gap + cell : cell + gap;
      })
      .join("  ")
      .trimEnd();
  return [paintHead(line(head)), ...rows.map((cells, i) => paintRow(line(cells), i))];
}
