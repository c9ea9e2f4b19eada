/** Warns of names in another alphabet than most: in Latin, or with Cyrillic letters that Ukrainian does not have. */
import type { AddedRows } from "../../domain/roster.ts";
import { nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import type { FindingList } from "../fault.ts";
import type { LocationUnit } from "../message.ts";

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
