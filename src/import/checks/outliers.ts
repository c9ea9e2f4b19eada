/**
 * Warns of texts that do not fit the others: degrees that are misspelt, abbreviated, or empty where the others are not, and names in
 * another alphabet than most.
 */
import { isOneEditApart } from "../../domain/names/one-edit.ts";
import type { AddedRows } from "../../domain/roster.ts";
import { nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import type { FindingList } from "../fault.ts";
import type { LocationUnit, WarningMessage } from "../message.ts";

/** A degree is common if it occurs so often. */
const commonFrom = 5;

/** The most common degrees that others are compared with. */
const commonMax = 500;

/** The most degrees that are compared: where there are more, degrees are no list of terms. */
const comparedMax = 2000;

/** Shorter degrees differ by a letter although both are right. */
const lengthMin = 4;

interface DegreeCheckOptions {
  readonly unit: LocationUnit;
  /** The heading of the column. */
  readonly heading: string;
}

/** A degree and the number of teachers who have it. */
interface Degree {
  readonly value: string;
  readonly code: number;
  readonly count: number;
}

export function warnOfOddDegrees(
  { columns, lines }: AddedRows,
  findings: FindingList,
  { unit, heading }: DegreeCheckOptions,
): void {
  const { values, codes } = columns.degree;
  const counts = new Uint32Array(values.length);
  // An index, because `for … of` over a typed array allocates an object per step: 6 GB for a hundred million teachers.
  for (let row = 0; row < codes.length; row++) counts[codes[row]!]!++;
  const warn = ({ code }: { readonly code: number }, message: WarningMessage): void =>
    findings.warn({ [unit]: lines[codes.indexOf(code)]!, column: "degree", message });

  const used = values.map((value, code): Degree => ({ value, code, count: counts[code]! }));
  const full = used.filter(({ value }) => value.length >= lengthMin).sort((a, b) => b.count - a.count);
  const compare = (
    odd: readonly Degree[],
    common: readonly Degree[],
    isLike: (value: string, other: string) => boolean,
    describe: (degree: Degree, match: Degree) => WarningMessage,
  ): void => {
    if (odd.length > comparedMax) return;
    const compared = common.slice(0, commonMax);
    for (const degree of odd) {
      const match = compared.find((other) => isLike(degree.value, other.value));
      if (match !== undefined) warn(degree, describe(degree, match));
    }
  };
  compare(
    full.filter(({ count }) => count === 1),
    full.filter(({ count }) => count >= commonFrom),
    isOneEditApart,
    ({ value }, { value: common, count }) => ({ code: "rareDegree", value, common, count }),
  );
  compare(
    used.filter(({ value }) => value.endsWith(".")),
    full.filter(({ value }) => !value.includes(".")),
    isAbbreviation,
    ({ value, count }, { value: full }) => ({ code: "abbreviatedDegree", value, full, count }),
  );

  const empty = used.find(({ value }) => value === "");
  if (empty === undefined || empty.count === 0 || empty.count === codes.length || isTitle.test(heading)) return;
  warn(empty, { code: "emptyDegree", count: empty.count, filled: codes.length - empty.count });
}

/** Many teachers have no academic title, but all have a position. */
const isTitle = /ступінь|звання|title|academic/iu;

/** `ст. викл.` of `старший викладач`. */
function isAbbreviation(value: string, full: string): boolean {
  const [short, words] = [value, full].map((text) => text.toLowerCase().split(/\s+/)) as [string[], string[]];
  return (
    short.length === words.length &&
    short.every((word, i) => (word.endsWith(".") ? words[i]!.startsWith(word.slice(0, -1)) : words[i] === word))
  );
}

const latinLetter = /\p{Script=Latin}/u;

/** Rows are counted, because many teachers may have one name. */
export function warnOfLatinRows({ columns, lines }: AddedRows, unit: LocationUnit, findings: FindingList): void {
  if (!nameFieldNames.some((name) => columns[name].values.some((value) => latinLetter.test(value)))) return;
  const fields = nameFieldNames.map((name) => {
    const { values, codes } = columns[name];
    const has = (script: RegExp): boolean[] => values.map((value) => script.test(value));
    return { name, values, codes, isLatin: has(latinLetter), isCyrillic: has(/\p{Script=Cyrillic}/u) };
  });
  const latinRows: number[] = [];
  let cyrillicRows = 0;
  for (let row = 0; row < lines.length; row++) {
    if (fields.some(({ codes, isCyrillic }) => isCyrillic[codes[row]!])) cyrillicRows++;
    else if (fields.some(({ codes, isLatin }) => isLatin[codes[row]!])) latinRows.push(row);
  }
  if (latinRows.length >= cyrillicRows) return;
  for (const row of latinRows) {
    const { name, values, codes } = fields.find(({ codes, isLatin }) => isLatin[codes[row]!])!;
    findings.warn({ [unit]: lines[row]!, column: name, message: { code: "latinRow", value: values[codes[row]!]! } });
  }
}

const otherLetter = /[ыэъё]/iu;
const ukrainianLetter = /[іїєґ]/iu;

/** Texts are counted, because few of any language have one of these letters. */
export function warnOfForeignLetters({ columns, lines }: AddedRows, unit: LocationUnit, findings: FindingList): void {
  const countTexts = (letter: RegExp): number =>
    textFieldNames.reduce((sum, name) => sum + columns[name].values.filter((value) => letter.test(value)).length, 0);
  const foreign = countTexts(otherLetter);
  if (foreign === 0 || countTexts(ukrainianLetter) < foreign) return;
  for (const name of textFieldNames) {
    const { values, codes } = columns[name];
    const letters = values.map((value) => otherLetter.exec(value)?.[0]);
    if (letters.every((letter) => letter === undefined)) continue;
    for (let row = 0; row < codes.length; row++) {
      const letter = letters[codes[row]!];
      if (letter === undefined) continue;
      const message = { code: "foreignLetter", value: values[codes[row]!]!, letter } as const;
      findings.warn({ [unit]: lines[row]!, column: name, message });
    }
  }
}
