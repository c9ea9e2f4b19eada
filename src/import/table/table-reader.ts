/**
 * Reads the rows of a table: finds the header, skips rows that are not teachers, and passes teachers to the row check.
 */

import { normalizeText } from "../../domain/names/names.ts";
import {
  abbreviateDegree,
  composeWithAbbreviations,
  initialOf,
  nameFieldNames,
  rearmFormula,
  type StoredTeacher,
  textFieldNames,
} from "../../domain/teacher.ts";
import type { RowFact } from "../checks/row-check.ts";
import type { ImportContext } from "../context.ts";
import { type FindingList, type FoundFault, locateLine } from "../fault.ts";
import type { IdDamage, RowMessage } from "../message.ts";
import { cutCell, isCut } from "../text/cell.ts";
import { createColumnGuess } from "./column-guess.ts";
import { type Columns, countHeadings, findHeaderRows, headingsWanted, parseHeader, type TableRow } from "./columns.ts";
import { createTableEdges, isBlankRow } from "./table-edges.ts";
import { createWholeNameColumn } from "./whole-name.ts";

export interface TableReader {
  takeRow(fields: readonly string[], line: number): void;
  /**
   * Called if the next row can't be read. Takes the last row as the header if it names enough fields. Returns the
   * headings, if there is a header.
   */
  settleHeader(): readonly string[] | undefined;
  /** Must be called after the last row. */
  finish(): void;
}

interface TableShape {
  /** Whether rows may have fewer or more fields than the header, as in spreadsheets. */
  readonly isRagged: boolean;
  /** Whether the table may be our download for Excel, which escapes formulas. */
  readonly mayBeExcelDownload: boolean;
}

export function createTableReader(context: ImportContext, shape: TableShape): TableReader {
  const { faults, findings, options } = context;
  const { onRow, onHeader, isLeftOut, columnMap } = options;
  const locate = (line: number): [number, string | null] => locateLine(faults.about, line);
  /** The rows that may contain the header. */
  let waiting: TableRow[] = [];
  /** Reads the rows below the header; null until the header is found. */
  let body: TableBody | null = null;

  function findHeader(isEnd: boolean): void {
    const header = findHeaderRows(waiting, isEnd, columnMap);
    if (header === null) return;
    const { above, below } = header;
    const { fields, line } = header.header;
    const lastLine = waiting.at(-1 - below.length)!.line;
    waiting = [];
    const columns = parseHeader(shape.isRagged ? trimEnd(fields) : fields, line, faults, options);
    onHeader?.(columns, ...locate(lastLine));
    if (columns === undefined) return;
    if (above.length > 0) findings.note({ code: "skippedAbove", lines: above.map((row) => row.line) });
    noteColumns(columns, findings);
    body = createTableBody(columns, line, context, shape);
    for (const row of below) body.takeRow(row);
  }

  return {
    takeRow(fields, line) {
      if (isBlankRow(fields) || isLeftOut?.(...locate(line))) return;
      onRow?.(fields, ...locate(line));
      if (body !== null) return body.takeRow({ fields, line });
      waiting.push({ fields, line });
      findHeader(false);
    },
    settleHeader() {
      const last = waiting.at(-1);
      if (last !== undefined && countHeadings(last.fields, columnMap) >= headingsWanted) findHeader(true);
      return body?.headings;
    },
    finish() {
      if (body === null && waiting.length > 0 && !faults.stopped) findHeader(true);
      body?.finish();
    },
  };
}

function noteColumns({ names, ignored, wholeName, texts }: Columns, findings: FindingList): void {
  if (ignored.length > 0) findings.note({ code: "ignoredColumns", headings: ignored });
  if (wholeName === -1) return;
  const fields = texts[degreeIndex] === -1 ? textFieldNames : nameFieldNames;
  findings.note({ code: "splitColumn", heading: names[wholeName]!, fields });
}

type TableBody = ReturnType<typeof createTableBody>;

