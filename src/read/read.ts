/** Reads a file of teachers: opens it, chooses the sheets, finds the header of each, and reads its rows. */
import { checkTexts } from "./checks.ts";
import { type ChosenColumns, chooseHeader, type Header, headerRowsMax, readHeader } from "./header.ts";
import { createIssues, type Issue, type OpenedFile, ReadError, type Row, type Table } from "./issue.ts";
import { openFile } from "./open.ts";
import { type ReadTeacher, readTeachers, settlePosts } from "./rows.ts";

/** What a person answered about this file. Columns are given by index, rows by `sheet:line`. */
export interface ReadAnswers {
  readonly sheets?: readonly string[] | "all";
  readonly columns?: Readonly<Record<string, ChosenColumns>>;
  readonly givesIds?: boolean;
  readonly leftOut?: ReadonlySet<string>;
  readonly differ?: ReadonlySet<string>;
}

export interface FileResult {
  readonly format: string;
  readonly teachers: readonly ReadTeacher[];
  readonly headers: readonly (Header & { readonly sheet: string | null })[];
  readonly issues: readonly Issue[];
  readonly counts: ReadonlyMap<string, number>;
}

/** `namesakes` is the number of current teachers with a name, by its key. */
export async function readFile(
  bytes: Buffer,
  answers: ReadAnswers = {},
  namesakes: (key: string) => number = () => 0,
): Promise<FileResult> {
  const issues = createIssues();
  const headers: FileResult["headers"][number][] = [];
  let teachers: ReadTeacher[] = [];
  let format = "";
  try {
    const file = await openFile(bytes);
    format = file.format;
    const tables = chooseTables(file, answers.sheets, issues);
    for (const { table, header, start, rest } of tables) {
      const sheet = file.tables.length > 1 ? table.sheet : null;
      issues.add("readAs", {
        sheet,
        data: { format, encoding: file.encoding ?? "", separator: file.separator ?? "", sheets: file.tables.length },
      });
      const below = start.slice(start.indexOf(header.rows.at(-1)!) + 1);
      const above = start.slice(0, start.indexOf(header.rows[0]!));
      if (above.length > 0)
        issues.add("skipped", { sheet, data: { kind: "above", lines: above.map(({ line }) => line) } });
      const found = readHeader(
        header.rows,
        below.slice(0, 20),
        answers.columns?.[table.sheet ?? ""] ?? [],
        issues,
        sheet,
      );
      headers.push({ ...found, sheet: table.sheet });
      if (found.at.name === -1 && found.at.last_name === -1 && found.at.first_name === -1) continue;
      const options = {
        sheet,
        isStrict: file.isStrict,
        acceptsNoIds: answers.givesIds === true,
        leftOut: answers.leftOut ?? new Set<string>(),
      };
      for (const teacher of readTeachers(chain(below, rest), found, options, issues)) teachers.push(teacher);
    }
    teachers = checkTexts(settlePosts(teachers, namesakes, answers.differ ?? new Set(), issues), issues);
    const hidden = teachers.filter(({ isHidden }) => isHidden);
    if (hidden.length > 0)
      issues.add("hiddenRows", {
        sheet: hidden[0]!.sheet,
        line: hidden[0]!.line,
        data: { lines: hidden.map(({ line }) => line) },
      });
    if (teachers.length === 0 && !issues.has("error") && !issues.has("question")) issues.add("noTeachers");
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    issues.add(error.code, { severity: "error", ...error.issue });
  }
  return { format, teachers, headers, issues: issues.list, counts: issues.counts };
}

interface ChosenTable {
  readonly table: Table;
  readonly header: { readonly rows: readonly Row[]; readonly isNamed: boolean };
  readonly start: readonly Row[];
  readonly rest: Iterable<Row>;
}

/** The sheets that were named; otherwise the only one with a header. Hidden sheets are read only if they are named. */
function chooseTables(
  { tables }: OpenedFile,
  wanted: ReadAnswers["sheets"],
  issues: ReturnType<typeof createIssues>,
): ChosenTable[] {
  const all = tables.flatMap((table): ChosenTable[] => {
    const rows = table.rows[Symbol.iterator]();
    const start: Row[] = [];
    while (start.length < headerRowsMax) {
      const { done, value } = rows.next();
      if (done === true) break;
      start.push(value);
    }
    const header = chooseHeader(start);
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

function* chain(first: readonly Row[], rest: Iterable<Row>): Generator<Row> {
  yield* first;
  yield* rest;
}
