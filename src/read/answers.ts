/** What a person chose about a file, and what of it is stored with the version for the next file. */

import { type ColumnField, type ColumnMap, columnFields } from "./headings.ts";
import { cellMax, type Row } from "./table.ts";

/** The field of each column, as a person chose it; undefined for a column about which nothing was said. */
export type ChosenColumns = readonly (ColumnField | "none" | undefined)[];

/** Rows are named by `rowKey`. */
export interface ReadAnswers {
  /** The encoding of a text, if it was not found right. */
  readonly encoding?: string | undefined;
  readonly sheets?: readonly string[] | "all" | undefined;
  /** The line of the header, if it is not the row that looks like one. */
  readonly headerLine?: number | undefined;
  /** The column of a field, by its heading or its letter. */
  readonly map?: ColumnMap | undefined;
  /** The columns of each header, by `headerKey`. */
  readonly columns?: Readonly<Record<string, ChosenColumns>> | undefined;
  /** Teachers without an id get one. They get one by default too, but that is a question. */
  readonly givesIds?: boolean | undefined;
  /** Whether columns in capitals are rewritten as names are written. They are by default, which is a question. */
  readonly rewritesCapitals?: boolean | undefined;
  readonly leftOut?: ReadonlySet<string> | undefined;
  /** The rows of people who only share their name with the row before. */
  readonly differ?: ReadonlySet<string> | undefined;
  /** The answers of the newest version. They are used if the file has the same headers. */
  readonly remembered?: StoredAnswers | null | undefined;
}

export interface StoredAnswers {
  readonly sheets: readonly string[] | null;
  /** The sheets that were not read. A sheet that is in neither list is new, and a question. */
  readonly unread: readonly string[];
  readonly columns: Readonly<Record<string, ChosenColumns>>;
  readonly givesIds: boolean;
  readonly rewritesCapitals: boolean | null;
  /** Whether two rows of one name are one person, by the `pair` of the issue `onePerson`. */
  readonly pairs: Readonly<Record<string, "one" | "different">>;
}

/** The texts of a header, as one key. */
export const headerKey = (rows: readonly Row[]): string =>
  JSON.stringify(rows.map(({ cells }) => cells.map((text) => text.slice(0, cellMax))));

/** Parses answers from the history; null if there are none, or if they are not those of this release. */
export function parseAnswers(text: string): StoredAnswers | null {
  const { sheets = null, unread = [], columns, givesIds, rewritesCapitals = null, pairs = {} } = parseObject(text);
  if (![columns, pairs].every((value: unknown) => typeof value === "object" && value !== null)) return null;
  const isField = (field: unknown): boolean => field === "none" || (columnFields as readonly unknown[]).includes(field);
  const areFields = Object.values(columns!).every((fields) => Array.isArray(fields) && fields.every(isField));
  const isKnown = areFields && Array.isArray(unread) && (sheets === null || Array.isArray(sheets));
  return isKnown ? { sheets, unread, columns: columns!, givesIds: givesIds === true, rewritesCapitals, pairs } : null;
}

function parseObject(text: string): Partial<StoredAnswers> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
