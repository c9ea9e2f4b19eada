/** What a reader says of a file that it took: how it was read, what was skipped, what is odd, and what was repaired. */
import { createFaultList, type FaultList, type FoundFault, faultsCountMax, renderFault } from "./fault.ts";

/** The kinds of warnings, each with what the summary says of it. */
export const warningKinds = {
  lookAlike: "Latin letters among Cyrillic ones",
  apostrophe: "odd apostrophes",
  capitals: "names in capital letters",
  fullStop: "stray full stops",
  duplicate: "probable duplicates",
  rareDegree: "degrees that look misspelt",
  split: "whole names that may be split wrongly",
} as const;

export type WarningKind = keyof typeof warningKinds;

export interface Findings {
  /** How the file was read, and what was skipped; a sentence each. */
  readonly notes: readonly string[];
  /** The first warnings as lines for a terminal, with how many more there are of each kind. */
  readonly warnings: readonly string[];
  /** The number of warnings, such as `1 warning`; null where there are none. */
  readonly warningCount: string | null;
  /** The same as {@link warnings} for repairs. */
  readonly repairs: readonly string[];
}

export interface FindingList extends Findings {
  note(text: string): void;
  /** A warning; a fault of the file if it is read strictly. */
  warn(kind: WarningKind, warning: FoundFault): void;
  /** Something that was repaired. */
  repair(repair: FoundFault): void;
}

/** Warnings are added to the faults if `isStrict`. */
export function createFindingList(faults: FaultList, isStrict: boolean): FindingList {
  const notes: string[] = [];
  const warnings = new Map<WarningKind, FaultList>();
  const repairs = createFaultList(faults.columnNames);
  return {
    notes,
    get warnings() {
      return [...warnings].flatMap(([kind, list]) => renderList(list, ` (${warningKinds[kind]})`));
    },
    get warningCount() {
      const counts = [...warnings.values()].map(({ count }) => count);
      const sum = counts.reduce((total, count) => total + count, 0);
      if (sum === 0) return null;
      return `${counts.some(isCapped) ? "At least " : ""}${sum} ${sum === 1 ? "warning" : "warnings"}`;
    },
    get repairs() {
      return renderList(repairs, "");
    },
    note: (text) => notes.push(text),
    warn(kind, warning) {
      if (isStrict) return faults.add(warning);
      const list = warnings.get(kind) ?? createFaultList(faults.columnNames);
      warnings.set(kind, list);
      list.add(warning);
    },
    repair: (repair) => repairs.add(repair),
  };
}

function renderList(list: FaultList, what: string): string[] {
  const { faults, count } = list.toError();
  const lines = faults.map(renderFault);
  const more = count - lines.length;
  if (more > 0) lines.push(`… and ${isCapped(count) ? "at least " : ""}${more} more${what}`);
  return lines;
}

/** Whether a list stopped counting. */
function isCapped(count: number): boolean {
  return count === faultsCountMax;
}
