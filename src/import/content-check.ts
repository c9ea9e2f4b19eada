/** Checks the texts of all rows at once, each distinct one only once: damage is a fault, oddities are warnings. */
import { type AddedRows, createRosterBuilder, type RosterBuilder } from "../domain/roster.ts";
import { nameFieldNames, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { warnOfDuplicates } from "./duplicates.ts";
import type { FaultList } from "./fault.ts";
import type { FindingList } from "./findings.ts";
import type { LocationUnit, RowMessage } from "./message.ts";
import { warnOfRareDegrees } from "./rare-degrees.ts";
import { findTextDamage } from "./text-faults.ts";
import { findLatinTwin, findOddities, isPlainText, type OddText } from "./text-oddities.ts";

export interface ContentCheckOptions {
  readonly unit: LocationUnit;
  readonly isCleaning: boolean;
}

/** A text that is not as it should be: damaged, odd, or Latin where the rest of the name may be Cyrillic. */
type Verdict = { readonly damage: RowMessage } | OddText | { readonly twin: string };

/** Adds what it finds to the faults and findings. Returns the builder to finish: another one where texts were repaired. */
export function checkContent(
  builder: RosterBuilder,
  faults: FaultList,
  findings: FindingList,
  { unit, isCleaning }: ContentCheckOptions,
): RosterBuilder {
  const rows = builder.addedRows();
  const repairs = new Map<TextFieldName, Map<number, string>>();
  for (const name of textFieldNames) {
    const verdicts = judgeValues(rows, name);
    if (verdicts.size === 0) continue;
    const { values, codes } = rows.columns[name];
    const repaired = new Map<number, string>();
    for (let row = 0; row < codes.length; row++) {
      const verdict = verdicts.get(codes[row]!);
      if (verdict === undefined) continue;
      const value = values[codes[row]!]!;
      const location = { [unit]: rows.lines[row]!, column: name };
      if ("damage" in verdict) {
        faults.add({ ...location, message: verdict.damage });
        continue;
      }
      const odd = "twin" in verdict ? judgeTwin(rows, row, name, value, verdict.twin) : verdict;
      if (odd === null) continue;
      for (const message of isCleaning ? odd.remaining : odd.oddities) findings.warn({ ...location, message });
      if (!isCleaning || odd.repaired === value) continue;
      repaired.set("twin" in verdict ? -1 - row : codes[row]!, odd.repaired);
      findings.repair({ ...location, message: { code: "repaired", value, repaired: odd.repaired } });
    }
    if (repaired.size > 0) repairs.set(name, repaired);
  }
  const checked = repairs.size === 0 ? builder : repairRows(rows, repairs);
  const checkedRows = checked.addedRows();
  warnOfDuplicates(checkedRows, unit, findings);
  warnOfRareDegrees(checkedRows, unit, findings);
  return checked;
}

const nameFields: readonly string[] = nameFieldNames;

/** The verdicts on the values of a field, by their codes. */
function judgeValues({ columns }: AddedRows, name: TextFieldName): Map<number, Verdict> {
  const isName = nameFields.includes(name);
  const verdicts = new Map<number, Verdict>();
  for (const [code, value] of columns[name].values.entries()) {
    if (value === "" || isPlainText(value)) continue;
    const damage = findTextDamage(value, isName);
    const verdict = damage === undefined ? findOddities(value, isName) : { damage };
    const twin = verdict === null && isName ? findLatinTwin(value) : null;
    if (verdict !== null) verdicts.set(code, verdict);
    else if (twin !== null) verdicts.set(code, { twin });
  }
  return verdicts;
}

/** A Latin text that could be Cyrillic is odd where another part of the name is Cyrillic: `Шевченко O.` */
function judgeTwin(
  { columns }: AddedRows,
  row: number,
  name: TextFieldName,
  value: string,
  twin: string,
): OddText | null {
  const others = nameFieldNames.filter((other) => other !== name);
  const isCyrillic = others.some((other) =>
    /\p{Script=Cyrillic}{2}/u.test(columns[other].values[columns[other].codes[row]!]!),
  );
  if (!isCyrillic) return null;
  return { oddities: [{ code: "latinName", value }], repaired: twin, remaining: [] };
}

/** The rows with other texts: by code, or by -1 and less for one row only. */
function repairRows(
  { ids, lines, columns }: AddedRows,
  repairs: ReadonlyMap<TextFieldName, ReadonlyMap<number, string>>,
): RosterBuilder {
  const builder = createRosterBuilder();
  for (let row = 0; row < ids.length; row++) {
    const texts = textFieldNames.map((name) => {
      const { values, codes } = columns[name];
      const repaired = repairs.get(name);
      return repaired?.get(-1 - row) ?? repaired?.get(codes[row]!) ?? values[codes[row]!]!;
    });
    builder.add(ids[row]!, texts, lines[row]!);
  }
  return builder;
}
