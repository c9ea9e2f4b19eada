/** Reads the rows of a table: finds the header, skips what is around the teachers, and passes them to the row check. */
import { rearmFormula } from "../domain/csv-field.ts";
import { nameFieldNames, parseId, type TextFieldName, teacherFields, textFieldNames } from "../domain/teacher.ts";
import { type Columns, countHeadings, type HeaderOptions, parseHeader } from "./columns.ts";
import type { FaultList } from "./fault.ts";
import type { FindingList } from "./findings.ts";
import { describeIdFault } from "./id-fault.ts";
import { listNames, quoteText } from "./quote.ts";
import type { RowCheck } from "./row-check.ts";
import { createTableEdges, isBlankRow } from "./table-edges.ts";
import { splitWholeName } from "./whole-name.ts";

export interface TableReader {
  /** The headings, once the header is found. */
  readonly names: readonly string[] | undefined;
  takeRow(fields: readonly string[], line: number): void;
  /** Must be called after the last row. */
  finish(): void;
}

export interface TableContext {
  readonly rows: RowCheck;
  readonly faults: FaultList;
  readonly findings: FindingList;
  readonly header: HeaderOptions;
}

export interface TableShape {
  /** Whether rows may have fewer or more fields than the header, as in spreadsheets. */
  readonly isRagged: boolean;
  /** Whether the table may be our download for Excel, which disarms formulas. */
  readonly mayBeExcelDownload: boolean;
}

/** The header must be among so many rows, not counting blank ones. */
export const headerSearchRows = 30;

/** A row that names so many fields is the header. */
export const headingsWanted = 2;

export function createTableReader({ rows, faults, findings, header }: TableContext, shape: TableShape): TableReader {
  let columns: Columns | undefined;
  let isExcelDownload = false;
  /** The rows among which the header is searched. */
  let waiting: { readonly fields: readonly string[]; readonly line: number }[] = [];
  let hasDegree = false;
  const edges = createTableEdges();

  /** Takes the first row that names enough fields, or else the one that names most. */
  function findHeader(isEnd: boolean): void {
    const isFound = countHeadings(waiting.at(-1)!.fields, header.columnMap) >= headingsWanted;
    if (!isFound && !isEnd && waiting.length < headerSearchRows) return;
    const counts = waiting.map(({ fields }) => countHeadings(fields, header.columnMap));
    const best = isFound ? waiting.length - 1 : counts.indexOf(Math.max(...counts));
    const { fields, line } = waiting[best]!;
    const [above, below] = [waiting.slice(0, best), waiting.slice(best + 1)];
    waiting = [];
    columns = parseHeader(shape.isRagged ? trimEnd(fields) : fields, line, faults, header);
    if (columns === undefined) return;
    isExcelDownload = shape.mayBeExcelDownload && columns.names.join() === teacherFields.join();
    edges.start(columns);
    if (above.length > 0) findings.note(`Skipped above the header: ${nameLines(above.map((row) => row.line))}`);
    noteColumns(columns);
    for (const row of below) if (!faults.stopped) takeTeacher(row.fields, row.line, columns);
  }

  function noteColumns({ names, ignored, wholeName, texts }: Columns): void {
    if (ignored.length > 0) {
      const shown = ignored.slice(0, 20).map(quoteText);
      if (ignored.length > 20) shown.push(`${ignored.length - 20} more`);
      findings.note(`Ignored the ${ignored.length === 1 ? "column" : "columns"} ${listNames(shown)}`);
    }
    if (wholeName === -1) return;
    const fields = texts[degreeIndex] === -1 ? [...nameFieldNames, "degree"] : nameFieldNames;
    findings.note(`Split the column ${quoteText(names[wholeName]!)} into ${listNames(fields)}`);
  }

  function takeTeacher(fields: readonly string[], line: number, columns: Columns): void {
    if (edges.isOutside(fields, line)) return;
    const { length } = columns.names;
    if (fields.length !== length && !shape.isRagged) {
      const count = fields.length === 1 ? "1 column" : `${fields.length} columns`;
      rows.refuse(line, { message: `${count} where the header has ${length}` });
      return;
    }
    const id = takeId(fields, line, columns);
    const texts =
      columns.wholeName === -1 ? columns.texts.map((index) => fields[index] ?? "") : splitName(fields, line, columns);
    rows.add(line, id, isExcelDownload ? texts.map(rearmFormula) : texts);
  }

  function takeId(fields: readonly string[], line: number, { id: index }: Columns): number | null {
    const text = fields[index] ?? "";
    const digits = text.trim();
    const id = parseId(digits) ?? (digits === "" ? rows.takeMissingId() : null);
    if (id === null) rows.refuse(line, { column: "id", value: text, message: describeIdFault(text) });
    return id;
  }

  function splitName(fields: readonly string[], line: number, { wholeName, texts }: Columns): string[] {
    const value = fields[wholeName] ?? "";
    const { isDoubtful, ...split } = splitWholeName(value);
    const column = texts[degreeIndex]!;
    const ownDegree = column === -1 ? "" : (fields[column] ?? "").trim();
    const degree = ownDegree === "" ? split.degree : ownDegree;
    if (degree !== "") hasDegree = true;
    const isLost = ownDegree !== "" && split.degree !== "" && split.degree !== ownDegree;
    if (value.trim() !== "" && (isDoubtful || isLost)) {
      const parts = nameFieldNames
        .filter((name) => split[name] !== "")
        .map((name) => `${name} ${quoteText(split[name])}`);
      const lost = isLost ? `, without ${quoteText(split.degree)}, because the degree is ${quoteText(ownDegree)}` : "";
      const message = `${quoteText(value)} was split into ${parts.length === 0 ? "no name" : listNames(parts)}${lost}`;
      findings.warn("split", { line, column: "name", value, message });
    }
    const found: Readonly<Partial<Record<TextFieldName, string>>> = { ...split, degree };
    return textFieldNames.map((name, i) => found[name] ?? fields[texts[i]!] ?? "");
  }

  return {
    get names() {
      return columns?.names;
    },
    takeRow(fields, line) {
      if (isBlankRow(fields)) return;
      if (columns !== undefined) return takeTeacher(fields, line, columns);
      waiting.push({ fields, line });
      findHeader(false);
    },
    finish() {
      if (columns === undefined && waiting.length > 0 && !faults.stopped) findHeader(true);
      if (columns === undefined) return;
      const { below, nameless } = edges.skipped;
      if (below.length > 0) findings.note(`Skipped around the teachers: ${nameLines(below)}`);
      if (nameless.length > 0) {
        findings.note(
          `Ignored what has no heading in ${nameless.length === 1 ? "column" : "columns"} ${listNames(nameless.map(String))}`,
        );
      }
      if (columns.wholeName !== -1 && columns.texts[degreeIndex] === -1 && !hasDegree) {
        faults.add({
          column: "degree",
          message: "is missing, and no whole name has a degree; use --map degree=HEADING",
        });
      }
    },
  };
}

const degreeIndex = textFieldNames.indexOf("degree");

/** Without the empty cells that spreadsheets have behind the last one. */
function trimEnd(fields: readonly string[]): readonly string[] {
  return fields.slice(0, fields.findLastIndex((field) => field.trim() !== "") + 1);
}

/** `line 1`, `lines 1, 2 and 3`, or `lines 1, 2, 3 and 17 more`. */
function nameLines(lines: readonly number[]): string {
  const shown = lines.slice(0, 10).map(String);
  if (lines.length > 10) shown.push(`${lines.length - 10} more`);
  return `${lines.length === 1 ? "line" : "lines"} ${listNames(shown)}`;
}
