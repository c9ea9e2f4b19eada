/** Splits the column of whole names, and refuses it where too many of the names could be split in another way. */
import { nameFieldNames, type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import { removeInvisible } from "../checks/invisible.ts";
import type { FaultList } from "../fault.ts";
import type { FindingList } from "../findings.ts";
import type { NameParts } from "../message.ts";
import type { Columns } from "./columns.ts";
import { isPlaceholder } from "./no-person.ts";
import { type SplitName, splitWholeName } from "./whole-name.ts";

export interface WholeNameColumn {
  /** The texts of a row, in the order of {@link textFieldNames}. */
  readTexts(fields: readonly string[], line: number): string[];
  /** Must be called after the last row. */
  finish(): void;
}

/** Where one of so many splits may be wrong, the order of the names is probably another one. */
const splitsPerDoubt = 10;

export function createWholeNameColumn(
  { wholeName, texts }: Columns,
  faults: FaultList,
  findings: FindingList,
): WholeNameColumn {
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
    readTexts(fields, line) {
      const value = readValue(fields, line);
      const split = splitWholeName(value);
      const ownDegree = degreeColumn === -1 ? "" : (fields[degreeColumn] ?? "").trim();
      const degree = ownDegree === "" ? split.degree : ownDegree;
      if (degree !== "") hasDegree = true;
      const isLost = ownDegree !== "" && split.degree !== "" && split.degree !== ownDegree;
      const isName = value.trim() !== "" && !(split.isDoubtful && isPlaceholder(value.trim()));
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
    finish() {
      if (degreeColumn === -1 && !hasDegree) faults.add({ column: "degree", message: { code: "degreeMissing" } });
      if (example === undefined || doubts * splitsPerDoubt <= splits) return;
      faults.add({ column: "name", message: { code: "doubtfulSplits", ...example, count: doubts, of: splits } });
    },
  };
}

function partsOf(split: SplitName): NameParts {
  return nameFieldNames.filter((name) => split[name] !== "").map((name) => [name, split[name]] as const);
}
