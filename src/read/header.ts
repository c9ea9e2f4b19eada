/** Finds the column of each field, by index. Says why each column was chosen. */
import { isGivenName } from "../domain/names/given-names.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import { type ChosenColumns, headerKey, type ReadAnswers } from "./answers.ts";
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
import { type Issues, ReadError } from "./issue.ts";
import { isMiddleName, splitWholeName } from "./name-split.ts";
import { cellMax, hasText, type Row } from "./table.ts";

const columnsMax = 100;

export type Reason = "chosen" | "remembered" | "heading" | "values" | "severalHeadings" | "secret" | "none";

/** A column as the page shows it: its letter, its heading, some values, and the field it is read as. */
interface Column {
  readonly index: number;
  readonly heading: string;
  readonly samples: readonly string[];
  readonly field: ColumnField | null;
  readonly reason: Reason;
}

export interface Header {
  /** Null if only one sheet is read. */
  readonly sheet: string | null;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** The index of the column of each field; -1 if there is none. */
  readonly at: Readonly<Record<ColumnField | "share", number>>;
}

const shareHeading = /^(?:(?:кількість|частка|розмір|обсяг)\s+)?став(?:ка|ки|ок)$|^fte$/iu;
/** Of several headings, one of positions is meant, and not one of academic degrees or titles. */
const plainDegree = /^\s*degree\s*$|^(?!.*(?:ступ|зван|title)).*(?:посад|position|post)/isu;
/** `ПІБ, посада, науковий ступінь`: a heading of a column with several fields. Tried on short headings only. */
const mixedHeadingMax = 100;
const mixedHeading = /(?:піб|п\.\s?і\.\s?б|прізвище).*(?:посада|ступінь|звання)/iu;
const isMixedHeading = (heading: string): boolean => heading.length <= mixedHeadingMax && mixedHeading.test(heading);

/** A column while fields are given to the columns. */
interface Draft extends Column {
  /** Its values in the first rows. */
  readonly texts: readonly string[];
  chosen: ChosenColumns[number];
  field: ColumnField | null;
  reason: Reason;
}

const isNamePart = (field: string): boolean => (nameFieldNames as readonly string[]).includes(field);
/** The name comes before the degree: a column with both is a column of names. */
const fieldOrder = ["id", "name", ...nameFieldNames, "degree"] as const;

/** Finds the column of each field, by the headings and otherwise by the values, and asks about what is unclear. */
export function readHeader(
  rows: readonly Row[],
  sample: readonly Row[],
  { columns: byHeader, map = {}, remembered }: ReadAnswers,
  sheet: string | null,
  issues: Issues,
): Header {
  const place = { sheet, line: rows[0]!.line };
  const key = headerKey(rows);
  // What a person chose now goes before what was chosen for an earlier file.
  const given = byHeader?.[key];
  const known = given === undefined && Object.keys(map).length === 0 ? remembered?.columns[key] : undefined;
  const columns = draftColumns(rows, sample, given ?? known ?? []);
  const headings = columns.map(({ heading }) => heading);
  // What follows compares headings with each other.
  if (headings.filter((heading) => heading !== "").length > columnsMax) throw new ReadError("tooLarge", place);
  chooseMapped(columns, map, place, issues);
  giveChosen(columns, known === undefined ? "chosen" : "remembered", place, issues);
  const isWhole = hasWholeNames(columns);
  const isLeftOut = (field: ColumnField): boolean => map[field] === noColumn;
  for (const { field, candidates } of findQuestions(columns, isWhole, isLeftOut)) {
    // Whoever has chosen the columns may know that there are no positions.
    if (field === "degree" && (given ?? known) !== undefined) continue;
    const column = columnOf(columns, field)?.index ?? null;
    const data = { field, preset: column ?? -1, candidates: candidates.map(({ index }) => index) };
    issues.add("whichColumn", { ...place, column, data });
  }
  reportMixed(columns, isWhole, place, issues);
  const share = columns.findIndex(({ heading, field }) => shareHeading.test(heading) && field === null);
  const fields = columnFields.map((field) => [field, columnOf(columns, field)?.index ?? -1]);
  const at = { ...(Object.fromEntries(fields) as Record<ColumnField, number>), share };
  const shown = columns.map(({ texts: _, chosen: __, ...one }) => ({ ...one, heading: addGroup(one, headings, rows) }));
  return { sheet, rows, columns: shown, at };
}

