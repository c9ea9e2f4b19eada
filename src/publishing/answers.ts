/** What an officer answered about a file. It is remembered with the version that it led to, and asked no more next month. */
import { type ColumnMap, columnFields } from "../import/table/headings.ts";

export interface Answers {
  /** The heading of each field whose column was asked for. */
  readonly columnMap: ColumnMap;
  /** The sheet that has the teachers; null where the file tells it. */
  readonly sheet: string | null;
  /** Whether all sheets with a table are read. */
  readonly allSheets: boolean;
  /** Whether teachers without an id get one. */
  readonly givesIds: boolean;
}

export const noAnswers: Answers = { columnMap: {}, sheet: null, allSheets: false, givesIds: false };

/** The text that the history has; empty if nothing was asked. */
export function renderAnswers(answers: Answers): string {
  const text = JSON.stringify(answers);
  return text === JSON.stringify(noAnswers) ? "" : text;
}

/** The answers of a text of the history. What is not one, such as of a later release, counts as not answered. */
export function parseAnswers(text: string): Answers {
  const found = (text === "" ? {} : JSON.parse(text)) as { readonly [Name in keyof Answers]?: unknown };
  const { columnMap, sheet } = found;
  const headings = Object.entries(columnMap ?? {}).filter(
    ([field, heading]) => columnFields.some((name) => name === field) && typeof heading === "string",
  );
  return {
    columnMap: Object.fromEntries(headings),
    sheet: typeof sheet === "string" ? sheet : null,
    allSheets: found.allSheets === true,
    givesIds: found.givesIds === true,
  };
}
