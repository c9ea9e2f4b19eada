/** What stands around the teachers of a table: numbers of columns, sums, signatures, and cells without a heading. */
import { parseId } from "../domain/teacher.ts";
import type { Columns } from "./columns.ts";

export interface TableEdges {
  /** Must be called when the header is found. */
  start(columns: Columns): void;
  /** Whether a row below the header is no teacher. */
  isOutside(fields: readonly string[], line: number): boolean;
  /** The lines that were skipped, and the columns without a heading that hold something, from 1. */
  readonly skipped: { readonly below: readonly number[]; readonly nameless: readonly number[] };
}

/** The beginning of a row of sums. */
const total = /^\s*(?:разом|всього|усього|загалом|підсумок|total)(?!\p{L})/iu;

/** The most cells of a line below the sums, such as one for a signature. */
const footerCellsMax = 3;

export function createTableEdges(): TableEdges {
  let columns: Columns | undefined;
  let isFirst = true;
  let isBelow = false;
  let namelessFrom: number[] = [];
  const below: number[] = [];
  const nameless = new Set<number>();

  /** Forms number their columns in the row below the header. */
  function isNumbering(fields: readonly string[]): boolean {
    return fields.length > 2 && fields.every((field, i) => field === "" || field.trim() === String(i + 1));
  }

  function isTotal(fields: readonly string[], { id }: Columns): boolean {
    if (id !== -1 && parseId((fields[id] ?? "").trim()) !== null) return false;
    const filled = fields.filter((field) => field !== "" && field.trim() !== "");
    if (total.test(filled[0]!)) isBelow = true;
    else if (id === -1) return false;
    return isBelow && (total.test(filled[0]!) || filled.length <= footerCellsMax);
  }

  return {
    start(found) {
      columns = found;
      namelessFrom = [...found.names.keys()].filter((i) => found.names[i] === "");
    },
    isOutside(fields, line) {
      const found = columns!;
      const isOutside = (isFirst && isNumbering(fields)) || (mayBeTotal(fields, found) && isTotal(fields, found));
      isFirst = false;
      if (isOutside) below.push(line);
      else {
        for (const i of namelessFrom) if ((fields[i] ?? "").trim() !== "") nameless.add(i + 1);
        for (let i = found.names.length; i < fields.length; i++) if (fields[i]!.trim() !== "") nameless.add(i + 1);
      }
      return isOutside;
    },
    get skipped() {
      return { below, nameless: [...nameless].sort((a, b) => a - b) };
    },
  };

  /** A quick answer for nearly every row: a teacher's id starts with a digit. */
  function mayBeTotal(fields: readonly string[], { id }: Columns): boolean {
    if (id === -1) return true;
    const code = (fields[id] ?? "").charCodeAt(0);
    return !(code >= 48 && code <= 57);
  }
}

/** Whether a row has no cell with a text, which the first cell of nearly every row tells. */
export function isBlankRow(fields: readonly string[]): boolean {
  return fields.every((field) => field.trim() === "");
}
