/**
 * The table of an import as a workbook, with corrections filled in and remarks beside the rows. Rows without remarks
 * are hidden.
 */
import type { StoredTeacher } from "../../domain/teacher.ts";
import type { Fault, Findings } from "../../import/fault.ts";
import { type Highlight, type TextSheet, writeTextSheets } from "../../workbook/workbook-writer.ts";
import { renderFault } from "../file-lines.ts";
import { showName } from "../preview.ts";
import { chosenLanguage, inLanguages, quoteText } from "../texts/language.ts";
import { publishingTexts } from "../texts/publishing-texts.ts";
import { type Correction, correctTable, type TableCorrections, type TableFaults } from "./corrections.ts";
import { createPeople } from "./published-people.ts";
import {
  type CollectedTable,
  type CollectedTables,
  findFaultColumn,
  listIds,
  type SheetName,
} from "./table-collector.ts";

const headings = {
  fault: { uk: "Що виправити", en: "What to correct" },
  warning: { uk: "Варто перевірити", en: "What to check" },
};

const ownHeadings = Object.values(headings).flatMap((heading) => Object.values(heading));

const texts = {
  /** Fills the fault column of a row that has only warnings. Without this text, the filter would hide the row. */
  onlyCheck: inLanguages({ uk: "Перевірте й за потреби виправте", en: "Check, and correct if needed" }),
  sheet: inLanguages({ uk: "Викладачі", en: "Teachers" }),
  corrected: inLanguages((before: string, after: string) => ({
    uk: `уже вписано ${quoteText(after)}${before === "" ? "" : ` замість ${quoteText(before)}`}; перевірте`,
    en: `${quoteText(after)} is filled in${before === "" ? "" : ` for ${quoteText(before)}`}; check it`,
  })),
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
  const people = createPeople(published);
  const usedIds = new Set([...tables.values()].flatMap(listIds));
  const sheets = tables.size === 0 ? [[null, { rows: new Map(), headerLine: 0 }] as const] : [...tables];
  const remarks = sheets.map(([name, table], i) => {
    // Faults of the file as a whole are shown on the first sheet.
    const isOwn = ({ sheet }: Fault): boolean => sheet === name || (sheet === null && i === 0);
    const own = { faults: faults.filter(isOwn), warnings: warned.filter(isOwn) };
    return { ...own, ...correctTable(table, own, people, usedIds) };
  });
  const isClean = remarks.every(({ ofRows, doubtful }) => ofRows.length + doubtful.length === 0);
  if (faults.length + warned.length === 0 && isClean) return null;
  return writeTextSheets(sheets.map(([name, table], i) => renderSheet(name, table, remarks[i]!)));
}

type Remarks = TableFaults & TableCorrections;

function renderSheet(name: SheetName, table: CollectedTable, remarks: Remarks): TextSheet {
  const { faults, warnings, ofFaults, ofRows, doubtful } = remarks;
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
    if (kind === "fault" && line > top && column !== -1) highlights.push({ row: line - 1, column, kind });
  }

  const corrected: Correction[] = [];
  function fillIn(list: readonly Correction[] = []): void {
    for (const { line, column, before, after } of list) {
      highlights.push({ row: line - 1, column, kind: "corrected" });
      say("fault", line, texts.corrected(before, after));
    }
    corrected.push(...list);
  }

  for (const fault of faults) {
    if (ofFaults.has(fault)) fillIn(ofFaults.get(fault));
    else describe("fault", fault);
  }
  for (const warning of warnings) fillIn(ofFaults.get(warning));
  fillIn(ofRows);
  const filled = new Set(corrected.map(({ line, column }) => JSON.stringify([line, column])));
  for (const warning of warnings) {
    if (!filled.has(JSON.stringify([warning.line, findFaultColumn(warning, columns)]))) describe("warning", warning);
  }
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
  for (const { line, column, after } of corrected) cells[line - 1]![column] = after;
  return { name: name ?? texts.sheet(), rows: cells, remarks: { headerRow: top - 1, width, highlights } };
}

/** The number of columns, without those that an earlier workbook of corrections added. */
function findWidth({ rows, columns }: CollectedTable): number {
  const own = columns?.names.findIndex((name) => ownHeadings.includes(name)) ?? -1;
  if (own !== -1) return own;
  return [...rows.values()].reduce((max, { length }) => Math.max(max, length), 0);
}
