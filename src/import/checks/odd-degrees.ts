/** Warns of degrees that do not fit the others: misspelt, abbreviated, or empty where the others are not. */
import { isOneEditApart } from "../../domain/names/one-edit.ts";
import type { AddedRows } from "../../domain/roster.ts";
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