/** Reads the rows below the header. */
function createTableBody(
  columns: Columns,
  headerLine: number,
  { rows, faults, findings }: ImportContext,
  { isRagged, mayBeExcelDownload }: TableShape,
) {
  const { names, missing, wholeName } = columns;
  /** Whether the table is our download for Excel, with escaped formulas. */
  const isExcelDownload = mayBeExcelDownload && columns.isDownload;
  const findComposedFault = createComposedCheck(columns);
  const wholeNames = wholeName === -1 ? null : createWholeNameColumn(columns, faults, findings);
  const guess = createColumnGuess(columns, headerLine, faults);
  const edges = createTableEdges(columns, { takeTeacher, setAside });
  /** The indexes of the columns without a heading, and the numbers, from 1, of those that are not empty. */
  const namelessIndexes = [...names.keys()].filter((i) => names[i] === "");
  const nameless = new Set<number>();

  function setAside({ fields, line }: TableRow, isCertain: boolean): void {
    const value = fields.join(" ").replace(/\s+/gu, " ").trim();
    if (isCertain) findings.skip({ line, message: { code: "skippedRow", value } });
    else findings.warn({ line, message: { code: "setAside", value } });
  }

  function takeTeacher({ fields, line }: TableRow, givenId: number | null): void {
    if (fields.length !== names.length && !isRagged) {
      faults.add({ line, message: { code: "columnCount", found: fields.length, wanted: names.length } });
      return;
    }
    noteNameless(fields);
    const id = givenId ?? takeMissingId(fields, line);
    const textAt = (index: number): string => {
      const text = fields[index] ?? "";
      return isExcelDownload && !isCut(text) ? rearmFormula(text) : text;
    };
    const texts = wholeNames?.readTexts(fields, line) ?? columns.texts.map(textAt);
    const fault = findComposedFault?.(texts, textAt);
    if (fault) faults.add({ line, ...fault });
    rows.add(line, id, texts, findFact(fields, columns));
  }

  function noteNameless(fields: readonly string[]): void {
    for (const i of namelessIndexes) if ((fields[i] ?? "").trim() !== "") nameless.add(i + 1);
    for (let i = names.length; i < fields.length; i++) if (fields[i]!.trim() !== "") nameless.add(i + 1);
  }

  function takeMissingId(fields: readonly string[], line: number): number | null {
    // A missing column is one fault, not a fault of every row.
    if (columns.id === -1) return rows.takePlaceholder();
    const text = fields[columns.id] ?? "";
    const id = text.trim() === "" ? rows.takeMissingId() : null;
    if (id === null) {
      faults.add({ line, column: "id", message: { code: "notAnId", value: text, damage: findIdDamage(text) } });
    }
    return id;
  }

  return {
    headings: names,
    takeRow({ fields, line }: TableRow): void {
      if (faults.stopped) return;
      const row = { fields: fields.some(isCut) ? fields.map(cutCell) : fields, line };
      guess.takeRow(row.fields);
      // Without a name column there is nothing to check.
      if (!missing.includes("name")) edges.takeRow(row);
    },
    /** Must be called after the last row. */
    finish(): void {
      const degreeHeading = guess.finish();
      edges.finish();
      wholeNames?.finish(degreeHeading);
      const noted = [...nameless].sort((a, b) => a - b);
      if (noted.length > 0) findings.note({ code: "ignoredNameless", columns: noted });
    },
  };
}

function findFact(fields: readonly string[], { id, share }: Columns): RowFact | undefined {
  const number = (fields[id] ?? "").trim();
  const personnelNumber = /^\d*$/.test(number) ? undefined : number;
  if (share === -1 && personnelNumber === undefined) return undefined;
  return { personnelNumber, share: share === -1 ? undefined : parseShare(fields[share] ?? "") };
}

/** `0,5`, `0.25 ст.`, `50%`; 0 for another text. */
function parseShare(text: string): number {
  const number = Number.parseFloat(text.replace(",", "."));
  if (Number.isNaN(number)) return 0;
  return text.includes("%") ? number / 100 : number;
}

const degreeIndex = textFieldNames.indexOf("degree");

/** Removes the empty cells that spreadsheets have at the end of a row. */
function trimEnd(fields: readonly string[]): readonly string[] {
  return fields.slice(0, fields.findLastIndex((field) => field.trim() !== "") + 1);
}

const damages: readonly (readonly [pattern: RegExp, damage: IdDamage])[] = [
  [/^\d+(?:[.,]\d+)?[eе]\+?\d+$/iu, "shortened"],
  [/^\d+[.,]0+$/, "decimals"],
  [/^\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+$/u, "grouped"],
  [/^#/, "formula"],
  [/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/, "date"],
];

/** How a spreadsheet program damaged an id; null for a text that shows no such damage. */
function findIdDamage(text: string): IdDamage | null {
  return damages.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;
}

/**
 * The fault of a row whose composed value differs from its stored fields; null if all values agree or are empty.
 * `texts` are the values of {@link textFieldNames}, and `textAt` gives the text of a column by its index.
 */
type FindComposedFault = (
  texts: readonly (string | null)[],
  textAt: (index: number) => string,
) => FoundFault<RowMessage> | null;

/**
 * The abbreviations of at most this many degrees are kept, because abbreviating takes most of the time of the check.
 */
const degreesMax = 1000;

/** Null if the table has no composed columns of a download. */
function createComposedCheck({ names, composed }: Columns): FindComposedFault | null {
  if (composed.length === 0) return null;
  const columns = composed.map((field) => ({ field, index: names.indexOf(field) }));
  const degrees = new Map<string, string>();
  return (texts, textAt) => {
    const fields: Record<string, string | number> = { id: 0 };
    for (let i = 0; i < texts.length; i++) fields[textFieldNames[i]!] = normalizeText(texts[i] ?? "");
    const stored = fields as StoredTeacher;
    const degree = degrees.get(stored.degree) ?? abbreviateDegree(stored.degree);
    if (degrees.size < degreesMax) degrees.set(stored.degree, degree);
    const [first_name, middle_name] = [initialOf(stored.first_name), initialOf(stored.middle_name)];
    const teacher = composeWithAbbreviations(stored, { first_name, middle_name, degree });
    for (const { field, index } of columns) {
      const cell = textAt(index);
      const value = normalizeText(cell);
      if (value === "" || isCut(cell) || value === normalizeText(teacher[field])) continue;
      return { column: field, message: { code: "composedDiffers", value, composed: teacher[field] } };
    }
    return null;
  };
}
