/** The export command: writes the stored fields of the current or an earlier version as a file that can be imported. */
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { formatNumber } from "../../domain/lang.ts";
import { listTeachers } from "../../domain/roster.ts";
import { quoteCsvField, type StoredTeacher, storedFieldNames, textsOf } from "../../domain/teacher.ts";
import { StoreError } from "../../store/failure.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { withStore } from "../../store/store.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, printPieces } from "../terminal/output.ts";
import { refuseDatabase, writeWholeFile } from "../terminal/whole-file.ts";
import { findVersionOrThrow } from "./versions.ts";

/** Writes a version to a file or to standard output. Returns the exit code. */
export function exportTeachers({ database, output, at, lang }: SettingValues): Promise<number> {
  const { format, isZipped } = chooseFormat(output);
  if (output !== null) refuseDatabase(output, "--output", database);
  return withStore(database, { create: false }, async (store) => {
    const current = at === null ? await store.findCurrent() : await findVersionOrThrow(store, at);
    if (current === null) throw new StoreError("empty", store.name);
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
      if (output === null) printPieces(pieces);
      else await writeWholeFile(output, isZipped ? Readable.from(pieces).pipe(createGzip()) : pieces);
    }
    return 0;
  });
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
function* renderExport(
  format: "csv" | "tsv" | "ndjson",
  batches: Iterable<readonly StoredTeacher[]>,
): Generator<string> {
  // A text has no tabs and no line breaks, but quotes, which an import would take for those around a cell.
  const renderCells = (cells: readonly (string | number)[]): string =>
    `${cells.map((cell) => quoteCsvField(String(cell))).join(format === "csv" ? "," : "\t")}\r\n`;
  if (format !== "ndjson") yield renderCells(storedFieldNames);
  const render = (teacher: StoredTeacher): string =>
    format === "ndjson"
      ? `${JSON.stringify(teacher, [...storedFieldNames])}\n`
      : renderCells([teacher.id, ...textsOf(teacher)]);
  for (const batch of batches) yield batch.map(render).join("");
}
