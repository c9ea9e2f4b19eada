/** Finds the header of a table, and the column of each field, by index. Says why each column was chosen. */
import { isGivenName } from "../domain/names/given-names.ts";
import type { ChosenColumns } from "./answers.ts";
import {
  type ColumnField,
  type ColumnMap,
  columnFields,
  findHeadingField,
  headingKey,
  isCodeOnly,
  isSecretHeading,
  nameColumn,
} from "./headings.ts";
import { cellMax, type Issues, type Row } from "./issue.ts";
import { isMiddleName, splitWholeName } from "./name-split.ts";

/** The header must be among this many rows. */
export const headerRowsMax = 100;
const columnsMax = 100;

export type Reason = "chosen" | "remembered" | "heading" | "values" | "severalHeadings" | "secret" | "none";

/** What was chosen about a header. `map` has columns by heading or letter. */
export interface HeaderChoice {
  readonly columns: ChosenColumns;
  readonly map: ColumnMap;
  readonly isRemembered: boolean;
}

/** A column as the page shows it: its letter, its heading, some values, and the field it is read as. */
export interface Column {
  readonly index: number;
  readonly heading: string;
  readonly samples: readonly string[];
  readonly field: ColumnField | null;
  readonly reason: Reason;
}

export interface Header {
  readonly line: number;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** The index of the column of each field; -1 if there is none. */
  readonly at: Readonly<Record<ColumnField | "share", number>>;
}

const isFilled = (text: string | undefined): boolean => (text ?? "").trim() !== "";
const fieldsIn = (row: Row): Set<ColumnField> =>
  new Set(row.cells.map(findHeadingField).filter((field) => field !== undefined));
const position = /^\s*(?:викладач|лектор)\s*$/u;

/** The header among the first rows: the first row that names two fields, or else the one that names the most. */
export function chooseHeader(
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly isNamed: boolean } | null {
  if (rows.length === 0) return null;
  const counts = rows.map((row) => {
    const { size } = fieldsIn(row);
    return size === 1 && row.cells.some((cell) => position.test(cell)) ? 0 : size;
  });
  const weights = counts.some((count) => count > 0) ? counts : rows.map(({ cells }) => cells.filter(isFilled).length);
  const first = counts.findIndex((count) => count > 1);
  const best = first === -1 ? weights.indexOf(Math.max(...weights)) : first;
  for (const upper of [best, best - 1]) {
    const [a, b] = [rows[upper], rows[upper + 1]];
    if (a === undefined || b === undefined || counts[upper] === 0 || b.line !== a.line + 1) continue;
    if (isContinued(a, b) && (counts[upper + 1]! > 0 || isBelowOthers(a, b))) return { rows: [a, b], isNamed: true };
  }
  return { rows: [rows[best]!], isNamed: counts[best]! > 0 };
}

/** Whether each heading of the lower row is below an empty cell, or below a cell that is merged with the next one. */
const isContinued = (upper: Row, lower: Row): boolean =>
  lower.cells.every((text, i) => !isFilled(text) || !isFilled(upper.cells[i]) || !isFilled(upper.cells[i + 1]));

/** Whether the lower row divides headings that name no field, such as `Стаж` into `років` and `місяців`. */
function isBelowOthers(upper: Row, lower: Row): boolean {
  const filled = [...lower.cells.entries()].filter(([, text]) => isFilled(text));
  const divides = ([i, text]: [number, string]): boolean =>
    /\p{L}/u.test(text.slice(0, cellMax)) && findHeadingField(upper.cells[i] ?? "") === undefined;
  return filled.length > 1 && filled.every(divides);
}

const shareHeading = /^(?:(?:кількість|частка|розмір|обсяг)\s+)?став(?:ка|ки|ок)$|^fte$/iu;
/** Of several headings of positions, the plain one is meant. */
const plainDegree = /^\s*(?:degree|посада|займана посада|посада за штатним розписом|position)\s*$/iu;
/** `ПІБ, посада, науковий ступінь`: a heading of a column with several fields. Tried on short headings only. */
const mixedHeadingMax = 100;
const mixedHeading = /(?:піб|п\.\s?і\.\s?б|прізвище).*(?:посада|ступінь|звання)/iu;

/** The columns of a table while fields are given to them. */
interface Columns {
  readonly headings: readonly string[];
  readonly sample: readonly Row[];
  readonly chosen: ChosenColumns;
  readonly at: Record<ColumnField | "share", number>;
  readonly reasons: Reason[];
}

const nameParts = ["last_name", "first_name", "middle_name"] as const;
const isNamePart = (field: string): boolean => (nameParts as readonly string[]).includes(field);
/** The name comes before the degree: a column with both is a column of names. */
const fieldOrder = ["id", "name", ...nameParts, "degree"] as const;

