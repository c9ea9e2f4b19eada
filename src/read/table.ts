/** A file that was opened: tables of plain text. */

/** No pattern sees more of a cell. */
export const cellMax = 400;

/** A row of a table. */
export interface Row {
  readonly line: number;
  readonly isHidden: boolean;
  readonly cells: readonly string[];
  /** The columns with formulas that were never calculated; their cells are empty. */
  readonly uncalculated?: ReadonlySet<number> | undefined;
}

export const hasText = (cell = ""): boolean => cell.trim() !== "";
/** Whether a row has any text. */
export const isFilled = ({ cells }: Row): boolean => cells.some((cell) => hasText(cell));

/** A table is plain data. `rows` can be iterated once; rows of a long text are read meanwhile. */
export interface Table {
  /** Null for a text. */
  readonly sheet: string | null;
  readonly isHidden: boolean;
  readonly rows: Iterable<Row>;
}

export type FileFormat = "xlsx" | "ods" | "csv" | "ndjson";

export interface OpenedFile {
  readonly format: FileFormat;
  /** Empty for spreadsheets. */
  readonly encoding: string;
  readonly separator: string;
  readonly tables: readonly Table[];
}
