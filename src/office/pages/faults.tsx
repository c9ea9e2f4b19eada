/** The faults of a file: the cell, what stands there, and what to do. */
import type { VNode } from "preact";
import type { Fault } from "../../import/fault.ts";
import { renderMessage } from "../../publishing/file-lines.ts";
import { nameColumn } from "../../publishing/texts/field-labels.ts";
import { officeTexts as texts } from "../texts.ts";
import type { UploadReading } from "../upload/reading.ts";
import { findQuestions } from "../upload/review.ts";
import { NextLink } from "./layout.tsx";
import { type Column, List, PagePart, Table } from "./parts.tsx";

interface ReadingProps {
  readonly reading: UploadReading;
}

interface FaultsProps extends ReadingProps {
  /** The workbook that says what to correct. */
  readonly workbookHref: string;
}

export function Faults({ reading, workbookHref }: FaultsProps): VNode | null {
  const { listed, count } = reading.faults;
  const shown = listed.filter((fault) => findQuestions(fault).length === 0);
  const unlisted = count - listed.length;
  if (shown.length + unlisted === 0) return null;
  const columns: Column<Fault>[] = [
    [texts.cell(), (fault) => nameCell(fault, reading)],
    [texts.value(), ({ message }) => "value" in message && <bdi>{message.value}</bdi>],
    [texts.advice(), ({ message }) => <bdi>{renderMessage(message)}</bdi>],
  ];
  return (
    <PagePart id="faults" title={texts.faults(shown.length + unlisted)}>
      <p>{texts.faultsLead()}</p>
      <NextLink href={workbookHref} text={texts.explained()} />
      <Table columns={columns} rows={shown} />
      {unlisted > 0 && <p class="hint">{texts.moreFaults(unlisted)}</p>}
    </PagePart>
  );
}

/** What is odd, what was left out, and how the file was read. */
export function Remarks({ reading }: ReadingProps): VNode {
  const { warnings, skipped, repairs, notes } = reading;
  const groups = [...warnings.map(([, group]) => group), repairs];
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const describe = (fault: Fault) => `${nameCell(fault, reading)} ${renderMessage(fault.message)}`;
  const lists = [
    [count, texts.remarks(count), groups.flatMap(({ listed }) => listed.map(describe))],
    [skipped.count, texts.skippedRows(skipped.count), skipped.listed.map(describe)],
    [notes.length, texts.howRead(), notes.map((note) => renderMessage(note))],
  ] as const;
  return (
    <section class="remarks">
      {lists
        .filter(([size]) => size > 0)
        .map(([, title, items]) => (
          <details key={title}>
            <summary>{title}</summary>
            <List items={items.map((item) => <bdi key={item}>{item}</bdi>)} />
          </details>
        ))}
    </section>
  );
}

/** `D14`, as the spreadsheet program calls the cell, after the sheet if several are read; the row, where the column is not known. */
function nameCell({ sheet, line, record, column }: Fault, { start }: Pick<UploadReading, "start">): string {
  const row = line ?? record;
  if (row === null) return column ?? "";
  const before = sheet === null ? "" : `${sheet}: `;
  if (column === null) return before + texts.rowOf(String(row));
  const found = start.map(({ cells }) => cells.findIndex((cell) => cell.trim() === column)).find((index) => index >= 0);
  return before + (found === undefined ? `${texts.rowOf(String(row))}, ${column}` : `${nameColumn(found)}${row}`);
}
