/** The export command: writes the stored fields of the current or an earlier version as a file that can be imported. */
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { listTeachers } from "../../domain/roster.ts";
import { disarmFormula, quoteCsvField, type StoredTeacher, storedFieldNames, textsOf } from "../../domain/teacher.ts";
import { formatNumber } from "../../read/language.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { type Store, withStore } from "../../store/store.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, printAll } from "../terminal/output.ts";
import { checkWholeFile, writeWholeFile } from "../terminal/whole-file.ts";
import { findVersionOrThrow } from "./versions.ts";

/** The endings of an export's file, and the format of each. */
const formatsByEnding = { csv: "csv", tsv: "tsv", json: "json", ndjson: "ndjson", xlsx: "xlsx" } as const;
/** `excel` is CSV that Excel opens with a double click. */
type ExportFormat = keyof typeof formatsByEnding | "excel";

/** Writes a version to a file or to standard output. Returns the exit code. */
export function exportTeachers({ database, format: demanded, output, at, lang }: SettingValues): Promise<number> {
  const { format, isZipped } = chooseFormat(demanded, output);
  const write = async (store: Store): Promise<number> => {
    const current = at === null ? await store.findCurrent() : await findVersionOrThrow(store, at);
    if (current === null)
      return fail(`Nothing is published yet in ${store.database.name}, so there is nothing to export`);
    if (output !== null) checkWholeFile(output, "--output");
    if (format === "xlsx" && current.count > workbookTeachersMax) {
      const [most, found] = [workbookTeachersMax, current.count].map(formatNumber);
      const instead = output!.replace(/\.xlsx$/i, ".csv");
      return fail(`A workbook has room for ${most} teachers, and there are ${found}; use --output "${instead}"`);
    }
    // Reads the whole version before writing anything, because damage is detected only after the last row.
    const roster = await store.read((reader) => readVersion(reader, current));
    const batches = listTeachers(roster);
    if (format === "xlsx") await writeWholeFile(output!, writeTeachersWorkbook(batches, lang));
    else {
      const pieces = renderExport(format, batches);
      if (output === null) await printAll(pieces);
      else await writeWholeFile(output, isZipped ? Readable.from(pieces).pipe(createGzip()) : pieces);
    }
    return 0;
  };
  return withStore(database, { create: false }, write);
}

/** The requested format, or the one that the file name implies. Throws {@link SettingError}. */
function chooseFormat(
  demanded: SettingValues["format"],
  output: string | null,
): { readonly format: ExportFormat; readonly isZipped: boolean } {
  if (output === null) {
    if (demanded === "xlsx") throw new SettingError("--format: xlsx needs a file; add --output FILE.xlsx");
    return { format: demanded ?? "csv", isZipped: false };
  }
  const [, ending, zipped] = /\.([a-z]+)(\.gz)?$/i.exec(output) ?? [];
  const format = formatsByEnding[ending?.toLowerCase() as keyof typeof formatsByEnding] as ExportFormat | undefined;
  if (format === undefined || (format === "xlsx" && zipped !== undefined))
    throw new SettingError(
      `--output: "${output}" ends like no format of an export; name it .csv, .tsv, .json or .ndjson, each also with .gz, or .xlsx`,
    );
  if (demanded !== null && (demanded === "excel" ? "csv" : demanded) !== format)
    throw new SettingError(`--output: "${output}" ends like another format than --format ${demanded}; leave one out`);
  return { format: demanded ?? format, isZipped: zipped !== undefined };
}

/** The file in pieces, one per batch. */
export function* renderExport(
  format: keyof typeof renderers,
  batches: Iterable<readonly StoredTeacher[]>,
): Generator<string> {
  const { head, separator, tail, row } = renderers[format];
  yield head;
  let first = true;
  for (const batch of batches) {
    yield (first ? "" : separator) + batch.map(row).join(separator);
    first = false;
  }
  // The tail begins with the line break after the last row. Without rows, this line break is left out.
  yield first ? tail.trimStart() : tail;
}

function renderJson(teacher: StoredTeacher): string {
  return JSON.stringify(teacher, [...storedFieldNames]);
}

function rowRenderer(separator: string, write: (text: string) => string): (teacher: StoredTeacher) => string {
  return (teacher) => [teacher.id, ...textsOf(teacher).map(write)].join(separator);
}

const renderCsvRow = rowRenderer(",", quoteCsvField);
/** Escapes texts that Excel would run as formulas. */
const renderExcelRow = rowRenderer(";", (text) => quoteCsvField(disarmFormula(text)));
/** A text has no tabs and no line breaks, but quotes, which an import would take for those around a cell. */
const renderTsvRow = rowRenderer("\t", quoteCsvField);

const renderers = {
  excel: { head: `\ufeff${storedFieldNames.join(";")}\r\n`, separator: "\r\n", tail: "\r\n", row: renderExcelRow },
  csv: { head: `${storedFieldNames.join(",")}\r\n`, separator: "\r\n", tail: "\r\n", row: renderCsvRow },
  tsv: { head: `${storedFieldNames.join("\t")}\r\n`, separator: "\r\n", tail: "\r\n", row: renderTsvRow },
  json: { head: "[\n", separator: ",\n", tail: "\n]\n", row: renderJson },
  ndjson: { head: "", separator: "\n", tail: "\n", row: renderJson },
} as const;
