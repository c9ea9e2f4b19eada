/** Finds the header of a table, and the column of each field, by index. Says why each column was chosen. */
import { isGivenName } from "../domain/names/given-names.ts";
import { type ColumnField, columnFields, findHeadingField, isCodeOnly, isSecretHeading } from "./headings.ts";
import type { Issues, Row } from "./issue.ts";
import { isMiddleName, splitWholeName } from "./name-split.ts";

export { type ColumnField, columnFields };

/** The header must be among this many rows. */
export const headerRowsMax = 100;
const columnsMax = 100;

/** The field of each column, as a person chose it; undefined for a column about which nothing was said. */
export type ChosenColumns = readonly (ColumnField | "none" | undefined)[];

export type Reason = "chosen" | "heading" | "values" | "severalHeadings" | "secret" | "none";

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
    if (a === undefined || b === undefined || counts[upper] === 0 || counts[upper + 1] === 0 || b.line !== a.line + 1)
      continue;
    // A heading of the lower row is below an empty cell, or below a cell that is merged with the next one.
    const isContinued = b.cells.every(
      (text, i) => !isFilled(text) || !isFilled(a.cells[i]) || !isFilled(a.cells[i + 1]),
    );
    if (isContinued) return { rows: [a, b], isNamed: true };
  }
  return { rows: [rows[best]!], isNamed: counts[best]! > 0 };
}

const shareHeading = /^(?:(?:кількість|частка|розмір|обсяг)\s+)?став(?:ка|ки|ок)$|^fte$/iu;
/** Of several headings of positions, the plain one is meant. */
const plainDegree = /^\s*(?:degree|посада|займана посада|посада за штатним розписом|position)\s*$/iu;
/** `ПІБ, посада, науковий ступінь`: a heading of a column with several fields. */
const mixedHeading = /(?:піб|п\.\s?і\.\s?б|прізвище).*(?:посада|ступінь|звання)/iu;

