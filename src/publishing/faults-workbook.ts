/** The table of an import as a workbook: the same cells, and a column that says what to correct in each row. */
import type { Fault, Findings } from "../import/fault.ts";
import { type TextSheet, writeTextSheets } from "../workbook/workbook-writer.ts";
import { renderFault } from "./file-lines.ts";
import { inLanguages } from "./texts/language.ts";

type SheetName = string | null;

/** The rows of each sheet by their numbers. A file with one table has no name for it. */
type CollectedRows = ReadonlyMap<SheetName, ReadonlyMap<number, readonly string[]>>;

export interface RowCollector {
  readonly rows: CollectedRows;
  /** Takes the next row of the file. */
  readonly onRow: (fields: readonly string[], line: number, sheet: SheetName) => void;
}

export function createRowCollector(): RowCollector {
  const rows = new Map<SheetName, Map<number, readonly string[]>>();
  return {
    rows,
    onRow(fields, line, sheet) {
      const own = rows.get(sheet) ?? new Map<number, readonly string[]>();
      rows.set(sheet, own);
      own.set(line, fields);
    },
  };
}

const texts = {
  heading: inLanguages({ en: "What to correct", uk: "Що виправити" }),
  sheet: inLanguages({ en: "Teachers", uk: "Викладачі" }),
};

/** The workbook for faults and warnings; null if there are none. */
export async function renderFaultsWorkbook(
  rows: CollectedRows,
  faults: readonly Fault[],
  { warnings }: Pick<Findings, "warnings">,
): Promise<Uint8Array | null> {
  const all = [...faults, ...[...warnings.values()].flatMap(({ listed }) => listed)];
  if (all.length === 0) return null;
  const sheets = rows.size === 0 ? [[null, new Map<number, readonly string[]>()] as const] : [...rows];
  const first = sheets[0]![0];
  return writeTextSheets(
    sheets.map(([name, own]) =>
      // What is wrong with the file as a whole stands on the first sheet.
      renderSheet(
        name,
        own,
        all.filter(({ sheet }) => sheet === name || (sheet === null && name === first)),
      ),
    ),
  );
}

function renderSheet(
  name: SheetName,
  rows: ReadonlyMap<number, readonly string[]>,
  faults: readonly Fault[],
): TextSheet {
  const top = rows.keys().next().value ?? 1;
  const said = new Map<number, string[]>();
  /** What is wrong with the file as a whole. */
  const general: string[] = [];
  for (const fault of faults) {
    const row = fault.line ?? fault.record;
    const text = renderFault({ ...fault, sheet: null, line: null, record: null });
    if (row === null) general.push(text);
    else said.set(row, [...(said.get(row) ?? []), text]);
  }
  let [width, height] = [0, Math.max(top, ...said.keys())];
  for (const [row, { length }] of rows) [width, height] = [Math.max(width, length), Math.max(height, row)];
  const cells = Array.from({ length: height }, (_, i) => {
    const fields = rows.get(i + 1) ?? [];
    const words = said.get(i + 1) ?? [];
    const added = i + 1 === top ? [[texts.heading(), ...words], general] : [words];
    return [...fields, ...Array<string>(width - fields.length).fill(""), ...added.map((lines) => lines.join("\n"))];
  });
  return { name: name ?? texts.sheet(), rows: cells };
}
