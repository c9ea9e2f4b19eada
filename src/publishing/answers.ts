/**
 * The officer's answers to the questions about a file. They are stored with the version, and apply to the next upload
 * too.
 */
import type { Fault, FindingGroup } from "../import/fault.ts";
import type { ImportMessage, WarningCode } from "../import/message.ts";
import { type ColumnField, type ColumnMap, columnFields, findHeadingField, headingKey } from "../read/headings.ts";

export interface Answers {
  /** For each field whose column the officer chose: the heading of that column. */
  readonly columnMap: ColumnMap;
  /** The sheet with the teachers; null to detect it. */
  readonly sheet: string | null;
  /** Whether all sheets with a table are read. */
  readonly allSheets: boolean;
  /** Whether teachers without an id are given one. */
  readonly givesIds: boolean;
}

export const noAnswers: Answers = { columnMap: {}, sheet: null, allSheets: false, givesIds: false };

/** The answers as the history stores them; empty if nothing was asked. */
export function renderAnswers(answers: Answers): string {
  const text = JSON.stringify(answers);
  return text === JSON.stringify(noAnswers) ? "" : text;
}

/** Parses answers from the history. Ignores what this release does not know, such as answers of a later one. */
export function parseOldAnswers(text: string): Answers {
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

/**
 * The field that a column probably holds. `values` are the first cells of the column, which show whether a column
 * `Номер` has ids or row numbers.
 */
export function findColumnField(
  heading: string,
  { columnMap }: Pick<Answers, "columnMap">,
  values: readonly string[],
): ColumnField | undefined {
  const key = headingKey(heading);
  // No heading says nothing. Such a column often has row numbers, which are not ids.
  if (key === "") return undefined;
  const field = columnFields.find((name) => headingKey(columnMap[name] ?? "") === key) ?? findHeadingField(heading);
  const isNumber = /^(?:номер|number)$/.test(key) && values.some((value, i) => value.trim() !== String(i + 1));
  return field ?? (isNumber && columnMap.id === undefined ? "id" : undefined);
}

/**
 * The fields that were chosen for columns with a heading. If two columns have the same field, the first one is used.
 */
export function mapColumns(headings: readonly string[], fields: readonly string[]): ColumnMap {
  const columnMap: Partial<Record<ColumnField, string>> = {};
  for (const [i, heading] of headings.entries()) {
    const field = columnFields.find((name) => name === fields[i]);
    if (field !== undefined && heading.trim() !== "") columnMap[field] ??= heading;
  }
  return columnMap;
}

type Code = ImportMessage["code"];

/** The codes of faults that an answer about the columns resolves. */
const columnCodes: readonly Code[] = [
  "columnMissing",
  "columnAmbiguous",
  "columnRepeated",
  "noSuchColumn",
  "degreeMissing",
  "secretColumn",
];
const sheetCodes: readonly Code[] = ["severalSheets", "noSuchSheet"];
const misfitCodes: readonly Code[] = ["noSuchColumn", "noSuchSheet", "textHasNoSheets", "secretColumn"];

/** The kinds of answers that would resolve a fault; none if the file has to be corrected. */
export function findQuestions({ message }: Fault): ("columns" | "sheet" | "ids")[] {
  if (sheetCodes.includes(message.code)) return ["sheet"];
  if (message.code === "notAnId" && message.value.trim() === "") return ["ids"];
  if (message.code === "sameDigits") return ["ids"];
  // A missing id may be in a column with an unknown heading.
  if (message.code === "columnMissing" && message.field === "id") return ["columns", "ids"];
  return columnCodes.includes(message.code) ? ["columns"] : [];
}

/** The faults that no answer resolves: they have to be corrected in the file. */
export function listFileFaults({ listed, count }: FindingGroup): FindingGroup {
  const own = listed.filter((fault) => findQuestions(fault).length === 0);
  return { listed: own, count: count - listed.length + own.length };
}

/** Whether a fault means that the stored answers are about a file with other columns or sheets. */
export function isAboutAnotherFile({ message }: Fault): boolean {
  return misfitCodes.includes(message.code);
}

/** Rows with these warnings are often headings or vacancies. */
const rowCodes: readonly Code[] = ["placeholder", "heading", "severalPeople", "digit"];

/** The faults and warnings of a file, or the first of each kind. */
export interface ListedFaults {
  readonly faults: FindingGroup;
  readonly warnings: readonly (readonly [WarningCode, FindingGroup])[];
}

/** The questions about a file that the officer must answer. */
export function listQuestions({ faults, warnings }: ListedFaults) {
  const find = (codes: readonly Code[]): Fault[] =>
    warnings.flatMap(([code, { listed }]) => (codes.includes(code) ? listed : []));
  const rows = find(rowCodes).filter(({ line }) => line !== null);
  return {
    asked: new Set(faults.listed.flatMap(findQuestions)),
    sheets: faults.listed.flatMap(({ message }) => ("sheets" in message ? message.sheets : [])),
    /** The headings of columns with numbers that must not be published. */
    secrets: faults.listed.flatMap(({ message }) => (message.code === "secretColumn" ? [message.wanted] : [])),
    namesakes: find(["duplicate"]),
    /** Each row is listed once. */
    rows: [...new Map(rows.map((row) => [JSON.stringify([row.sheet, row.line]), row])).values()],
  };
}
