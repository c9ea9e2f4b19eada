/** What an officer answered about a file. It is remembered with the version that it led to, and asked no more next month. */
import type { Fault, FindingGroup } from "../import/fault.ts";
import type { ImportMessage, WarningCode } from "../import/message.ts";
import {
  type ColumnField,
  type ColumnMap,
  columnFields,
  findHeadingField,
  headingKey,
} from "../import/table/headings.ts";

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

/** The field that a column with this heading is read as. */
export function findColumnField(heading: string, { columnMap }: Pick<Answers, "columnMap">): ColumnField | undefined {
  const key = headingKey(heading);
  return columnFields.find((field) => headingKey(columnMap[field] ?? "") === key) ?? findHeadingField(heading);
}

/** Other answers than before: what is not given stays. Each column is a heading and what was chosen for it. */
export function changeAnswers(
  before: Answers,
  given: { readonly columns: readonly (readonly [heading: string, field: string])[] | null } & Partial<Answers>,
): Answers {
  const { columns, ...others } = given;
  if (columns === null) return { ...before, ...others };
  const columnMap: Partial<Record<ColumnField, string>> = {};
  for (const [heading, field] of columns) {
    const known = columnFields.find((name) => name === field);
    if (known !== undefined) columnMap[known] ??= heading;
  }
  return { ...before, ...others, columnMap };
}

type Code = ImportMessage["code"];

/** Codes of faults that an answer settles. */
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

/** The answers that would settle a fault; none for one that has to be corrected in the file. */
export function findQuestions({ message }: Fault): ("columns" | "sheet" | "ids")[] {
  if (sheetCodes.includes(message.code)) return ["sheet"];
  if (message.code === "notAnId" && message.value.trim() === "") return ["ids"];
  if (message.code === "sameDigits") return ["ids"];
  // A missing id may be in a column with an unknown heading.
  if (message.code === "columnMissing" && message.field === "id") return ["columns", "ids"];
  return columnCodes.includes(message.code) ? ["columns"] : [];
}

/** Whether remembered answers are about another file, which has other columns or sheets. */
export function isAboutAnotherFile({ message }: Fault): boolean {
  return misfitCodes.includes(message.code);
}

/** Rows with these are often headings and vacancies. */
const rowCodes: readonly Code[] = ["placeholder", "heading", "severalPeople", "digit"];

interface ListedFaults {
  readonly faults: FindingGroup;
  readonly warnings: readonly (readonly [WarningCode, FindingGroup])[];
}

/** What a file leaves open. */
export function listQuestions({ faults, warnings }: ListedFaults) {
  const find = (codes: readonly Code[]): Fault[] =>
    warnings.flatMap(([code, { listed }]) => (codes.includes(code) ? listed : []));
  const rows = find(rowCodes).filter(({ line }) => line !== null);
  return {
    asked: new Set(faults.listed.flatMap(findQuestions)),
    sheets: faults.listed.flatMap(({ message }) => ("sheets" in message ? message.sheets : [])),
    /** The headings of numbers that must not be published. */
    secrets: faults.listed.flatMap(({ message }) => (message.code === "secretColumn" ? [message.wanted] : [])),
    namesakes: find(["duplicate"]),
    /** Each row once. */
    rows: [...new Map(rows.map((row) => [`${row.sheet} ${row.line}`, row])).values()],
  };
}
