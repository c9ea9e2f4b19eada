/** The tables of a file as a workbook, with one column more, before the others: what to correct in a row. Corrects nothing. */
import type { Issue, OpenedFile, Row } from "../read/issue.ts";
import { inLanguages } from "../read/language.ts";
import { rowKey } from "../read/posts.ts";
import type { SheetHeader } from "../read/read.ts";
import { renderIssue } from "../read/texts.ts";
import { type TextSheet, writeTextSheets } from "../workbook/workbook-writer.ts";
import type { Plan } from "./plan.ts";
import { renderPlannedChange, stateDanger } from "./texts.ts";

const heading = inLanguages({ uk: "Що виправити", en: "What to correct" });

interface AnnotatedFile {
  /** The file, opened again, since its rows can be read once. */
  readonly file: OpenedFile;
  readonly headers: readonly SheetHeader[];
  readonly issues: readonly Issue[];
  /** Null if the file has errors, so that nothing was planned. */
  readonly plan: Plan | null;
}

/** Every row of a danger has a remark, also those that look plausible. Faulty cells are coloured. */
export function renderAnnotated({ file, headers, issues, plan }: AnnotatedFile): Promise<Uint8Array> {
  const remarks = collectRemarks(issues, plan);
  const isSingle = file.tables.length === 1;
  const sheets = file.tables.flatMap(({ sheet, rows }): TextSheet[] => {
    const own = isSingle ? null : sheet;
    const header = headers.find((one) => one.sheet === own);
    if (header === undefined) return [];
    const faulty = issues.filter((issue) => issue.sheet === own && issue.line !== null && issue.column !== null);
    const highlights = faulty.map(({ line, column }) => ({ row: line! - 1, column: column! + 1 }));
    const cells = layRows(rows, (line) =>
      line === header.line ? heading() : (remarks.get(rowKey({ sheet: own, line })) ?? ""),
    );
    return [{ name: sheet ?? "1", rows: cells, annotated: { headerRow: header.line - 1, highlights } }];
  });
  return writeTextSheets(sheets);
}

/** The texts of each row, by `rowKey`. */
function collectRemarks(issues: readonly Issue[], plan: Plan | null): Map<string, string> {
  const remarks = new Map<string, Set<string>>();
  const say = (place: { readonly sheet: string | null; readonly line: number | null }, text: string): void => {
    if (place.line === null) return;
    const key = rowKey({ sheet: place.sheet, line: place.line });
    remarks.set(key, (remarks.get(key) ?? new Set()).add(text));
  };
  for (const issue of issues) if (issue.severity !== "note") say(issue, renderIssue(issue));
  for (const danger of plan?.dangers ?? []) for (const place of danger.places) say(place, stateDanger(danger));
  for (const change of plan?.changes ?? [])
    if (change.place !== null && change.doubts.length > 0) say(change.place, renderPlannedChange(change));
  return new Map([...remarks].map(([key, texts]) => [key, [...texts].join(" · ")]));
}

/** The rows at their lines, each after its remark. */
function layRows(rows: Iterable<Row>, remarkOf: (line: number) => string): string[][] {
  const cells: string[][] = [];
  for (const row of rows) {
    while (cells.length < row.line - 1) cells.push([]);
    cells.push([remarkOf(row.line), ...row.cells]);
  }
  return cells;
}
