/** Reads a file of teachers: opens it, chooses the sheets, finds the header of each, and reads its rows. */

import { headerKey, type ReadAnswers, type StoredAnswers } from "./answers.ts";
import { checkTexts, rewriteCapitals } from "./checks/checks.ts";
import { openFile } from "./formats/open.ts";
import { type Header, readHeader } from "./header.ts";
import { chooseHeader, headerRowsMax } from "./header-rows.ts";
import { createIssues, type Issue, type Issues, ReadError } from "./issue.ts";
import { findSecondPosts } from "./posts.ts";
import { readTeachers } from "./rows.ts";
import { cellMax, type FileFormat, isFilled, type OpenedFile, type Row } from "./table.ts";
import { changeTeachers, createFileTeachers, type FileTeachers, placeOf, type TeacherBuilder } from "./teachers.ts";

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
    const file = await openFile(bytes, answers.encoding);
    format = file.format;
    const { tables, remembered } = chooseTables(file, answers, issues);
    usedAnswers = useRemembered(answers, remembered);
    for (const table of tables) {
      const header = readTableHeader(file, table, usedAnswers, issues);
      headers.push(header);
      const { name, last_name, first_name } = header.at;
      if (Math.max(name, last_name, first_name) === -1) continue;
      builder.begin(header.sheet, header.at);
      for (const teacher of readTeachers(rowsBelow(table), header, usedAnswers, format, issues)) builder.add(teacher);
    }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    issues.push(error.issue);
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

/** Fills what the answers leave open from the remembered ones, which are null if they are about other headers. */
function useRemembered(answers: ReadAnswers, remembered: StoredAnswers | null): ReadAnswers {
  const { givesIds = remembered?.givesIds || undefined, sheets = remembered?.sheets ?? undefined } = answers;
  const { rewritesCapitals = remembered?.rewritesCapitals ?? undefined } = answers;
  return { ...answers, sheets, givesIds, rewritesCapitals, remembered };
}

function readTableHeader(
  { tables, format, encoding, separator }: OpenedFile,
  { table, header, start }: ChosenTable,
  answers: ReadAnswers,
  issues: Issues,
): Header {
  const sheet = tables.length > 1 ? table.sheet : null;
  issues.add("readAs", { sheet, data: { format, encoding, separator } });
  if (encoding === guessedEncoding && answers.encoding === undefined) checkEncoding(start);
  const above = start.slice(0, header.end).filter((row) => isFilled(row) && !header.rows.includes(row));
  const { line, cells } = header.rows[0]!;
  if (cells.every((text) => text === "")) issues.add("noHeader", { sheet, line });
  if (above.length > 0) issues.add("skippedAbove", { sheet, data: { lines: above.map(({ line }) => line) } });
  return readHeader(header.rows, start.slice(header.end).slice(0, sampleRows), answers, sheet, issues);
}

/** Text that is neither UTF-8 nor has a byte order mark is taken for this. */
const guessedEncoding = "windows-1251";
/** What the letters of MacCyrillic, KOI8 and DOS look like in it: letters of other languages, and signs inside words. */
const wrongLetter = /[\u0098ђѓѕјљњќћўџ‚„…†‡€‰‹ЂЃЅЈЉЊЋЌЎЏ•–—™›¤¦§©®°±¶·»]|\p{Ll}\p{Lu}/u;

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
  const all = builder.all();
  const leftOut = findSecondPosts(all, builder.shareOf, answers, namesakes, issues);
  const written = changeTeachers(all, new Set(), rewriteCapitals(all, answers.rewritesCapitals, issues));
  const teachers = changeTeachers(written, leftOut, checkTexts(written, issues));
  const hidden = [...teachers.hidden].map((row) => placeOf(teachers, row));
  if (hidden.length > 0) issues.add("hiddenRows", { ...hidden[0]!, data: { lines: hidden.map(({ line }) => line) } });
  if (teachers.count === 0 && !issues.has("error") && !issues.has("question")) issues.add("noTeachers", {});
  return teachers;
}

interface ChosenTable {
  readonly table: OpenedFile["tables"][number];
  readonly header: NonNullable<ReturnType<typeof chooseHeader>>;
  /** The first rows, the header among them. */
  readonly start: readonly Row[];
  readonly rest: Iterable<Row>;
}

function* rowsBelow({ start, header, rest }: ChosenTable): Generator<Row> {
  yield* start.slice(header.end);
  yield* rest;
}

