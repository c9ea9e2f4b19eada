/** Warns of degrees that occur once and differ by a letter from a common one. */
import { isOneEditApart } from "../domain/one-edit.ts";
import type { AddedRows } from "../domain/roster.ts";
import type { FindingList } from "./findings.ts";
import type { LocationUnit, WarningMessage } from "./message.ts";

/** A degree is common if it occurs so often. */
const commonFrom = 5;

/** The most common degrees that rare ones are compared with. */
const commonMax = 500;

/** The most rare degrees that are compared: where there are more, degrees are no list of terms. */
const rareMax = 2000;

/** Shorter degrees differ by a letter although both are right. */
const lengthMin = 4;

export function warnOfRareDegrees({ columns, lines }: AddedRows, unit: LocationUnit, findings: FindingList): void {
  const { values, codes } = columns.degree;
  const counts = new Uint32Array(values.length);
  // An index, because `for … of` over a typed array allocates an object per step: 6 GB for a hundred million teachers.
  for (let row = 0; row < codes.length; row++) counts[codes[row]!]!++;
  const all = [...values.keys()].filter((code) => values[code]!.length >= lengthMin);
  const common = all.filter((code) => counts[code]! >= commonFrom).sort((a, b) => counts[b]! - counts[a]!);
  const rare = all.filter((code) => counts[code] === 1);
  if (rare.length > rareMax) return;
  for (const code of rare) {
    const value = values[code]!;
    const match = common.slice(0, commonMax).find((other) => isOneEditApart(value, values[other]!));
    if (match === undefined) continue;
    const message: WarningMessage = { code: "rareDegree", value, common: values[match]!, count: counts[match]! };
    findings.warn({ [unit]: lines[codes.indexOf(code)]!, column: "degree", message });
  }
}
