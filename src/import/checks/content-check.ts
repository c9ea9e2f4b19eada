/** Checks the distinct texts of all rows. Damage is a fault; an oddity is a warning. */
import { type AddedRows, copyTeachers, type RosterBuilder, textAtPosition } from "../../domain/roster.ts";
import { nameFieldNames, type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import { findDirection, findTextDamage, removeInvisible } from "../../read/not-a-name.ts";
import { findOddities, isPlainName } from "../../read/oddities.ts";
import type { FaultList, FindingList } from "../fault.ts";
import type { RowMessage, WarningMessage } from "../message.ts";
import { describeControl } from "./row-check.ts";
import { type AcceptedNamesakes, compareRows } from "./row-comparison.ts";

interface ContentCheckOptions {
  /** Whether the file is text and not a spreadsheet. */
  readonly isText: boolean;
  readonly acceptedNamesakes: AcceptedNamesakes;
}

/** The judgement of a text: its damage, or its oddities. */
type Verdict = { readonly damage: RowMessage } | JudgedText;

interface JudgedText {
  /** The text without invisible characters. */
  readonly visible: string;
  readonly oddities: readonly WarningMessage[];
  /** Whether all letters are Latin. Such a text is odd if another part of the name is Cyrillic. */
  readonly isLatin: boolean;
}

/** The repaired texts of a field, by the code of the value. */
type FieldRepairs = Map<number, string>;

/**
 * Adds its results to the faults and findings. Returns the builder to continue with (a new one if texts were repaired)
 * and the keys of the names that several teachers share.
 */
export function checkContent(
  builder: RosterBuilder,
  faults: FaultList,
  findings: FindingList,
  { isText, acceptedNamesakes }: ContentCheckOptions,
) {
  const rows = builder.addedRows();
  const repairs = new Map<TextFieldName, FieldRepairs>();
  for (const name of textFieldNames) {
    const { values, codes } = rows.columns[name];
    const isName = nameFields.includes(name);
    const { isOdd, verdicts } = judgeValues(values, isName);
    if (verdicts.size === 0) continue;
    const repaired: FieldRepairs = new Map();
    for (let row = 0; row < codes.length; row++) {
      if (isOdd[codes[row]!] === 0) continue;
      const value = values[codes[row]!]!;
      const verdict = verdicts.get(codes[row]!) ?? judgeText(value, isName)!;
      const location = { line: rows.lines[row]!, column: name };
      if ("damage" in verdict) {
        const { damage } = verdict;
        const isEncoding = damage.code === "questionMarks" || damage.code === "misread";
        faults.add({ ...location, message: isEncoding && isText ? { ...damage, isText } : damage });
        continue;
      }
      const { visible, isLatin, oddities } = verdict;
      // A Latin text was probably intended as Cyrillic if another part of the name is Cyrillic: `Шевченко O.`
      if (isLatin && hasCyrillicPart(rows, row, name)) {
        findings.warn({ ...location, message: { code: "latinName", value: visible } });
      }
      for (const message of oddities) findings.warn({ ...location, message });
      if (visible === value) continue;
      repaired.set(codes[row]!, visible);
      findings.repair({ ...location, message: { code: "repaired", value, repaired: visible } });
    }
    if (repaired.size > 0) repairs.set(name, repaired);
  }
  const checked = repairs.size === 0 ? builder : repairRows(rows, repairs);
  return { builder: checked, namesakes: compareRows(checked.addedRows(), acceptedNamesakes, faults.about, findings) };
}

const nameFields: readonly string[] = nameFieldNames;

/** At most this many verdicts are kept. Others are computed again for each row. */
const verdictsMax = 20_000;

/**
 * Judges each value of a field. Both results are indexed by the code of the value; `isOdd` is 1 if something is wrong.
 */
function judgeValues(values: readonly string[], isName: boolean) {
  const isOdd = new Uint8Array(values.length);
  const verdicts = new Map<number, Verdict>();
  for (const [code, value] of values.entries()) {
    if (value === "" || (isName && isPlainName(value))) continue;
    const verdict = judgeText(value, isName);
    if (verdict === null) continue;
    isOdd[code] = 1;
    if (verdicts.size < verdictsMax) verdicts.set(code, verdict);
  }
  return { isOdd, verdicts };
}

/** Null if nothing is wrong. */
function judgeText(value: string, isName: boolean): Verdict | null {
  const visible = removeInvisible(value);
  if (visible === null) return { damage: describeControl(value, findDirection(value)!) };
  const damage = findTextDamage(visible, isName);
  if (damage !== undefined) return { damage };
  const oddities = findOddities(visible, isName);
  const isLatin =
    isName && oddities.length === 0 && /\p{Script=Latin}/u.test(visible) && !/\p{Script=Cyrillic}/u.test(visible);
  return oddities.length === 0 && visible === value && !isLatin ? null : { visible, oddities, isLatin };
}

function hasCyrillicPart(rows: AddedRows, row: number, name: TextFieldName): boolean {
  return nameFieldNames.some(
    (other) => other !== name && /\p{Script=Cyrillic}{2}/u.test(textAtPosition(rows, other, row)),
  );
}

/** The rows with repaired texts. */
function repairRows(rows: AddedRows, repairs: ReadonlyMap<TextFieldName, FieldRepairs>): RosterBuilder {
  const textsOf = (row: number): string[] =>
    textFieldNames.map((name) => {
      const { values, codes } = rows.columns[name];
      return repairs.get(name)?.get(codes[row]!) ?? values[codes[row]!]!;
    });
  return copyTeachers(rows, (id) => id, textsOf);
}
