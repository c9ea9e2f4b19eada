/** Reads a file of teachers: opens it, chooses the sheets, finds the header of each, and reads its rows. */

import { textFieldNames } from "../domain/teacher.ts";
import { headerKey, type ReadAnswers, type StoredAnswers } from "./answers.ts";
import { checkTexts, rewriteCapitals } from "./checks/checks.ts";
import { openFile } from "./formats/open.ts";
import { chooseHeader, type Header, headerRowsMax, readHeader } from "./header.ts";
import {
  cellMax,
  createIssues,
  type FileFormat,
  type Issue,
  type Issues,
  isFilled,
  type OpenedFile,
  ReadError,
  type Row,
} from "./issue.ts";
import { findSecondPosts } from "./posts.ts";
import { readTeachers } from "./rows.ts";
import { createFileTeachers, type FileTeachers, placeOf, type Repairs, type TeacherBuilder } from "./teachers.ts";

export interface ReadFile {
  /** Null if the file can't be opened. */
  readonly format: FileFormat | null;
  readonly teachers: FileTeachers;
  readonly headers: readonly Header[];
  /** The given answers, with the remembered ones if they were used. */
  readonly answers: ReadAnswers;
  /** In the order of the file's rows within each check; at most `keptMax` of a code. */
  readonly issues: readonly Issue[];
  readonly counts: Issues["counts"];
}

/** `namesakes` has the full names that several current teachers have, by their keys, with the number of teachers. */
export async function readFile(
  bytes: Buffer,
  answers: ReadAnswers = {},
  namesakes: ReadonlyMap<string, number> = new Map(),
): Promise<ReadFile> {
  const issues = createIssues();
  const headers: Header[] = [];
  const builder = createFileTeachers();
  let format: FileFormat | null = null;
  let usedAnswers = answers;
  try {
    const file = await openFile(bytes, answers);
    format = file.format;
    const { tables, remembered } = chooseTables(file, answers, issues);
    usedAnswers = useRemembered(answers, remembered);
    for (const table of tables) readTable(file, table, usedAnswers, { builder, headers, issues });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    issues.add(error.code, { severity: "error", ...error.issue });
  }
  return {
    format,
    teachers: checkTeachers(builder, usedAnswers, namesakes, issues),
    headers,
    answers: usedAnswers,
    issues: issues.list,
    counts: issues.counts,
  };
}

/** The answers with the remembered ones, or without them if they are about other headers. */
function useRemembered(answers: ReadAnswers, remembered: StoredAnswers | null): ReadAnswers {
  const { givesIds = remembered?.givesIds || undefined, sheets = remembered?.sheets ?? undefined } = answers;
  const { rewritesCapitals = remembered?.rewritesCapitals ?? undefined } = answers;
  return { ...answers, sheets, givesIds, rewritesCapitals, remembered };
}

interface Gathered {
  readonly builder: TeacherBuilder;
  readonly headers: Header[];
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
  if (encoding === guessedEncoding && answers.encoding === undefined) checkEncoding(start);
  const below = start.slice(start.indexOf(header.rows.at(-1)!) + 1);
  const above = start.slice(0, start.indexOf(header.rows[0]!)).filter(isFilled);
  if (above.length > 0) issues.add("skipped", { sheet, data: { kind: "above", lines: above.map(({ line }) => line) } });
  const found = readHeader(header.rows, below.slice(0, sampleRows), answers, sheet, issues);
  headers.push(found);
  if (found.at.name === -1 && found.at.last_name === -1 && found.at.first_name === -1) return;
  const leftOut = answers.leftOut ?? new Set<string>();
  const options = { sheet, isStrict, acceptsNoIds: answers.givesIds === true, leftOut };
  builder.begin(sheet, found.at);
  for (const teacher of readTeachers(chain(below, rest), found, options, issues)) builder.add(teacher);
}

/** Text that is neither UTF-8 nor has a byte order mark is taken for this. */
const guessedEncoding = "windows-1251";
/** What the letters of MacCyrillic, KOI8 and DOS look like in it: letters of other languages, and signs inside words. */
const wrongLetter = /[\u0098ђѓѕјљњћќўџ‚ѓ„…†‡€‰‹ЂЃЅЈЉЊЋЌЎЏ•–—™›¤¦§©®°±¶·»]|\p{Ll}\p{Lu}/u;

/** Throws if most texts of the first rows have letters that no Ukrainian name has. */
function checkEncoding(rows: readonly Row[]): void {
  const texts = rows.flatMap(({ cells }) =>
    cells.map((text) => text.slice(0, cellMax)).filter((text) => /(?=\p{L})[^\0-\x7f]/u.test(text)),
  );
  const wrong = texts.filter((text) => wrongLetter.test(text));
  if (wrong.length * 2 > texts.length) throw new ReadError("encoding", { value: wrong[0]! });
}

/** The rows below the header whose values show what a column has. */
const sampleRows = 20;

