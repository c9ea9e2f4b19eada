/** Reads the names in a table: from the columns with headings of names, or from the only column. */
import { nameFieldNames } from "../../domain/teacher.ts";
import type { FaultList } from "../fault.ts";
import { type ColumnField, findHeadingField } from "../headings.ts";
import { findHeaderRows, type TableRow } from "./columns.ts";
import { isBlankRow } from "./table-edges.ts";
import type { TableReader } from "./table-reader.ts";

/** Whether a row may be the header of a table with names. */
export function hasNameHeading(fields: readonly string[]): boolean {
  return fields.some((field) => nameFields.includes(findHeadingField(field) ?? "id"));
}

const nameFields: readonly ColumnField[] = ["name", ...nameFieldNames];

/** Rows of a ragged table may have other lengths than the header. Reading stops at the first fault. */
export function createNameTable(
  faults: FaultList,
  isRagged: boolean,
  takeCell: (text: string, line: number) => void,
): TableReader {
  /** The columns of the names, once they are known. */
  let columns: readonly number[] | undefined;
  let width = 0;
  /** The rows that may contain the header. */
  let waiting: TableRow[] = [];

  function findColumns(isEnd: boolean): void {
    const found = findHeaderRows(waiting, {}, isEnd);
    if (found === null) return;
    const { header, below } = found;
    const isHeader = hasNameHeading(header.fields);
    const body = isHeader ? below : waiting;
    waiting = [];
    width = (isHeader ? header : body[0]!).fields.length;
    columns = isHeader ? chooseColumns(header, faults) : findOnlyColumn(body, faults);
    for (const row of body) takeBody(row);
  }

  function takeBody({ fields, line }: TableRow): void {
    if (faults.stopped) return;
    if (fields.length !== width && !isRagged) {
      faults.stop({ line, message: { code: "columnCount", found: fields.length, wanted: width } });
    } else takeCell(columns!.map((column) => fields[column] ?? "").join(" "), line);
  }

  return {
    names: undefined,
    takeRow(fields, line) {
      if (isBlankRow(fields)) return;
      if (columns !== undefined) return takeBody({ fields, line });
      waiting.push({ fields, line });
      findColumns(false);
    },
    settleHeader() {},
    finish() {
      if (columns === undefined && waiting.length > 0 && !faults.stopped) findColumns(true);
    },
  };
}

/** The name columns of a header: all three parts, otherwise the whole name, otherwise the parts that exist. */
function chooseColumns({ fields, line }: TableRow, faults: FaultList): number[] {
  const columnsOf = (wanted: ColumnField): number[] =>
    [...fields.keys()].filter((i) => findHeadingField(fields[i]!) === wanted);
  const parts = nameFieldNames.map(columnsOf);
  const whole = columnsOf("name");
  const chosen = parts.every((found) => found.length > 0) || whole.length === 0 ? parts : [whole];
  const repeated = chosen.find((found) => found.length > 1);
  if (repeated !== undefined) {
    faults.stop({ line, message: { code: "severalNameColumns", headings: repeated.map((i) => fields[i]!.trim()) } });
  }
  return chosen.flat();
}

/** The only column with content. */
function findOnlyColumn(rows: readonly TableRow[], faults: FaultList): number[] {
  const filled = new Set(rows.flatMap(({ fields }) => [...fields.keys()].filter((i) => fields[i]!.trim() !== "")));
  if (filled.size > 1) {
    const headings = rows[0]!.fields.map((field) => field.trim()).filter((field) => field !== "");
    faults.stop({ line: rows[0]!.line, message: { code: "noNameColumn", headings } });
  }
  return [...filled];
}
