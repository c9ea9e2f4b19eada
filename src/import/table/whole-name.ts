/** The column of whole names of a table. */
import { abbreviateDegree, nameFieldNames, type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import { splitWholeName } from "../../read/name-split.ts";
import { findTextDamage, isPlaceholder, removeInvisible } from "../../read/not-a-name.ts";
import { describeCut } from "../checks/row-check.ts";
import type { FaultList, FindingList } from "../fault.ts";
import type { NameParts } from "../message.ts";
import { isCut } from "../text/cell.ts";
import type { Columns } from "./columns.ts";

export type WholeNameColumn = ReturnType<typeof createWholeNameColumn>;

/** If more than a tenth of the splits are doubtful, the names are probably in another order. */
const splitsPerDoubt = 10;

export function createWholeNameColumn({ wholeName, texts }: Columns, faults: FaultList, findings: FindingList) {
  const degreeColumn = texts[textFieldNames.indexOf("degree")]!;
  let hasDegree = false;
  let splits = 0;
  let doubts = 0;
  let example: { readonly value: string; readonly parts: NameParts } | undefined;

  function readValue(fields: readonly string[], line: number): string {
    const value = fields[wholeName] ?? "";
    const visible = removeInvisible(value);
    if (visible === null || visible === value) return value;
    findings.repair({ line, column: "name", message: { code: "repaired", value, repaired: visible } });
    return visible;
  }

  return {
    /** The texts of a row, in the order of {@link textFieldNames}. */
    readTexts(fields: readonly string[], line: number): readonly (string | null)[] {
      if (isCut(fields[wholeName] ?? "")) {
        faults.add({ line, column: "name", message: describeCut(fields[wholeName]!) });
        return textFieldNames.map(() => null);
      }
      const value = readValue(fields, line);
      const split = splitWholeName(value);
      const ownDegree = degreeColumn === -1 ? "" : (fields[degreeColumn] ?? "").trim();
      const degree = ownDegree === "" ? split.degree : ownDegree;
      if (degree !== "") hasDegree = true;
      const isLost =
        ownDegree !== "" && split.degree !== "" && ![ownDegree, abbreviateDegree(ownDegree)].includes(split.degree);
      const isName = value.trim() !== "" && !(split.isDoubtful && isOtherThanName(value.trim()));
      if (isName) splits++;
      if (isName && split.isDoubtful) {
        doubts++;
        example ??= { value, parts: partsOf(split) };
      }
      if (isName && split.isSeveral) findings.warn({ line, column: "name", message: { code: "severalPeople", value } });
      else if (isName && (split.isDoubtful || isLost)) {
        const lostDegree = isLost ? split.degree : null;
        const message = { code: "doubtfulSplit", value, parts: partsOf(split), lostDegree, degree } as const;
        findings.warn({ line, column: "name", message });
      }
      const { last_name, first_name, middle_name } = split;
      const found: Readonly<Partial<Record<TextFieldName, string>>> = { last_name, first_name, middle_name, degree };
      return textFieldNames.map((name, i) => found[name] ?? fields[texts[i]!] ?? "");
    },
    /** Must be called after the last row, with the heading that most likely names degrees. */
    finish(degreeHeading: string | null): void {
      if (degreeColumn === -1 && !hasDegree) faults.add({ message: { code: "degreeMissing", heading: degreeHeading } });
      if (example === undefined || doubts * splitsPerDoubt <= splits) return;
      faults.add({ column: "name", message: { code: "doubtfulSplits", ...example, count: doubts, of: splits } });
    },
  };
}

/** Whether a text is a placeholder or damaged. Both are reported separately. */
function isOtherThanName(text: string): boolean {
  return isPlaceholder(text) || findTextDamage(text, true) !== undefined;
}

function partsOf(split: ReturnType<typeof splitWholeName>): NameParts {
  return nameFieldNames.filter((name) => split[name] !== "").map((name) => [name, split[name]] as const);
}
