/** The faults and findings of a file, and the error that carries its faults. */
import { clipText } from "../read/language.ts";
import type { TextEncoding } from "./format.ts";
import type {
  FileMessage,
  ImportMessage,
  LocationUnit,
  NoteMessage,
  RepairMessage,
  SkipMessage,
  WarningCode,
  WarningMessage,
} from "./message.ts";

export interface Fault<Message = ImportMessage> {
  /** The sheet, if several are read. */
  readonly sheet: string | null;
  /**
   * The line of the file, from 1, on which the row starts. Null for a fault with a `record` and for a fault of the
   * whole file.
   */
  readonly line: number | null;
  /** The record, from 1, in a JSON file, where lines are not known; otherwise null. */
  readonly record: number | null;
  readonly column: string | null;
  /** Describes the fault. Values are clipped to 60 characters but not escaped. */
  readonly message: Message;
}

/**
 * A fault as a reader reports it. Its `line` is a line or a record, depending on {@link FileFacts.unit}. Omitted
 * properties are null.
 */
export type FoundFault<Message = ImportMessage> = Pick<Fault<Message>, "message"> &
  Partial<Pick<Fault, "line" | "column">>;

/** A file that can't be published. */
export class ImportFaults extends Error {
  /** The first faults in the order of the file, at most {@link FileFacts.listedMax}. */
  readonly faults: readonly Fault[];
  /** The number of faults, including unlisted ones, up to {@link faultsCountMax}. */
  readonly count: number;
  /** Warnings and notes about the file; null if it is not a table of teachers. */
  readonly findings: Findings | null;

  constructor(faults: readonly Fault[], count: number, findings: Findings | null = null) {
    super(`${count} faults in the file`);
    this.findings = findings;
    this.name = "ImportFaults";
    this.faults = faults;
    this.count = count;
  }
}

/** Facts that all lists of faults and findings about a file share. */
export interface FileFacts {
  /** The headings of the file by field name, where the two differ. Messages show the headings of the file. */
  readonly columnNames: Map<string, string>;
  /**
   * The sheets that are read, if there are several. The first one is sheet 0. The lines of sheet n begin after n times
   * {@link linesPerSheet}.
   */
  readonly sheets: string[];
  /** The unit in which rows are counted. */
  unit: LocationUnit;
  /** The encoding of a text. If it is detected, it is known only after all bytes were read. */
  encoding: TextEncoding;
  /** A list keeps at most this many faults. Others are only counted. */
  listedMax: number;
}

/** More than the rows of any sheet, so that a line number also identifies its sheet. */
export const linesPerSheet = 2 ** 21;

/** A terminal shows at most this many faults. Others are only counted. */
export const faultsListedMax = 20;

/** Reading stops after this many faults, because the file as a whole is wrong. */
export const faultsCountMax = 10_000;

/** The line within its sheet, and the sheet if several are read. */
export function locateLine({ sheets }: FileFacts, line: number): [line: number, sheet: string | null] {
  return sheets.length === 0 ? [line, null] : [line % linesPerSheet, sheets[Math.floor(line / linesPerSheet)]!];
}

/** All lists about the same file share `about`. */
export function createFaultList(
  about: FileFacts = {
    columnNames: new Map(),
    sheets: [],
    unit: "line",
    encoding: "utf-8",
    listedMax: faultsListedMax,
  },
) {
  const listed: Fault[] = [];
  /** The lines of the listed faults, counted through all sheets as in {@link FileFacts.sheets}. */
  const lines: number[] = [];
  let count = 0;
  let stopped = false;

  function add(found: FoundFault): void {
    if (count === faultsCountMax) return;
    count++;
    if (count === faultsCountMax) stopped = true;
    // Repeated ids are found last, so their faults are inserted between earlier ones.
    const { line = null, column = null, message } = found;
    const order = line ?? 0;
    let at = listed.length;
    while (at > 0 && order < lines[at - 1]!) at--;
    if (at === about.listedMax) return;
    const [location, sheet] = line === null ? [null, null] : locateLine(about, line);
    listed.splice(at, 0, {
      sheet,
      line: about.unit === "line" ? location : null,
      record: about.unit === "record" ? location : null,
      column: column && clipText(about.columnNames.get(column) ?? column),
      message: completeMessage(message, about),
    });
    lines.splice(at, 0, order);
    listed.length = Math.min(listed.length, about.listedMax);
  }

  return {
    get count(): number {
      return count;
    },
    /** Whether reading must stop after a fatal fault or too many faults. */
    get stopped(): boolean {
      return stopped;
    },
    /** The first faults in the order of the file, at most {@link FileFacts.listedMax}. */
    listed: listed as readonly Fault[],
    about,
    add,
    /** Stops reading, and adds the fault if one is given. */
    stop(fault?: FoundFault): void {
      stopped = true;
      if (fault !== undefined) add(fault);
    },
    toError: (findings?: Findings) => new ImportFaults(listed, count, findings),
  };
}

export type FaultList = ReturnType<typeof createFaultList>;

/** Clips the value of a message. If the message refers to another row, adds the sheet of that row. */
function completeMessage(message: ImportMessage, about: FileFacts): ImportMessage {
  const clipped = "value" in message ? { ...message, value: clipText(message.value) } : message;
  if (about.sheets.length === 0 || !("location" in clipped)) return clipped;
  const [location, sheet] = locateLine(about, clipped.location);
  return { ...clipped, location, sheet: sheet! };
}

/** The file can't be read. */
export class WorkbookError extends Error {
  readonly reason: FileMessage;

  constructor(reason: FileMessage) {
    super(reason.code);
    this.reason = reason;
  }
}

/** A part of the file is missing or unreadable. `detail` is in English, for experts. */
export function createDamageError(detail: string): WorkbookError {
  return new WorkbookError({ code: "damaged", detail });
}

/** The first findings of a kind, and the number of all, up to `faultsCountMax`. */
export type FindingGroup = Pick<FaultList, "listed" | "count">;

export interface Findings {
  readonly notes: readonly NoteMessage[];
  /** The rows that are not teachers. */
  readonly skipped: FindingGroup;
  readonly warnings: ReadonlyMap<WarningCode, FindingGroup>;
  readonly repairs: FindingGroup;
}

export type FindingList = ReturnType<typeof createFindingList>;

export function createFindingList(faults: FaultList) {
  const notes: NoteMessage[] = [];
  const warnings = new Map<WarningCode, FaultList>();
  const skipped = createFaultList(faults.about);
  const repairs = createFaultList(faults.about);
  return {
    notes,
    skipped,
    warnings,
    repairs,
    note(message: NoteMessage): void {
      const inSheet = (lines: readonly number[]) => lines.map((line) => locateLine(faults.about, line)[0]);
      const noted = "lines" in message ? { ...message, lines: inSheet(message.lines) } : message;
      // The encoding is known only at the end, but listed first.
      if (message.code === "readText") notes.unshift(noted);
      else notes.push(noted);
    },
    /** Adds a row that is not a teacher. */
    skip: (row: FoundFault<SkipMessage>): void => skipped.add(row),
    warn(warning: FoundFault<WarningMessage>): void {
      const { code } = warning.message;
      const list = warnings.get(code) ?? createFaultList(faults.about);
      warnings.set(code, list);
      list.add(warning);
    },
    /** Adds something that was repaired. */
    repair: (repair: FoundFault<RepairMessage>): void => repairs.add(repair),
  };
}
