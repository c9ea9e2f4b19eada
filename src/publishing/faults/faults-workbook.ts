/** The table of an import as a workbook, with remarks beside the rows. Rows without remarks are hidden. */
import type { StoredTeacher } from "../../domain/teacher.ts";
import type { Fault, Findings } from "../../import/fault.ts";
import { chosenLanguage, inLanguages } from "../../read/language.ts";
import { type Highlight, type TextSheet, writeTextSheets } from "../../workbook/workbook-writer.ts";
import { renderFault } from "../file-lines.ts";
import { showName } from "../preview.ts";
import { publishingTexts } from "../texts/publishing-texts.ts";
import { findDoubtfulRows } from "./doubtful-rows.ts";
import { type CollectedTable, type CollectedTables, findFaultColumn, type SheetName } from "./table-collector.ts";

const headings = {
  fault: { uk: "Що виправити", en: "What to correct" },
  warning: { uk: "Варто перевірити", en: "What to check" },
};

const ownHeadings = Object.values(headings).flatMap((heading) => Object.values(heading));

const texts = {
  /** Fills the fault column of a row that has only warnings. Without this text, the filter would hide the row. */
  onlyCheck: inLanguages({ uk: "Перевірте й за потреби виправте", en: "Check, and correct if needed" }),
  sheet: inLanguages({ uk: "Викладачі", en: "Teachers" }),
};

/**
 * The workbook for faults, warnings and doubtful changes; null if there are none. `published` are the people of the
 * current list.
 */
export async function renderFaultsWorkbook(
  tables: CollectedTables,
  faults: readonly Fault[],
  warnings: Findings["warnings"],
  published: readonly StoredTeacher[] = [],
): Promise<Uint8Array | null> {
  const warned = [...warnings.values()].flatMap(({ listed }) => listed);
  const people = new Map(published.map((person) => [person.id, person]));
  const sheets = tables.size === 0 ? [[null, { rows: new Map(), headerLine: 0 }] as const] : [...tables];
  const remarks = sheets.map(([name, table], i) => {
    // Faults of the file as a whole are shown on the first sheet.
    const isOwn = ({ sheet }: Fault): boolean => sheet === name || (sheet === null && i === 0);
    const own = faults.filter(isOwn);
    const doubtful = findDoubtfulRows(table, people).filter(({ line }) => !own.some((fault) => fault.line === line));
    return { faults: own, warnings: warned.filter(isOwn), doubtful };
  });
  if (faults.length + warned.length === 0 && remarks.every(({ doubtful }) => doubtful.length === 0)) return null;
  return writeTextSheets(sheets.map(([name, table], i) => renderSheet(name, table, remarks[i]!)));
}

interface Remarks {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
  readonly doubtful: ReturnType<typeof findDoubtfulRows>;
}

function renderSheet(name: SheetName, table: CollectedTable, { faults, warnings, doubtful }: Remarks): TextSheet {
  const { rows, columns } = table;
  const top = table.headerLine || (rows.keys().next().value ?? 1);
  const width = findWidth(table);
  const said = { fault: new Map<number, string[]>(), warning: new Map<number, string[]>() };
  /** Faults of the file as a whole. */
  const general: string[] = [];
  const highlights: Highlight[] = [];

  function say(kind: keyof typeof said, line: number, text: string): void {
    if (line <= top) general.push(text);
    else said[kind].set(line, [...(said[kind].get(line) ?? []), text]);
  }

  function describe(kind: keyof typeof said, fault: Fault): void {
    const line = fault.line ?? fault.record ?? 0;
    say(kind, line, renderFault({ ...fault, sheet: null, line: null, record: null }));
    const column = findFaultColumn(fault, columns);
    if (kind === "fault" && line > top && column !== -1) highlights.push({ row: line - 1, column });
  }

  for (const fault of faults) describe("fault", fault);
  for (const warning of warnings) describe("warning", warning);
  for (const { kind, line, person } of doubtful) {
    const under = person === null ? "" : publishingTexts.underId(showName(person));
    say("warning", line, publishingTexts.doubts[kind]() + under);
  }

  const kinds = (["fault", "warning"] as const).filter((kind) => said[kind].size > 0);
  // Remarks about the whole file always get a heading, by which an import recognises and skips them.
  if (kinds.length === 0) kinds.push("fault");
  const lines = [rows, said.fault, said.warning].flatMap((map) => [...map.keys()]);
  const height = lines.reduce((max, line) => Math.max(max, line), top);
  if (kinds.length === 2) {
    for (const line of said.warning.keys()) if (!said.fault.has(line)) said.fault.set(line, [texts.onlyCheck()]);
  }
  const cells = Array.from({ length: height }, (_, i) => {
    const fields = (rows.get(i + 1) ?? []).slice(0, width);
    const remarkCells = kinds.map((kind) =>
      i + 1 === top ? headings[kind][chosenLanguage()] : (said[kind].get(i + 1) ?? []).join(" · "),
    );
    const rest = i + 1 === top && general.length > 0 ? [general.join("\n")] : [];
    return [...fields, ...Array<string>(width - fields.length).fill(""), ...remarkCells, ...rest];
  });
  return { name: name ?? texts.sheet(), rows: cells, remarks: { headerRow: top - 1, width, highlights } };
}

/** The number of columns, without those that an earlier workbook of faults added. */
function findWidth({ rows, columns }: CollectedTable): number {
  const own = columns?.names.findIndex((name) => ownHeadings.includes(name)) ?? -1;
  if (own !== -1) return own;
  return [...rows.values()].reduce((max, { length }) => Math.max(max, length), 0);
}
