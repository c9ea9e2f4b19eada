/** The export command: writes the stored fields of the current or an earlier version as a file that can be imported. */
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { listTeachers } from "../../domain/roster.ts";
import { quoteCsvField, type StoredTeacher, storedFieldNames, textsOf } from "../../domain/teacher.ts";
import { formatNumber } from "../../read/language.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { type Store, withStore } from "../../store/store.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, printAll } from "../terminal/output.ts";
import { checkWholeFile, writeWholeFile } from "../terminal/whole-file.ts";
import { findVersionOrThrow } from "./versions.ts";

/** Writes a version to a file or to standard output. Returns the exit code. */
export function exportTeachers({ database, output, at, lang }: SettingValues): Promise<number> {
  const { format, isZipped } = chooseFormat(output);
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

/** The format that the name of the file implies; CSV without a file. Throws {@link SettingError}. */
function chooseFormat(output: string | null) {
  const [, ending = "", zipped] =
    output === null ? [".csv", "csv"] : (/\.([a-z]+)(\.gz)?$/.exec(output.toLowerCase()) ?? []);
  const isZipped = zipped !== undefined;
  if (ending === "csv" || ending === "tsv" || ending === "ndjson") return { format: ending, isZipped } as const;
  if (ending === "xlsx" && !isZipped) return { format: ending, isZipped } as const;
  throw new SettingError(
    `--output: "${output}" ends like no format of an export; name it .csv, .tsv or .ndjson, each also with .gz, or .xlsx`,
  );
}

/** The file in pieces, one per batch. */
function* renderExport(format: keyof typeof renderers, batches: Iterable<readonly StoredTeacher[]>): Generator<string> {
  const { head, lineEnd, row } = renderers[format];
  yield head;
  for (const batch of batches) yield batch.map((teacher) => row(teacher) + lineEnd).join("");
}

function rowRenderer(separator: string): (teacher: StoredTeacher) => string {
  return (teacher) => [teacher.id, ...textsOf(teacher).map(quoteCsvField)].join(separator);
}

const renderers = {
  csv: { head: `${storedFieldNames.join(",")}\r\n`, lineEnd: "\r\n", row: rowRenderer(",") },
  /** A text has no tabs and no line breaks, but quotes, which an import would take for those around a cell. */
  tsv: { head: `${storedFieldNames.join("\t")}\r\n`, lineEnd: "\r\n", row: rowRenderer("\t") },
  ndjson: { head: "", lineEnd: "\n", row: (teacher: StoredTeacher) => JSON.stringify(teacher, [...storedFieldNames]) },
} as const;
