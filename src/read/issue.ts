/** What reading a file finds out, as data. One type for errors, questions, warnings and notes. */

/**
 * `error`: the file can't be published. `question`: somebody must choose, and `data.preset` is what happens if nobody
 * does. `warning`: probably a mistake. `note`: how the file was read.
 */
export type Severity = "error" | "question" | "warning" | "note";

const issueSeverities = {
  // The file as a whole
  foreign: "error",
  password: "error",
  damaged: "error",
  tooLarge: "error",
  noSheet: "error",
  encoding: "error",
  noTeachers: "error",
  badJson: "error",
  badQuote: "error",
  formula: "error",
  // Choices
  whichSheet: "question",
  whichColumn: "question",
  badColumn: "error",
  missingIds: "question",
  onePerson: "question",
  mixedColumn: "question",
  nameOrder: "warning",
  // Rows
  badId: "error",
  repeatedId: "error",
  noName: "error",
  columnCount: "error",
  tooLong: "error",
  control: "error",
  lostLetters: "error",
  notText: "error",
  unknownField: "error",
  scripts: "warning",
  capitals: "warning",
  characters: "warning",
  remark: "warning",
  severalPeople: "warning",
  nameSplit: "warning",
  notAPerson: "warning",
  rareDegree: "warning",
  emptyField: "warning",
  duplicate: "warning",
  givenName: "warning",
  lostDegree: "warning",
  readAs: "note",
  noHeader: "note",
  skipped: "note",
  secondPost: "note",
  hiddenRows: "note",
  lettersInIds: "note",
  repaired: "note",
} as const satisfies Readonly<Record<string, Severity>>;

export type ReadIssueCode = keyof typeof issueSeverities;

export interface Issue {
  readonly severity: Severity;
  readonly code: ReadIssueCode;
  /** The sheet, if the file has several; otherwise null. */
  readonly sheet: string | null;
  /** From 1; null for the file as a whole. */
  readonly line: number | null;
  /** The index of the column, from 0, or null. Its letter and heading are found when the issue is shown. */
  readonly column: number | null;
  /** The text of the cell. It is clipped when it is shown. */
  readonly value: string;
  /** Another row that the issue is about. */
  readonly related: { readonly sheet: string | null; readonly line: number } | null;
  /** Values of the message. */
  readonly data: Readonly<Record<string, string | number | readonly (string | number)[]>>;
}

/** Whether the file can't be read before somebody answers. The other questions have a preset. */
export const isOpenQuestion = ({ code, data }: Issue): boolean =>
  code === "whichSheet" || (code === "whichColumn" && data.preset === -1);

/** At most this many issues of a code are kept; the others are counted. */
const keptMax = 10_000;

const unplaced = { sheet: null, line: null, column: null, value: "", related: null, data: {} };

export function createIssues() {
  const list: Issue[] = [];
  const counts = new Map<ReadIssueCode, number>();
  return {
    list: list as readonly Issue[],
    counts: counts as ReadonlyMap<ReadIssueCode, number>,
    add(code: ReadIssueCode, more: Partial<Issue> = {}): void {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count <= keptMax) list.push({ severity: issueSeverities[code], code, ...unplaced, ...more });
    },
    has: (severity: Severity): boolean => list.some((issue) => issue.severity === severity),
  };
}

export type Issues = ReturnType<typeof createIssues>;

/** The file can't be read any further. */
export class ReadError extends Error {
  readonly code: ReadIssueCode;
  readonly issue: Partial<Issue>;

  constructor(code: ReadIssueCode, issue: Partial<Issue> = {}) {
    super(code);
    this.code = code;
    this.issue = issue;
  }
}

/** The error about a file of another kind, which its text names. */
export const refuseKind = (kind: string): ReadError => new ReadError("foreign", { data: { kind } });

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

/** Whether a row has any text. */
export const isFilled = ({ cells }: Row): boolean => cells.some((text) => text.trim() !== "");

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
