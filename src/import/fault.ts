/** What a reader says of a file: its faults, with the errors that carry them, and the findings of a file that it took. */
import type {
  FileMessage,
  ImportMessage,
  NoteMessage,
  RepairMessage,
  SkipMessage,
  WarningCode,
  WarningMessage,
} from "./message.ts";

export interface Fault<Message = ImportMessage> {
  /** The line of the file, from 1, on which the row starts. Null where `record` says it, or for the file as a whole. */
  readonly line: number | null;
  /** The record of a JSON file, from 1, whose lines are not known. */
  readonly record: number | null;
  readonly column: string | null;
  /** What is wrong; a value in it is clipped to 60 characters but not escaped. */
  readonly message: Message;
}

/** A fault as it is found; what is left out is null. */
export type FoundFault<Message = ImportMessage> = Partial<Fault> & Pick<Fault<Message>, "message">;

/** A file that can't be published. */
export class ImportFaults extends Error {
  /** The first {@link faultsListedMax}, in the order of the file. */
  readonly faults: readonly Fault[];
  /** The number of faults, including unlisted ones, up to {@link faultsCountMax}. */
  readonly count: number;
  /** How the file was read. */
  readonly notes: readonly NoteMessage[];

  constructor(faults: readonly Fault[], count: number, notes: readonly NoteMessage[] = []) {
    super(`${count} faults in the file`);
    this.notes = notes;
    this.name = "ImportFaults";
    this.faults = faults;
    this.count = count;
  }
}

/** The most faults listed; others are only counted. */
const faultsListedMax = 20;

/** The most faults counted. Then reading stops, because the file as a whole is wrong. */
export const faultsCountMax = 10_000;

export interface FaultList {
  readonly count: number;
  /** The first {@link faultsListedMax}, in the order of the file. */
  readonly listed: readonly Fault[];
  /** The headings of the file by the names of their fields, where they differ: messages show what the file has. */
  readonly columnNames: Map<string, string>;
  /** Whether reading must stop after a fatal fault or too many faults. */
  readonly stopped: boolean;
  add(fault: FoundFault): void;
  /** Adds a fault, or none if it was added before. Nothing more is read. */
  stop(fault?: FoundFault): void;
  /** The error to throw. */
  toError(notes?: readonly NoteMessage[]): ImportFaults;
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
    const { line = null, record = null, column = null, message } = found;
    listed.splice(at, 0, {
      line,
      record,
      column: column && clipText(columnNames.get(column) ?? column),
      message: clipMessage(message),
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
    listed,
    columnNames,
    add,
    stop(fault) {
      stopped = true;
      if (fault !== undefined) add(fault);
    },
    toError: (notes) => new ImportFaults(listed, count, notes),
  };
}

function clipMessage<Message extends ImportMessage>(message: Message): Message {
  return "value" in message ? { ...message, value: clipText(message.value) } : message;
}

/** Lines and records of a JSON file are not compared with each other. */
function isBefore(found: FoundFault, listed: Fault): boolean {
  if (listed.record !== null) return (found.record ?? Number.POSITIVE_INFINITY) < listed.record;
  return (found.line ?? 0) < (listed.line ?? 0);
}

/** The longest piece of a value that a message shows, in characters. */
export const quotedLengthMax = 60;

/** The first characters of a text, with an ellipsis where some are left out. Clipping twice changes nothing. */
export function clipText(text: string): string {
  if (text.length <= quotedLengthMax) return text;
  // A character is at most two code units; one more character tells whether something is left out.
  const characters = [...text.slice(0, 2 * quotedLengthMax + 2)];
  if (characters.length <= quotedLengthMax) return text;
  return `${characters.slice(0, quotedLengthMax).join("")}…`;
}

/** The file can't be read. */
export class WorkbookError extends Error {
  readonly reason: FileMessage;

  constructor(reason: FileMessage) {
    super(reason.code);
    this.reason = reason;
  }
}

/** A part of the file is missing or not readable. `detail` is for experts, and in English. */
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

export interface FindingList extends Findings {
  note(message: NoteMessage): void;
  /** A row that is not a teacher. */
  skip(row: FoundFault<SkipMessage>): void;
  /** A warning; a fault of the file if it is read strictly. */
  warn(warning: FoundFault<WarningMessage>): void;
  /** Something that was repaired. */
  repair(repair: FoundFault<RepairMessage>): void;
}

/** Warnings are added to the faults if `isStrict`. */
export function createFindingList(faults: FaultList, isStrict: boolean): FindingList {
  const notes: NoteMessage[] = [];
  const warnings = new Map<WarningCode, FaultList>();
  const skipped = createFaultList(faults.columnNames);
  const repairs = createFaultList(faults.columnNames);
  return {
    notes,
    skipped,
    warnings,
    repairs,
    note: (message) => notes.push(message),
    skip: (row) => skipped.add(row),
    warn(warning) {
      if (isStrict) return faults.add(warning);
      const { code } = warning.message;
      const list = warnings.get(code) ?? createFaultList(faults.columnNames);
      warnings.set(code, list);
      list.add(warning);
    },
    repair: (repair) => repairs.add(repair),
  };
}
