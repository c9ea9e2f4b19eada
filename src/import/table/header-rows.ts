/** Finds the header of a table, which may have two rows: `ПІБ` over `Прізвище`, `Ім'я` and `По батькові`. */
import { countHeadings } from "./columns.ts";
import type { ColumnMap } from "./headings.ts";
import type { TableRow } from "./table-edges.ts";

/** The header must be among this many rows, not counting blank ones. */
export const headerSearchRows = 100;

/** A row that names this many fields is the header. */
export const headingsWanted = 2;

interface FoundHeader {
  readonly above: readonly TableRow[];
  readonly header: TableRow;
  readonly below: readonly TableRow[];
}

/**
 * The header among the first rows: the first row that names enough fields, or else the one that names most. Null as long as it may
 * be in a later row, or that row may belong to it.
 */
export function findHeaderRows(rows: readonly TableRow[], columnMap: ColumnMap, isEnd: boolean): FoundHeader | null {
  const count = ({ fields }: TableRow): number => {
    const headings = countHeadings(fields, columnMap);
    return headings === 1 && fields.some((field) => position.test(field)) ? 0 : headings;
  };
  const isFull = isEnd || rows.length >= headerSearchRows;
  const isFound = rows.length > 1 && count(rows.at(-2)!) >= headingsWanted;
  if (!isFull && !isFound) return null;
  const counts = rows.map(count);
  // Where no heading is known, the header is below titles of one cell.
  const weights = counts.some((known) => known > 0) ? counts : rows.map(({ fields }) => countFilled(fields));
  const best = isFound ? rows.length - 2 : weights.indexOf(Math.max(...weights));
  for (const first of [best, best - 1]) {
    const [upper, lower] = [rows[first], rows[first + 1]];
    if (upper === undefined || lower === undefined || counts[first] === 0 || counts[first + 1] === 0) continue;
    if (!isContinued(upper, lower)) continue;
    return { above: rows.slice(0, first), header: join(upper, lower), below: rows.slice(first + 2) };
  }
  return { above: rows.slice(0, best), header: rows[best]!, below: rows.slice(best + 1) };
}

/** A position that is also the heading of names. */
const position = /^\s*(?:викладач|лектор)\s*$/u;

function countFilled(fields: readonly string[]): number {
  return fields.filter((field) => field.trim() !== "").length;
}

/** Whether headings in the lower row are only below merged cells of the upper one, or below none. */
function isContinued(upper: TableRow, lower: TableRow): boolean {
  const isBlank = (i: number): boolean => (upper.fields[i] ?? "").trim() === "";
  return (
    lower.line === upper.line + 1 && lower.fields.every((text, i) => text.trim() === "" || isBlank(i) || isBlank(i + 1))
  );
}

function join(upper: TableRow, lower: TableRow): TableRow {
  const width = Math.max(upper.fields.length, lower.fields.length);
  const fields = Array.from({ length: width }, (_, i) => lower.fields[i]?.trim() || (upper.fields[i] ?? ""));
  return { fields, line: upper.line };
}