/** Finds the column of each field, by the headings and otherwise by the values, and asks about what is unclear. */
export function readHeader(
  headerRows: readonly Row[],
  sample: readonly Row[],
  { columns: given, map, isRemembered }: HeaderChoice,
  issues: Issues,
  sheet: string | null,
): Header {
  const { line } = headerRows[0]!;
  const headings = headingsOf(headerRows, sample, given);
  const place = { sheet, line };
  const chosen = findMapped(headings, map, given, (kind, value) =>
    issues.add("badColumn", { ...place, value, data: { kind, columns: headings } }),
  );
  if (headings.filter(isFilled).length > columnsMax) issues.add("tooLarge", { ...place, data: { columnsMax } });
  const at = Object.fromEntries([...columnFields, "share"].map((field) => [field, -1])) as Columns["at"];
  const reasons = headings.map((heading): Reason => (isSecretHeading(heading) ? "secret" : "none"));
  const columns: Columns = { headings, sample, chosen, at, reasons };
  takeChosen(columns, isRemembered ? "remembered" : "chosen", (kind, column) =>
    issues.add("badColumn", { ...place, column, value: headings[column]!, data: { kind } }),
  );
  const isWhole = hasWholeNames(columns);
  for (const { field, preset, candidates } of findQuestions(columns, isWhole))
    issues.add("whichColumn", { ...place, column: preset === -1 ? null : preset, data: { field, preset, candidates } });
  reportMixed(columns, isWhole, place, issues);
  at.share = headings.findIndex((heading, i) => shareHeading.test(heading) && fieldAt(columns, i) === null);
  const described = headings.map((_, index) => describeColumn(columns, index));
  return { line, rows: headerRows, columns: described, at };
}

/** Gives each field its column. Returns what is unclear, one question about all names if no part of them was found. */
function findQuestions(columns: Columns, isWhole: boolean) {
  const { at } = columns;
  const questions = fieldOrder.flatMap((field): (ColumnQuestion & { readonly field: ColumnField })[] => {
    const isOther = isNamePart(field) ? isWhole : field === "name" && !isWhole;
    const question = at[field] !== -1 || isOther ? null : findColumn(columns, field, isWhole);
    return question === null ? [] : [{ field, ...question }];
  });
  const hasNames = isWhole || at.last_name !== -1 || at.first_name !== -1;
  if (hasNames || questions.some(({ field, candidates }) => isNamePart(field) && candidates.length > 0))
    return questions;
  return [
    { field: "name" as const, candidates: [], preset: -1 },
    ...questions.filter(({ field }) => !isNamePart(field)),
  ];
}

/** The heading of each column: the text of the lower row, or of the upper one where that is blank. */
function headingsOf(headerRows: readonly Row[], sample: readonly Row[], chosen: ChosenColumns): string[] {
  const width = Math.max(chosen.length, ...[...headerRows, ...sample].map(({ cells }) => cells.length));
  const [upper, lower] = [headerRows[0]!, headerRows.at(-1)!];
  return Array.from({ length: width }, (_, i) => (lower.cells[i]?.trim() || upper.cells[i] || "").trim());
}

/** The chosen columns, with those that are named by their heading or, failing that, by their letter. */
function findMapped(
  headings: readonly string[],
  map: ColumnMap,
  given: ChosenColumns,
  report: (kind: "missing" | "several", value: string) => void,
): ChosenColumns {
  const chosen = [...given];
  for (const [field, name] of Object.entries(map) as [ColumnField, string][]) {
    const all = [...headings.keys()];
    const found =
      [(i: number) => headings[i] === name, (i: number) => headingKey(headings[i]!) === headingKey(name)]
        .map((isMeant) => all.filter(isMeant))
        .find(({ length }) => length > 0) ?? all.filter((i) => nameColumn(i) === name.toUpperCase());
    if (found.length === 1) chosen[found[0]!] = field;
    else report(found.length === 0 ? "missing" : "several", name);
  }
  return chosen;
}

const fieldAt = ({ at }: Columns, index: number): ColumnField | null =>
  columnFields.find((field) => at[field] === index) ?? null;

const isFree = ({ chosen, reasons }: Columns, i: number): boolean => chosen[i] === undefined && reasons[i] === "none";

/** Gives the fields that a person chose. A column of secret numbers, and a second column of a field, are errors. */
function takeChosen(
  { chosen, at, reasons }: Columns,
  reason: Reason,
  report: (kind: "secret" | "twice", column: number) => void,
): void {
  for (const [i, field] of chosen.entries()) {
    if (field === undefined || field === "none") continue;
    if (reasons[i] === "secret") report("secret", i);
    else if (at[field] !== -1) report("twice", i);
    else {
      at[field] = i;
      reasons[i] = reason;
    }
  }
}

/** The free columns whose heading names a field. */
function findNamed(columns: Columns, field: ColumnField): number[] {
  const names = (heading: string): boolean =>
    heading === field ||
    findHeadingField(heading) === field ||
    (field === "name" && heading.length <= mixedHeadingMax && mixedHeading.test(heading));
  return [...columns.headings.keys()].filter((i) => isFree(columns, i) && names(columns.headings[i]!));
}

