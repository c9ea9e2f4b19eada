/** What a reader says of a file that it took: how it was read, what was skipped, what is odd, and what was repaired. */
import { createFaultList, type FaultList, type FoundFault } from "./fault.ts";
import type { NoteMessage, RepairMessage, SkipMessage, WarningCode, WarningMessage } from "./message.ts";

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