function checkTeachers(
  builder: TeacherBuilder,
  answers: ReadAnswers,
  namesakes: ReadonlyMap<string, number>,
  issues: Issues,
): FileTeachers {
  const leftOut = findSecondPosts(
    builder,
    { namesakes, differ: answers.differ ?? new Set(), known: answers.remembered?.pairs ?? {} },
    issues,
  );
  const all = builder.all();
  const written = rewriteCapitals(all, answers.rewritesCapitals, issues);
  const rewritten = written.size === 0 ? all : builder.finish(new Set(), written);
  const teachers = builder.finish(leftOut, chainRepairs(written, checkTexts(rewritten, issues)));
  const hidden = [...teachers.hidden].map((row) => placeOf(teachers, row));
  if (hidden.length > 0) issues.add("hiddenRows", { ...hidden[0]!, data: { lines: hidden.map(({ line }) => line) } });
  if (teachers.count === 0 && !issues.has("error") && !issues.has("question")) issues.add("noTeachers");
  return teachers;
}

/** Both repairs, one after the other. */
function chainRepairs(first: Repairs, second: Repairs): Repairs {
  return new Map(
    textFieldNames.map((field) => {
      const [earlier = new Map<string, string>(), later = new Map<string, string>()] = [
        first.get(field),
        second.get(field),
      ];
      const chained = [...earlier].map(([text, written]) => [text, later.get(written) ?? written] as const);
      return [field, new Map([...later, ...chained])];
    }),
  );
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
  { sheets, headerLine, remembered = null }: ReadAnswers,
  issues: Issues,
): { readonly tables: readonly ChosenTable[]; readonly remembered: StoredAnswers | null } {
  const all = tables.flatMap((table): ChosenTable[] => {
    const rows = table.rows[Symbol.iterator]();
    const start = takeRows(rows, headerRowsMax);
    const header = chooseHeader(start, headerLine);
    return header === null ? [] : [{ table, header, start, rest: { [Symbol.iterator]: () => rows } }];
  });
  const known = sheets === undefined && remembered?.sheets ? pickTables(all, remembered.sheets) : null;
  const isKnown = (some: readonly ChosenTable[]): boolean =>
    some.length > 0 && some.every(({ header }) => remembered?.columns[headerKey(header.rows)] !== undefined);
  if (known !== null && isKnown(known)) return { tables: known, remembered };
  const chosen = pickTables(all, sheets);
  if (chosen === null) {
    const value =
      sheets === "all" ? "" : (sheets ?? []).find((name) => !all.some(({ table }) => isSheet(table, name)))!;
    throw new ReadError("noSheet", { value, data: { sheets: all.map(({ table }) => table.sheet ?? "") } });
  }
  if (sheets === undefined && chosen.length > 1) {
    issues.add("whichSheet", { data: { sheets: chosen.map(({ table }) => table.sheet!) } });
    return { tables: [], remembered: null };
  }
  return { tables: chosen, remembered: isKnown(chosen) ? remembered : null };
}

const isSheet = ({ sheet }: OpenedFile["tables"][number], name: string): boolean => (sheet ?? "") === name;

/** The tables of the named sheets, or null if one is missing. Otherwise all visible ones whose header names a field. */
function pickTables(all: readonly ChosenTable[], sheets: ReadAnswers["sheets"]): readonly ChosenTable[] | null {
  if (sheets === undefined || sheets === "all") {
    const visible = all.filter(({ table }) => !table.isHidden);
    const named = visible.filter(({ header }) => header.isNamed);
    return named.length > 0 ? named : visible.slice(0, 1);
  }
  const picked = sheets.flatMap((name) => all.filter(({ table }) => isSheet(table, name)));
  return picked.length < sheets.length ? null : picked;
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

/**
 * What is stored with a version: how its file was read, if a person was asked or has answered; otherwise what was stored
 * before.
 */
export function renderAnswers({ answers, headers, issues }: ReadFile, before: string): string {
  const isAsked = issues.some(({ severity }) => severity === "question");
  const { sheets = null, map, columns, givesIds = false, rewritesCapitals = null, remembered } = answers;
  const isAnswered = [map, columns, remembered, sheets, rewritesCapitals].some((answer) => answer != null) || givesIds;
  if (!isAsked && !isAnswered) return before;
  const fields = headers.map((header) => [headerKey(header.rows), header.columns.map(({ field }) => field ?? "none")]);
  const pairs = issues.flatMap(({ code, data }) => (code === "onePerson" ? [[data.pair, data.preset]] : []));
  const kept = {
    sheets,
    columns: Object.fromEntries(fields),
    givesIds: givesIds || issues.some(({ code }) => code === "missingIds"),
    rewritesCapitals,
    pairs: { ...remembered?.pairs, ...Object.fromEntries(pairs) },
  };
  return JSON.stringify(kept satisfies StoredAnswers);
}
