/** Reports the fields that no heading names, and guesses from the values which columns hold them. */
import { isGivenName } from "../../domain/names/given-names.ts";
import { type ColumnField, isSecretHeading } from "../../read/headings.ts";
import { isMiddleName, splitWholeName } from "../../read/name-split.ts";
import { findTextDamage } from "../../read/not-a-name.ts";
import type { FaultList } from "../fault.ts";
import { cutCell } from "../text/cell.ts";
import type { Columns } from "./columns.ts";

/** A guess is made from the first rows, at most this many. */
const guessRows = 20;

/** Adds a fault for each field without a column, as soon as enough rows are known for a guess. */
export function createColumnGuess(columns: Columns, headerLine: number, faults: FaultList) {
  const { names, missing } = columns;
  const sample: (readonly string[])[] = [];
  let degreeHeading: string | null = null;
  let isReported = false;

  function report(): void {
    if (isReported) return;
    isReported = true;
    const misread = names.find((name) => name !== "" && findTextDamage(cutCell(name), true)?.code === "misread");
    // If the letters are misread, the encoding is wrong, and choosing columns would not help.
    if (missing.length > 0 && misread !== undefined) {
      faults.stop({ line: headerLine, message: { code: "misreadHeadings", value: misread } });
      return;
    }
    for (const field of missing) {
      const heading = guessHeading(field, columns, sample);
      faults.add({ line: headerLine, message: { code: "columnMissing", field, heading } });
    }
    degreeHeading = guessHeading("degree", columns, sample);
    if (missing.includes("name")) faults.stop();
  }

  return {
    /** Takes a row below the header. */
    takeRow(fields: readonly string[]): void {
      if (!isReported && sample.push(fields) >= guessRows) report();
    },
    /** Must be called after the last row. Returns the most likely heading of degrees; null if there is none. */
    finish(): string | null {
      report();
      return degreeHeading;
    },
  };
}

const word = /^\p{Lu}[\p{L}\p{M}'\u2019\u02bc-]+$/u;
const position =
  /(?<!\p{L})(?:асистент|викладач|доцент|доц\.|професор|проф\.|завідувач|зав\.|декан|науковий співробітник|assistant|lecturer|professor)/iu;

/** Whether a text looks like a value of a field. Ids are not guessed, because row numbers look the same. */
const looksLike: Readonly<Partial<Record<ColumnField, (text: string) => boolean>>> = {
  name(text) {
    const { last_name, first_name, isDoubtful } = splitWholeName(text);
    return (
      last_name !== "" && first_name !== "" && (!isDoubtful || text.split(/\s+/u).every((part) => word.test(part)))
    );
  },
  last_name: (text) => word.test(text) && !isGivenName(text) && !isMiddleName(text),
  first_name: (text) => isGivenName(text),
  middle_name: (text) => isMiddleName(text),
  degree: (text) => position.test(text),
};

/** The heading of the column whose values in the first rows look most like the field; null if there is none. */
function guessHeading(
  field: ColumnField,
  { names, ignored }: Columns,
  rows: readonly (readonly string[])[],
): string | null {
  const isLike = looksLike[field];
  if (isLike === undefined) return null;
  let [best, most] = [null as string | null, 0.5];
  for (const [i, name] of names.entries()) {
    if (!ignored.includes(name) || isSecretHeading(name)) continue;
    const texts = rows.map((row) => (row[i] ?? "").trim()).filter((text) => text !== "");
    const share = texts.filter(isLike).length / texts.length;
    if (share > most) [best, most] = [name, share];
  }
  return best;
}
