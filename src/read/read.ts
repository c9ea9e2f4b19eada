/** Reads a file of teachers: opens it, chooses the sheets, finds the header of each, and reads its rows. */
import { rewriteCapitals } from "./capitals.ts";
import { checkTexts } from "./checks.ts";
import { type ChosenColumns, chooseHeader, type Header, headerRowsMax, readHeader } from "./header.ts";
import {
  createIssues,
  type FileFormat,
  type Issue,
  type Issues,
  type OpenedFile,
  ReadError,
  type Row,
} from "./issue.ts";
import { openFile, type TextOptions } from "./open.ts";
import { findSecondPosts } from "./posts.ts";
import { readTeachers } from "./rows.ts";
import { createFileTeachers, type FileTeachers, type TeacherBuilder } from "./teachers.ts";

/** What a person chose about a file. Columns are given by index, rows by `rowKey`. */
export interface ReadAnswers extends TextOptions {
  readonly sheets?: readonly string[] | "all";
  /** The line of the header, if it is not the row that looks like one. */
  readonly headerLine?: number;
  /** The field of each column, by the name of the sheet; `""` for a text. */
  readonly columns?: Readonly<Record<string, ChosenColumns>>;
  /** Whether teachers without an id get one. */
  readonly givesIds?: boolean;
  /** Whether columns in capitals are rewritten as names are written. */
  readonly rewritesCapitals?: boolean;
  readonly leftOut?: ReadonlySet<string>;
  readonly differ?: ReadonlySet<string>;
}

export interface SheetHeader extends Header {
  readonly sheet: string | null;
}

export interface ReadFile {
  /** Null if the file can't be opened. */
  readonly format: FileFormat | null;
  readonly teachers: FileTeachers;
  readonly headers: readonly SheetHeader[];
  /** In the order of the file's rows within each check; at most `keptMax` of a code. */
  readonly issues: readonly Issue[];
  readonly counts: Issues["counts"];
}

/** `namesakes` is the number of current teachers with a name, by its key. */
export async function readFile(
  bytes: Buffer,
  answers: ReadAnswers = {},
  namesakes: (key: string) => number = () => 0,
): Promise<ReadFile> {
  const issues = createIssues();
  const headers: SheetHeader[] = [];
  const builder = createFileTeachers();
  let format: FileFormat | null = null;
  try {
    const file = await openFile(bytes, answers);
    format = file.format;
    for (const chosen of chooseTables(file, answers, issues))
      readTable(file, chosen, answers, { builder, headers, issues });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    issues.add(error.code, { severity: "error", ...error.issue });
  }
  return {
    format,
    teachers: checkTeachers(builder, answers, namesakes, issues),
    headers,
    issues: issues.list,
    counts: issues.counts,
  };
}

interface Gathered {
  readonly builder: TeacherBuilder;
  readonly headers: SheetHeader[];
  readonly issues: Issues;
}

function readTable(
  file: OpenedFile,
  { table, header, start, rest }: ChosenTable,
  answers: ReadAnswers,
  { builder, headers, issues }: Gathered,
): void {
  const sheet = file.tables.length > 1 ? table.sheet : null;
  const { format, encoding, separator, isStrict } = file;
  issues.add("readAs", { sheet, data: { format, encoding: encoding ?? "", separator: separator ?? "" } });
  const below = start.slice(start.indexOf(header.rows.at(-1)!) + 1);
  const above = start.slice(0, start.indexOf(header.rows[0]!));
  if (above.length > 0) issues.add("skipped", { sheet, data: { kind: "above", lines: above.map(({ line }) => line) } });
  const chosen = answers.columns?.[table.sheet ?? ""] ?? [];
  const found = readHeader(header.rows, below.slice(0, sampleRows), chosen, issues, sheet);
  headers.push({ ...found, sheet });
  if (found.at.name === -1 && found.at.last_name === -1 && found.at.first_name === -1) return;
  const leftOut = answers.leftOut ?? new Set<string>();
  const options = { sheet, isStrict, acceptsNoIds: answers.givesIds === true, leftOut };
  builder.begin(sheet, found.at);
  for (const teacher of readTeachers(chain(below, rest), found, options, issues)) builder.add(teacher);
  if (encoding === guessedEncoding && answers.encoding === undefined) checkEncoding(builder.all());
}