/** The sheets that were named; otherwise the only one with a header. Hidden sheets are read only if they are named. */
function chooseTables(
  { tables }: OpenedFile,
  { sheets, headerLine, remembered = null }: ReadAnswers,
  issues: Issues,
): { readonly tables: readonly ChosenTable[]; readonly remembered: StoredAnswers | null } {
  const all = tables.flatMap((table): ChosenTable[] => {
    const rest = Iterator.from(table.rows);
    // take() would close the rows that follow.
    const start = Array.from({ length: headerRowsMax }, () => rest.next()).flatMap(({ value }) => value ?? []);
    const header = chooseHeader(start, headerLine);
    return header === null ? [] : [{ table, header, start, rest }];
  });
  const isKnown = (some: readonly ChosenTable[]): boolean =>
    some.length > 0 && some.every(({ header }) => remembered?.columns[headerKey(header.rows)] !== undefined);
  const hasLine = ({ start }: ChosenTable): boolean => start.some(({ line }) => line === headerLine);
  const pick = (tables: readonly ChosenTable[], remembered: StoredAnswers | null) => {
    if (headerLine !== undefined && !tables.some(hasLine)) throw new ReadError("noLine", { line: headerLine });
    const unread = all.filter((one) => !tables.includes(one)).map(({ table }) => table.sheet ?? "");
    if (unread.length > 0) issues.add("unreadSheets", { data: { sheets: unread } });
    return { tables, remembered };
  };
  if (sheets === undefined && remembered?.sheets) {
    const known = pickTables(all, remembered.sheets);
    const seen = [...remembered.sheets, ...remembered.unread];
    const hasNew = pickTables(all, "all").picked.some(({ table }) => !seen.includes(table.sheet ?? ""));
    if (known.missing === undefined && isKnown(known.picked) && !hasNew) return pick(known.picked, remembered);
  }
  const { picked, missing } = pickTables(all, sheets);
  if (missing !== undefined)
    throw new ReadError("noSheet", { value: missing, data: { sheets: all.map(({ table }) => table.sheet ?? "") } });
  const isHidden = picked[0]?.table.isHidden === true;
  if (sheets !== undefined || (picked.length <= 1 && !isHidden))
    return pick(picked, isKnown(picked) ? remembered : null);
  const names = picked.map(({ table }) => table.sheet!);
  issues.add("whichSheet", { data: { sheets: names, known: remembered?.sheets ?? [], isHidden } });
  return { tables: [], remembered: null };
}

/**
 * The tables of the named sheets, and a name that no sheet has. Otherwise all visible ones whose header names a field, or else
 * all hidden ones.
 */
function pickTables(all: readonly ChosenTable[], sheets: ReadAnswers["sheets"]) {
  if (sheets === undefined || sheets === "all") {
    const visible = all.filter(({ table }) => !table.isHidden);
    const named = all.filter(({ header }) => header.isNamed);
    const found = [named.filter(({ table }) => !table.isHidden), named, visible.slice(0, 1)];
    return { picked: found.find((some) => some.length > 0) ?? [] };
  }
  const nameOf = ({ table }: ChosenTable): string => table.sheet ?? "";
  const missing = sheets.find((name) => !all.some((one) => nameOf(one) === name));
  return { picked: sheets.flatMap((name) => all.filter((one) => nameOf(one) === name)), missing };
}

/** The field of each column. */
export const fieldsOf = ({ columns }: Header) => columns.map(({ field }) => field ?? "none");

/**
 * What is stored with a version: how its file was read, if a person was asked or has answered; otherwise what was stored
 * before.
 */
export function renderAnswers({ answers, headers, issues }: ReadFile, before: string): string {
  const isAsked = issues.some(({ severity }) => severity === "question");
  const { sheets = null, map, columns, givesIds = false, rewritesCapitals = null, remembered } = answers;
  const isAnswered = [map, columns, remembered, sheets, rewritesCapitals].some((answer) => answer != null) || givesIds;
  if (!isAsked && !isAnswered) return before;
  const fields = headers.map((header) => [headerKey(header.rows), fieldsOf(header)]);
  const pairs = issues.flatMap(({ code, data }) => (code === "onePerson" ? [[data.pair, data.preset]] : []));
  const kept = {
    // The next file may have further sheets.
    sheets: sheets === "all" ? headers.flatMap(({ sheet }) => sheet ?? []) : sheets,
    unread: issues.flatMap(({ code, data }) => (code === "unreadSheets" ? data.sheets : [])),
    columns: Object.fromEntries(fields),
    givesIds: givesIds || issues.some(({ code }) => code === "missingIds"),
    rewritesCapitals,
    pairs: { ...remembered?.pairs, ...Object.fromEntries(pairs) },
  };
  return JSON.stringify(kept satisfies StoredAnswers);
}
