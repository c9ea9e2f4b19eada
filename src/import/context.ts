/** What all readers of a file share: the options of the import, and the lists of rows, faults and findings. */
import type { RowCheck } from "./checks/row-check.ts";
import type { AcceptedNamesakes } from "./checks/row-comparison.ts";
import type { FaultList, FindingList } from "./fault.ts";
import type { ImportFormat, TextEncoding } from "./format.ts";
import type { Columns, HeaderOptions } from "./table/columns.ts";

/** Options that the user did not set, such as the format, are detected from the file. */
export interface ReadOptions extends HeaderOptions {
  readonly format?: ImportFormat | null;
  /** The name of the file. Its extension may show the format. */
  readonly fileName?: string;
  readonly encoding?: TextEncoding | null;
  /** The name or number of the sheet. */
  readonly sheet?: string | null;
  /** Whether all sheets with a table are read. */
  readonly allSheets?: boolean;
  /** Whether a row is left out because it is not a teacher. */
  readonly isLeftOut?: (line: number, sheet: string | null) => boolean;
  /** Teachers with the same name who are known to be different people. */
  readonly acceptedNamesakes?: AcceptedNamesakes;
  /**
   * Called for every row of a table, in order, except blank rows and rows that are left out. If set, all faults are
   * listed, not only the first.
   */
  readonly onRow?: ((fields: readonly string[], line: number, sheet: string | null) => void) | undefined;
  /**
   * Called for the header of each table with the number of its last line. `columns` is undefined if the header has too
   * many columns.
   */
  readonly onHeader?: ((columns: Columns | undefined, line: number, sheet: string | null) => void) | undefined;
  /** Called after every chunk and at the end. */
  readonly onProgress?: (bytesRead: number, teachers: number) => void;
}

export interface ImportContext {
  readonly options: ReadOptions;
  readonly rows: RowCheck;
  readonly faults: FaultList;
  readonly findings: FindingList;
}
