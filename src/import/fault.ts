/** The faults of a file, collected while reading, and the error that carries them. */
import { clipText, quoteText } from "./quote.ts";

export interface Fault {
  /** The line of the file, from 1, on which the row starts. Null where `record` says it, or for the file as a whole. */
  readonly line: number | null;
  /** The record of a JSON file, from 1, whose lines are not known. */
  readonly record: number | null;
  readonly column: string | null;
  /** What was found, clipped to 60 characters but not escaped. */
  readonly value: string | null;
  /** What was found, quoted, and what is accepted. */
  readonly message: string;
}

/** A fault as it is found; what is left out is null. */
export type FoundFault = Partial<Fault> & Pick<Fault, "message">;

/** A file that can't be published. */
export class ImportFaults extends Error {
  /** The first {@link faultsListedMax}, in the order of the file. */
  readonly faults: readonly Fault[];
  /** The number of faults, including unlisted ones, up to {@link faultsCountMax}. */
  readonly count: number;
  /** How the file was read; a sentence each. */
  readonly notes: readonly string[];

  constructor(faults: readonly Fault[], count: number, notes: readonly string[] = []) {
    super(countFaults(count));
    this.notes = notes;
    this.name = "ImportFaults";
    this.faults = faults;
    this.count = count;
  }
}

/** The most faults listed; others are only counted. */
export const faultsListedMax = 20;

/** The most faults counted. Then reading stops, because the file as a whole is wrong. */
export const faultsCountMax = 10_000;

export interface FaultList {
  readonly count: number;
  /** The headings of the file by the names of their fields, where they differ: messages show what the file has. */
  readonly columnNames: Map<string, string>;
  /** Whether reading must stop after a fatal fault or too many faults. */
  readonly stopped: boolean;
  add(fault: FoundFault): void;
  /** Adds a fault after which nothing more is read. */
  stop(fault: FoundFault): void;
  /** The error to throw. */
  toError(notes?: readonly string[]): ImportFaults;
}

/** `columnNames` is shared by lists about one file. */
export function createFaultList(columnNames = new Map<string, string>()): FaultList {
  const listed: Fault[] = [];
  let count = 0;
  let stopped = false;

  function add(found: FoundFault): void {
    if (count === faultsCountMax) return;
    count++;
    if (count === faultsCountMax) stopped = true;
    // Repeated ids are found last, so that a fault can come in before others.
    let at = listed.length;
    while (at > 0 && isBefore(found, listed[at - 1]!)) at--;
    if (at === faultsListedMax) return;
    const { line = null, record = null, column = null, value = null, message } = found;
    listed.splice(at, 0, {
      line,
      record,
      column: column && clipText(columnNames.get(column) ?? column),
      value: value && clipText(value),
      message,
    });
    if (listed.length > faultsListedMax) listed.pop();
  }

  return {
    get count() {
      return count;
    },
    get stopped() {
      return stopped;
    },
    columnNames,
    add,
    stop(fault) {
      stopped = true;
      add(fault);
    },
    toError: (notes) => new ImportFaults(listed, count, notes),
  };
}

/** The notes and faults as lines for a terminal; the last one says how many faults there are and that nothing was published. */
export function renderFaults({ faults, count, notes }: ImportFaults): string {
  const lines = [...notes, ...faults.map(renderFault)];
  if (count > faults.length) lines.push(`… and ${count - faults.length} more`);
  lines.push(`${countFaults(count)}: nothing was published`);
  return lines.join("\n");
}

function countFaults(count: number): string {
  if (count === faultsCountMax) return `${count} faults or more, and reading stopped there`;
  return count === 1 ? "1 fault" : `${count} faults`;
}

/** Lines and records of a JSON file are not compared with each other. */
function isBefore(found: FoundFault, listed: Fault): boolean {
  if (listed.record !== null) return (found.record ?? Number.POSITIVE_INFINITY) < listed.record;
  return (found.line ?? 0) < (listed.line ?? 0);
}

/** A fault as a line for a terminal. */
export function renderFault({ line, record, column, message }: Fault): string {
  const location: string[] = [];
  if (line !== null) location.push(`line ${line}`);
  if (record !== null) location.push(`record ${record}`);
  if (column !== null) location.push(`${record === null ? "column" : "field"} ${renderName(column)}`);
  return location.length === 0 ? message : `${location.join(", ")}: ${message}`;
}

function renderName(column: string): string {
  return /^[a-z0-9_]+$/.test(column) ? column : quoteText(column);
}
