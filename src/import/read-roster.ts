/** Reads a file of teachers in any format into a roster, or reports all of its faults. */
import { type AddedRows, createRosterBuilder, type Roster } from "../domain/roster.ts";
import { checkContent } from "./checks/content-check.ts";
import type { AcceptedNamesakes } from "./checks/duplicates.ts";
import { type RowFacts, settleRepeatedIds } from "./checks/repeated-ids.ts";
import { createRowCheck } from "./checks/row-check.ts";
import {
  createFaultList,
  createFileFacts,
  createFindingList,
  type Findings,
  faultsCountMax,
  locateLine,
} from "./fault.ts";
import { type ContentOptions, readContent } from "./read-content.ts";
import type { ColumnMap } from "./table/headings.ts";

export interface ReadOptions extends ContentOptions {
  /** The headings that the user named. */
  readonly columnMap?: ColumnMap;
  /** Whether teachers may come without an id; they get a placeholder, see `assignIds`. */
  readonly acceptsMissingIds?: boolean;
  /** Whether warnings are faults. */
  readonly isStrict?: boolean;
  /** Whether what is safe to repair is repaired. */
  readonly isCleaning?: boolean;
  /** Rows that are left out because they are not teachers. */
  readonly isLeftOut?: (line: number, sheet: string | null) => boolean;
  /** The teachers who are known to be different people of one name. */
  readonly acceptedNamesakes?: AcceptedNamesakes;
  /** Called for every row of a table that is not blank, in its order; the faults then list all rows. */
  readonly onRow?: ((fields: readonly string[], line: number, sheet: string | null) => void) | undefined;
  /** Called after every chunk and at the end. */
  readonly onProgress?: (bytesRead: number, teachers: number) => void;
}

export interface ImportedRoster {
  readonly roster: Roster;
  /** Where each teacher was read, in the order of the file. */
  readonly rows: Pick<AddedRows, "ids" | "lines">;
  /** The line within its sheet, and the sheet if several are read. */
  readonly locate: (line: number) => [line: number, sheet: string | null];
  readonly findings: Findings;
  /** The keys of the names that several teachers share. */
  readonly namesakes: ReadonlySet<string>;
}

/** Throws ImportFaults for what is wrong with the file; what the input throws is passed on. */
export async function readTeacherFile(input: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<ImportedRoster> {
  const {
    onProgress,
    onRow,
    isLeftOut,
    columnMap = {},
    acceptsMissingIds = false,
    isStrict = false,
    isCleaning = false,
  } = options;
  const builder = createRosterBuilder();
  const faults = createFaultList(createFileFacts(onRow === undefined ? undefined : faultsCountMax));
  const findings = createFindingList(faults, isStrict);
  const facts: RowFacts = { shares: [], personnelNumbers: [] };
  const locate = (line: number): [number, string | null] => locateLine(faults.about, line);
  let bytesRead = 0;

  async function* observe(): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      bytesRead += chunk.byteLength;
      yield chunk;
      onProgress?.(bytesRead, builder.added);
    }
  }

  const observed = observe();
  // Reading may stop before the end, and even before the first byte is passed on.
  const { unit, isTable } = await readContent(observed, {
    ...options,
    faults,
    findings,
    onRow: onRow && ((fields, line) => onRow(fields, ...locate(line))),
    isLeftOut: isLeftOut && ((line) => isLeftOut(...locate(line))),
    header: { columnMap, acceptsMissingIds },
    createRows: (unit) => createRowCheck(builder, faults, unit, acceptsMissingIds, facts),
  }).finally(() => observed.return(undefined));
  onProgress?.(bytesRead, builder.added);
  if (builder.added === 0 && faults.count === 0) faults.add({ message: { code: "noTeachers" } });
  // Of a file that was not read to its end, neither rows nor texts are a measure of each other.
  if (faults.stopped) throw faults.toError(findings);
  const settled = settleRepeatedIds(builder, facts, { unit, hasPosts: isTable, acceptsMissingIds }, faults, findings);
  const { acceptedNamesakes } = options;
  const { ids, lines } = settled.addedRows();
  const checked = checkContent(settled, faults, findings, { unit, isCleaning, acceptedNamesakes });
  if (faults.count > 0) throw faults.toError(findings);
  return { roster: checked.builder.finish(), rows: { ids, lines }, locate, findings, namesakes: checked.namesakes };
}