/** A heading that several columns have, with the text above them: `Сумісництво: Посада`. */
function addGroup({ index, heading }: Column, headings: readonly string[], [top]: readonly Row[]): string {
  if (heading === "" || headings.filter((one) => one === heading).length < 2) return heading;
  const group = (top!.cells.slice(0, index + 1).findLast(hasText) ?? "").slice(0, cellMax).trim();
  return group === heading ? heading : `${group}: ${heading}`;
}

/** In place of a column in a map: no column has the field. */
export const noColumn = "none";

/** The first row of a header. */
type Where = Readonly<{ sheet: string | null; line: number }>;

/** Chooses the columns that a map names. */
function chooseMapped(columns: readonly Draft[], map: ColumnMap, place: Where, issues: Issues): void {
  for (const [field, name] of Object.entries(map) as [ColumnField, string][]) {
    if (name === noColumn) continue;
    const found = findMapped(columns, name);
    if (found.length === 1) found[0]!.chosen = field;
    else if (found.length > 1) issues.add("badColumn", { ...place, value: name, data: { kind: "several" } });
    else {
      const data = { kind: "missing", columns: columns.map(({ heading }) => heading) } as const;
      issues.add("badColumn", { ...place, value: name, data });
    }
  }
}

/** Gives columns the fields that were chosen for them. */
function giveChosen(columns: readonly Draft[], reason: Reason, place: Where, issues: Issues): void {
  for (const column of columns) {
    const { index, heading, chosen = "none" } = column;
    if (chosen === "none") continue;
    const kind = column.reason === "secret" ? "secret" : columnOf(columns, chosen) && "twice";
    if (kind !== undefined) issues.add("badColumn", { ...place, column: index, value: heading, data: { kind } });
    else Object.assign(column, { field: chosen, reason });
  }
}

/** The heading of a column is its lowest text in the header. */
function draftColumns(rows: readonly Row[], sample: readonly Row[], chosen: ChosenColumns): Draft[] {
  const width = Math.max(chosen.length, ...[...rows, ...sample].map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => {
    const heading = (rows.findLast(({ cells }) => hasText(cells[index]))?.cells[index] ?? "").slice(0, cellMax).trim();
    const texts = sample.map(({ cells }) => (cells[index] ?? "").trim()).filter((text) => text !== "");
    const reason = isSecretHeading(heading) ? "secret" : "none";
    return { index, heading, texts, chosen: chosen[index], field: null, reason, samples: texts.slice(0, 3) };
  });
}

/** The columns with a heading, or one that differs only in its spelling, or else with a letter. */
function findMapped(columns: readonly Draft[], name: string): readonly Draft[] {
  const key = headingKey(name);
  const alike = columns.filter(({ heading }) => key !== "" && headingKey(heading) === key);
  return alike.length > 0 ? alike : columns.filter(({ index }) => nameColumn(index) === name.toUpperCase());
}

const columnOf = (columns: readonly Draft[], wanted: ColumnField): Draft | undefined =>
  columns.find(({ field }) => field === wanted);

const isFree = ({ chosen, reason }: Draft): boolean => chosen === undefined && reason === "none";

/** Gives each field its column. Returns what is unclear, one question about all names if no part of them was found. */
function findQuestions(columns: readonly Draft[], isWhole: boolean, isLeftOut: (field: ColumnField) => boolean) {
  const questions = fieldOrder.flatMap((field) => {
    // `Прізвище та ім'я` may stand beside `По батькові`.
    const isPart = isNamePart(field) && (field !== "middle_name" || findNamed(columns, field).length !== 1);
    const isOther = isLeftOut(field) || (isWhole ? isPart : field === "name");
    const candidates = columnOf(columns, field) || isOther ? null : findColumn(columns, field, isWhole);
    return candidates === null ? [] : [{ field, candidates }];
  });
  const hasNames =
    isWhole ||
    columns.some(({ field }) => field === "last_name" || field === "first_name") ||
    questions.some(({ field, candidates }) => isNamePart(field) && candidates.length > 0);
  if (hasNames) return questions;
  return [{ field: "name" as const, candidates: [] }, ...questions.filter(({ field }) => !isNamePart(field))];
}

