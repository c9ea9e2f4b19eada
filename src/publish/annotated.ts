/** The tables of a file as a workbook, with one column more, before the others: what to correct in a row. Corrects nothing. */

import { inLanguages } from "../domain/lang.ts";
import { renderIssue } from "../read/issue.ts";
import { rowKey } from "../read/posts.ts";
import type { ReadFile } from "../read/read.ts";
import type { OpenedFile, Row } from "../read/table.ts";
import type { Place } from "../read/teachers.ts";
import { type TextSheet, writeTextSheets } from "../workbook/workbook-writer.ts";
import type { Plan } from "./plan.ts";
import { describeDanger, describeErased, renderPlannedChange } from "./texts.ts";

const heading = inLanguages({ uk: "Що виправити", en: "What to correct" });

/** What the copy says. Plain data in the language of its reader, so that another process can write the copy. */
export interface Annotations {
  readonly heading: string;
  readonly headers: readonly Place[];
  /** The text of a row, by `rowKey`. */
  readonly remarks: readonly (readonly [row: string, text: string])[];
  readonly highlights: readonly (Place & { readonly column: number })[];
}

/**
 * Every row of a red danger has a remark, also plausible ones. Of an amber one, which may be right, only rows with something
 * unusual have. `plan` is null if the file has errors.
 */
export function annotate({ headers, issues }: Pick<ReadFile, "headers" | "issues">, plan: Plan | null): Annotations {
  const remarks = new Map<string, Set<string>>();
  const say = ({ sheet, line }: Place, text: string): void => {
    const key = rowKey({ sheet, line });
    remarks.set(key, (remarks.get(key) ?? new Set()).add(text));
  };
  for (const issue of issues)
    if (issue.severity !== "note" && issue.line !== null) say({ ...issue, line: issue.line }, renderIssue(issue));
  for (const one of plan?.erased ?? []) say(one.place, describeErased([one]));
  for (const danger of plan?.dangers ?? [])
    if (danger.severity === "red") for (const place of danger.places) say(place, describeDanger(danger));
  for (const change of plan?.changes ?? []) {
    // The issue of a warning is there already. Whoever has another id now may keep the one before.
    const isUnusual = change.otherId !== null || (change.concern !== null && change.concern !== "warning");
    if (change.place !== null && isUnusual) say(change.place, renderPlannedChange(change));
  }
  return {
    heading: heading(),
    // A blank header is no row of the file.
    headers: headers.map(({ sheet, rows: [row] }) => ({
      sheet,
      line: row!.cells.every((text) => text === "") ? 0 : row!.line,
    })),
    remarks: [...remarks].map(([row, texts]) => [row, [...texts].join(" · ")]),
    highlights: issues.flatMap(({ sheet, line, column, severity }) =>
      line === null || column === null || severity === "note" ? [] : [{ sheet, line, column }],
    ),
  };
}

/** Faulty cells are coloured. `file` must be opened anew, since its rows can be read once. */
export function renderAnnotated(file: OpenedFile, { heading, headers, ...said }: Annotations): Promise<Uint8Array> {
  const remarks = new Map(said.remarks);
  const isSingle = file.tables.length === 1;
  const sheets = file.tables.flatMap(({ sheet, rows }): TextSheet[] => {
    const own = isSingle ? null : sheet;
    const header = headers.find((one) => one.sheet === own);
    if (header === undefined) return [];
    const faulty = said.highlights.filter((place) => place.sheet === own);
    const highlights = faulty.map(({ line, column }) => ({ row: line - 1, column: column + 1 }));
    const cells = layRows(rows, (line) =>
      line === header.line ? heading : (remarks.get(rowKey({ sheet: own, line })) ?? ""),
    );
    return [{ name: sheet ?? "1", rows: cells, annotated: { headerRow: header.line - 1, highlights } }];
  });
  return writeTextSheets(sheets);
}

/** The rows at their lines, each after its remark. */
function layRows(rows: Iterable<Row>, remarkOf: (line: number) => string): string[][] {
  const laid: string[][] = [];
  for (const { line, cells } of rows) laid[line - 1] = [remarkOf(line), ...cells];
  return Array.from(laid, (cells) => cells ?? []);
}