export function readHeader(
  headerRows: readonly Row[],
  sample: readonly Row[],
  chosen: ChosenColumns,
  issues: Issues,
  sheet: string | null,
): Header {
  const width = Math.max(
    ...headerRows.map(({ cells }) => cells.length),
    chosen.length,
    ...sample.map(({ cells }) => cells.length),
  );
  const { line } = headerRows[0]!;
  const headings = Array.from({ length: width }, (_, i) =>
    (headerRows.at(-1)!.cells[i]?.trim() || headerRows[0]!.cells[i] || "").trim(),
  );
  if (headings.filter(isFilled).length > columnsMax) issues.add("tooLarge", { sheet, line, data: { columnsMax } });
  const at = Object.fromEntries([...columnFields, "share"].map((field) => [field, -1])) as Record<
    ColumnField | "share",
    number
  >;
  const reasons: Reason[] = headings.map((heading) => (isSecretHeading(heading) ? "secret" : "none"));
  for (const [i, field] of chosen.entries()) {
    if (field === undefined || field === "none") continue;
    if (reasons[i] === "secret") issues.add("secretColumn", { sheet, line, column: i, value: headings[i]! });
    else [at[field], reasons[i]] = [i, "chosen"];
  }
  const free = (i: number): boolean => chosen[i] === undefined && reasons[i] === "none";
  const named = (field: ColumnField): number[] =>
    headings.flatMap((heading, i) =>
      free(i) &&
      (heading === field || findHeadingField(heading) === field || (field === "name" && mixedHeading.test(heading)))
        ? [i]
        : [],
    );
  const ask = (field: ColumnField, candidates: readonly number[], preset: number): void =>
    issues.add("whichColumn", {
      sheet,
      line,
      column: preset === -1 ? null : preset,
      data: { field, candidates, preset },
    });
  const areNamesChosen = (["name", "last_name", "first_name", "middle_name"] as const).some(
    (field) => at[field] !== -1,
  );
  const hasParts = (["last_name", "first_name", "middle_name"] as const).every(
    (field) => at[field] !== -1 || named(field).length > 0,
  );
  const isWhole = at.name !== -1 || (!hasParts && !areNamesChosen && named("name").length > 0);
  // The name comes before the degree: a column with both is a column of names.
  for (const field of ["id", "name", "last_name", "first_name", "middle_name", "degree"] as const) {
    if (at[field] !== -1) continue;
    const isPart = field === "last_name" || field === "first_name" || field === "middle_name";
    if (isPart ? isWhole : field === "name" && !isWhole) continue;
    let found = named(field);
    const exact = found.filter((i) => headings[i] === field);
    if (exact.length > 0) found = exact;
    if (field === "id" && found.some((i) => !isCodeOnly(headings[i]!)))
      found = found.filter((i) => !isCodeOnly(headings[i]!));
    const guess =
      found.length === 0
        ? guessColumn(field, headings, sample, (i) => free(i) && !columnFields.some((other) => at[other] === i))
        : -1;
    const plain = field === "degree" ? found.filter((i) => plainDegree.test(headings[i]!)) : [];
    const preset = found.length === 1 ? found[0]! : plain.length === 1 ? plain[0]! : guess;
    if (preset !== -1)
      [at[field], reasons[preset]] = [
        preset,
        found.length === 1 ? "heading" : found.length > 1 ? "severalHeadings" : "values",
      ];
    // A column that was only guessed, or chosen among several, is a question with a preselected answer.
    if (found.length > 1 || guess !== -1) ask(field, found.length > 1 ? found : [guess], preset);
    else if (
      found.length === 0 &&
      (field === "degree" ? !isWhole : field !== "id" && !(isPart && field === "middle_name"))
    )
      ask(field, [], -1);
  }
  if (!isWhole && at.last_name === -1 && at.first_name === -1) ask("name", [], -1);
  if (at.name !== -1 && mixedHeading.test(headings[at.name]!))
    issues.add("mixedColumn", { sheet, line, column: at.name, value: headings[at.name]! });
  at.share = headings.findIndex(
    (heading, i) => shareHeading.test(heading) && !columnFields.some((field) => at[field] === i),
  );
  const columns = headings.map(
    (heading, index): Column => ({
      index,
      heading,
      samples: sample
        .map(({ cells }) => (cells[index] ?? "").trim())
        .filter(isFilled)
        .slice(0, 3),
      field: columnFields.find((field) => at[field] === index) ?? null,
      reason: reasons[index]!,
    }),
  );
  const ignored = columns.filter(
    ({ field, heading, samples, index }) =>
      field === null && index !== at.share && (heading !== "" || samples.length > 0),
  );
  if (ignored.length > 0)
    issues.add("ignoredColumns", { sheet, line, data: { columns: ignored.map(({ index }) => index) } });
  if (isWhole && at.degree === -1) issues.add("mixedColumn", { severity: "note", sheet, line, column: at.name });
  return { line, rows: headerRows, columns, at };
}

const word = /^\p{Lu}[\p{L}\p{M}'\u2019\u02bc-]+$/u;
const positionWord =
  /(?<!\p{L})(?:асистент|викладач|доцент|доц\.|професор|проф\.|завідувач|зав\.|декан|науковий співробітник|assistant|lecturer|professor)/iu;

/** Whether a text looks like a value of a field. Ids are never guessed, because row numbers look the same. */
const looksLike: Readonly<Partial<Record<ColumnField, (text: string) => boolean>>> = {
  name: (text) => text.length < 200 && !splitWholeName(text).isDoubtful,
  last_name: (text) => word.test(text) && !isGivenName(text) && !isMiddleName(text),
  first_name: isGivenName,
  middle_name: isMiddleName,
  degree: (text) => positionWord.test(text),
};

/** The free column whose values look most like the field; -1 if there is none. */
function guessColumn(
  field: ColumnField,
  headings: readonly string[],
  sample: readonly Row[],
  isFree: (index: number) => boolean,
): number {
  const isLike = looksLike[field];
  let [best, most] = [-1, 0.5];
  for (const i of headings.keys()) {
    if (isLike === undefined || !isFree(i)) continue;
    const texts = sample.map(({ cells }) => (cells[i] ?? "").trim()).filter((text) => text !== "");
    const share = texts.filter(isLike).length / texts.length;
    if (share > most) [best, most] = [i, share];
  }
  return best;
}