/** Whether one column has the whole names. */
function hasWholeNames(columns: readonly Draft[]): boolean {
  if (columnOf(columns, "name") !== undefined) return true;
  if (nameFieldNames.some((field) => columnOf(columns, field) !== undefined)) return false;
  const named = nameFieldNames.filter((field) => findNamed(columns, field).length > 0);
  if (named.length === nameFieldNames.length) return false;
  return findNamed(columns, "name").length > 0 || (named.length === 0 && guessColumn(columns, "name") !== undefined);
}

/** Gives a field its column. Returns the candidates of a question about it; null if it is clear, or may be absent. */
function findColumn(columns: readonly Draft[], field: ColumnField, isWhole: boolean): readonly Draft[] | null {
  const found = findNamed(columns, field);
  const isPlain = ({ heading }: Draft): boolean => field !== "degree" || plainDegree.test(heading);
  const guess = found.some(isPlain) ? undefined : guessColumn(columns, field);
  const candidates = guess === undefined || found.includes(guess) ? found : [guess, ...found];
  const isClear = candidates.length === 1 && found.length === 1;
  const plain = isClear ? found : found.filter(isPlain);
  const column = plain.length === 1 ? plain[0] : guess;
  const reason = isClear ? "heading" : guess === undefined ? "severalHeadings" : "values";
  if (column !== undefined) Object.assign(column, { field, reason });
  if (isClear) return null;
  // A column that was only guessed, or chosen among several, is a question with a preset.
  const isNeeded = field === "degree" ? !isWhole : field !== "id" && field !== "middle_name";
  return candidates.length > 0 || isNeeded ? candidates : null;
}

/** The free columns whose heading names a field; for ids those that say more than `Код`, if any. */
function findNamed(columns: readonly Draft[], field: ColumnField): readonly Draft[] {
  const isNamed = ({ heading }: Draft): boolean =>
    findHeadingField(heading) === field || (field === "name" && isMixedHeading(heading));
  const found = columns.filter((column) => isFree(column) && isNamed(column));
  const clear = field === "id" ? found.filter(({ heading }) => !isCodeOnly(heading)) : [];
  return clear.length > 0 ? clear : found;
}

/** A column with names and positions, by its heading or because no other column has positions. */
function reportMixed(columns: readonly Draft[], isWhole: boolean, place: Where, issues: Issues): void {
  const { index: column, heading: value, chosen, texts } = columnOf(columns, "name") ?? {};
  if (column === undefined || value === undefined || texts === undefined) return;
  const isMixed = isMixedHeading(value);
  const hasDegrees = (): boolean => texts.some((text) => splitWholeName(text.slice(0, cellMax)).degree !== "");
  if (isMixed && chosen === undefined) issues.add("mixedColumn", { ...place, column, value });
  else if (isMixed || (isWhole && columnOf(columns, "degree") === undefined && hasDegrees()))
    issues.add("mixedColumn", { severity: "note", ...place, column });
}

const word = /^\p{Lu}[\p{L}\p{M}'\u2019\u02bc-]+$/u;
const positionWord =
  /(?<!\p{L})(?:асистент|викладач|доцент|доц\.|професор|проф\.|завідувач|зав\.|декан|науковий співробітник|assistant|lecturer|professor)/iu;

/** Whether a text looks like a value of a field. Ids are never guessed, because row numbers look the same. */
export const looksLike = {
  name: (text) => text.length < 200 && !splitWholeName(text).isDoubtful,
  last_name: (text) => word.test(text) && !isGivenName(text) && !isMiddleName(text),
  first_name: isGivenName,
  middle_name: (text) => word.test(text) && isMiddleName(text),
  degree: (text) => positionWord.test(text),
} as const satisfies Readonly<Partial<Record<ColumnField, (text: string) => boolean>>>;

/** The free column whose values look most like the field. */
function guessColumn(columns: readonly Draft[], field: ColumnField): Draft | undefined {
  if (field === "id") return undefined;
  const isLike = looksLike[field];
  let [best, most] = [undefined as Draft | undefined, 0.5];
  for (const column of columns.filter(isFree)) {
    const share = column.texts.filter((text) => isLike(text.slice(0, cellMax))).length / column.texts.length;
    if (share > most) [best, most] = [column, share];
  }
  return best;
}