/** Whether one column has the whole names. */
function hasWholeNames(columns: Columns): boolean {
  const { at } = columns;
  if (at.name !== -1) return true;
  if (nameParts.some((field) => at[field] !== -1)) return false;
  const named = nameParts.filter((field) => findNamed(columns, field).length > 0);
  if (named.length === nameParts.length) return false;
  return findNamed(columns, "name").length > 0 || (named.length === 0 && guessColumn(columns, "name") !== -1);
}

interface ColumnQuestion {
  readonly candidates: readonly number[];
  /** The column that is taken if nobody answers; -1 if there is none. */
  readonly preset: number;
}

/** Gives a field its column. Returns the question about it; null if it is clear, or may be absent. */
function findColumn(columns: Columns, field: ColumnField, isWhole: boolean): ColumnQuestion | null {
  const { at, reasons, headings } = columns;
  const found = preferNamed(headings, field, findNamed(columns, field));
  const guess = found.length === 0 ? guessColumn(columns, field) : -1;
  const plain = field === "degree" ? found.filter((i) => plainDegree.test(headings[i]!)) : [];
  const [only = -1] = found.length === 1 ? found : plain.length === 1 ? plain : [];
  const preset = only === -1 ? guess : only;
  if (preset !== -1) {
    at[field] = preset;
    reasons[preset] = guess !== -1 ? "values" : found.length === 1 ? "heading" : "severalHeadings";
  }
  // A column that was only guessed, or chosen among several, is a question with a preset.
  if (found.length > 1) return { candidates: found, preset };
  if (guess !== -1) return { candidates: [guess], preset };
  const isNeeded = field === "degree" ? !isWhole : field !== "id" && field !== "middle_name";
  return found.length === 0 && isNeeded ? { candidates: [], preset: -1 } : null;
}

/** The columns whose heading is the name of the field, if there are any, and for ids those that say more than `Код`. */
function preferNamed(headings: readonly string[], field: ColumnField, found: readonly number[]): readonly number[] {
  const exact = found.filter((i) => headings[i] === field);
  if (exact.length > 0) return exact;
  const clear = field === "id" ? found.filter((i) => !isCodeOnly(headings[i]!)) : [];
  return clear.length > 0 ? clear : found;
}

/** A column with names and positions, by its heading or because no other column has positions. */
function reportMixed(
  { at, headings, chosen }: Columns,
  isWhole: boolean,
  place: { readonly sheet: string | null; readonly line: number },
  issues: Issues,
): void {
  const { name: column } = at;
  if (column === -1) return;
  const value = headings[column]!;
  const isMixed = value.length <= mixedHeadingMax && mixedHeading.test(value);
  if (isMixed && chosen[column] === undefined) issues.add("mixedColumn", { ...place, column, value });
  else if (isMixed || (isWhole && at.degree === -1)) issues.add("mixedColumn", { severity: "note", ...place, column });
}

function describeColumn(columns: Columns, index: number): Column {
  const texts = columns.sample.map(({ cells }) => (cells[index] ?? "").trim()).filter(isFilled);
  const [heading, reason] = [columns.headings[index]!, columns.reasons[index]!];
  return { index, heading, samples: texts.slice(0, samplesShown), field: fieldAt(columns, index), reason };
}

const samplesShown = 3;

const word = /^\p{Lu}[\p{L}\p{M}'\u2019\u02bc-]+$/u;
const positionWord =
  /(?<!\p{L})(?:асистент|викладач|доцент|доц\.|професор|проф\.|завідувач|зав\.|декан|науковий співробітник|assistant|lecturer|professor)/iu;

/** Whether a text looks like a value of a field. Ids are never guessed, because row numbers look the same. */
const looksLike: Readonly<Partial<Record<ColumnField, (text: string) => boolean>>> = {
  name: (text) => text.length < 200 && !splitWholeName(text).isDoubtful,
  last_name: (text) => word.test(text) && !isGivenName(text) && !isMiddleName(text),
  first_name: isGivenName,
  middle_name: (text) => word.test(text) && isMiddleName(text),
  degree: (text) => positionWord.test(text),
};

/** The free column whose values look most like the field; -1 if there is none. */
function guessColumn(columns: Columns, field: ColumnField): number {
  const isLike = looksLike[field];
  if (isLike === undefined) return -1;
  let [best, most] = [-1, 0.5];
  for (const i of columns.headings.keys()) {
    if (!isFree(columns, i) || fieldAt(columns, i) !== null) continue;
    const texts = columns.sample.map(({ cells }) => (cells[i] ?? "").trim()).filter(isFilled);
    const share = texts.filter((text) => isLike(text.slice(0, cellMax))).length / texts.length;
    if (share > most) [best, most] = [i, share];
  }
  return best;
}