/** Text that is neither UTF-8 nor has a byte order mark is taken for this. */
const guessedEncoding = "windows-1251";
/** What the letters of MacCyrillic, KOI8 and DOS look like in it: letters of other languages, and signs inside words. */
const wrongLetter = /[\u0098ђѓѕјљњћќўџ‚ѓ„…†‡€‰‹ЂЃЅЈЉЊЋЌЎЏ•–—™›¤¦§©®°±¶·»]|\p{Ll}\p{Lu}/u;

/** Throws if most surnames have letters that no Ukrainian name has. */
function checkEncoding({ rows: { columns } }: FileTeachers): void {
  const { values } = columns.last_name;
  const wrong = values.filter((value) => wrongLetter.test(value));
  if (wrong.length * 2 > values.length) throw new ReadError("encoding", { value: wrong[0]! });
}

/** The rows below the header whose values show what a column has. */
const sampleRows = 20;

function checkTeachers(
  builder: TeacherBuilder,
  answers: ReadAnswers,
  namesakes: (key: string) => number,
  issues: Issues,
): FileTeachers {
  const leftOut = findSecondPosts(builder, { namesakes, differ: answers.differ ?? new Set() }, issues);
  const all = builder.all();
  const repairs = answers.rewritesCapitals === true ? rewriteCapitals(all) : checkTexts(all, issues);
  const teachers = builder.finish(leftOut, repairs);
  if (answers.rewritesCapitals === true) checkTexts(teachers, issues);
  const lines = [...teachers.hidden].map((row) => teachers.placeOf(row).line);
  if (lines.length > 0) issues.add("hiddenRows", { ...teachers.placeOf([...teachers.hidden][0]!), data: { lines } });
  if (teachers.count === 0 && !issues.has("error") && !issues.has("question")) issues.add("noTeachers");
  return teachers;
}

interface ChosenTable {
  readonly table: OpenedFile["tables"][number];
  readonly header: { readonly rows: readonly Row[]; readonly isNamed: boolean };
  /** The first rows, the header among them. */
  readonly start: readonly Row[];
  readonly rest: Iterable<Row>;
}

/** The sheets that were named; otherwise the only one with a header. Hidden sheets are read only if they are named. */
function chooseTables(
  { tables }: OpenedFile,
  { sheets: wanted, headerLine }: ReadAnswers,
  issues: Issues,
): ChosenTable[] {
  const all = tables.flatMap((table): ChosenTable[] => {
    const rows = table.rows[Symbol.iterator]();
    const start = takeRows(rows, headerRowsMax);
    const header = headerAt(start, headerLine) ?? chooseHeader(start);
    return header === null ? [] : [{ table, header, start, rest: { [Symbol.iterator]: () => rows } }];
  });
  const names = all.map(({ table }) => table.sheet ?? "");
  if (wanted !== undefined && wanted !== "all") {
    const missing = wanted.find((name) => !names.includes(name));
    if (missing !== undefined) throw new ReadError("noSheet", { value: missing, data: { sheets: names } });
    return all.filter(({ table }) => wanted.includes(table.sheet ?? ""));
  }
  const visible = all.filter(({ table }) => !table.isHidden);
  const named = visible.filter(({ header }) => header.isNamed);
  const found = named.length > 0 ? named : visible.slice(0, 1);
  if (wanted === "all" || found.length <= 1) return found;
  issues.add("whichSheet", { data: { sheets: found.map(({ table }) => table.sheet!) } });
  return [];
}

function headerAt(rows: readonly Row[], line: number | undefined): ChosenTable["header"] | null {
  const row = rows.find((one) => one.line === line);
  return row === undefined ? null : { rows: [row], isNamed: true };
}

function takeRows(rows: Iterator<Row>, most: number): Row[] {
  const start: Row[] = [];
  while (start.length < most) {
    const { done, value } = rows.next();
    if (done === true) break;
    start.push(value);
  }
  return start;
}

function* chain(first: readonly Row[], rest: Iterable<Row>): Generator<Row> {
  yield* first;
  yield* rest;
}
