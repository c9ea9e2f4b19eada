/** The export command: the current version, or an earlier one, as a file that import takes: the stored fields only. */
import { quoteCsvField } from "../../domain/csv-field.ts";
import { listTeachers } from "../../domain/roster.ts";
import { type StoredTeacher, storedFieldNames, textsOf } from "../../domain/teacher.ts";
import { isTextFormat, type TextFormat, textFormats } from "../../import/format.ts";
import { listNames } from "../../publishing/texts/language.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import type { Store } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, printAll } from "../terminal/output.ts";
import { checkWholeFile, writeWholeFile } from "../terminal/whole-file.ts";
import { withStore } from "../with-store.ts";
import { historyTexts } from "./history-texts.ts";
import { findVersionOrThrow } from "./versions.ts";

/** Writes a version to a file or to standard output. Returns the exit code. */
export function exportTeachers({ database, format, output, at }: SettingValues): Promise<number> {
  if (format !== null && !isTextFormat(format)) {
    throw new SettingError(`--format: "${format}" can only be imported; export writes ${listNames(textFormats)}`);
  }
  const spreadsheet = /\.(?:xls[bmx]?|ods)$/i.exec(output ?? "");
  if (spreadsheet !== null) {
    const instead = `${output!.slice(0, spreadsheet.index)}.${format ?? "csv"}`;
    throw new SettingError(historyTexts.notASpreadsheet(output!, instead));
  }
  const write = async (store: Store): Promise<number> => {
    const current = at === null ? await store.findCurrent() : await findVersionOrThrow(store, at);
    if (current === null) return fail(historyTexts.nothingToExport(store.database.name));
    if (output !== null) checkWholeFile(output, "--output");
    // Nothing is written before all teachers are read, because only then it is known whether the version is damaged.
    const roster = await store.read((reader) => readVersion(reader, current));
    const pieces = renderExport(format ?? "csv", listTeachers(roster));
    await (output === null ? printAll(pieces) : writeWholeFile(output, pieces));
    return 0;
  };
  return withStore(database, write, { create: false });
}

/** The file in pieces, one per batch. */
export function* renderExport(format: TextFormat, batches: Iterable<readonly StoredTeacher[]>): Generator<string> {
  const { head, separator, tail, row } = renderers[format];
  yield head;
  let first = true;
  for (const batch of batches) {
    yield (first ? "" : separator) + batch.map(row).join(separator);
    first = false;
  }
  // A tail begins with the end of the last row.
  yield first ? tail.trimStart() : tail;
}

interface Renderer {
  readonly head: string;
  readonly separator: string;
  readonly tail: string;
  row(teacher: StoredTeacher): string;
}

function renderJson(teacher: StoredTeacher): string {
  return JSON.stringify(teacher, [...storedFieldNames]);
}

function renderCsvRow(teacher: StoredTeacher): string {
  return [teacher.id, ...textsOf(teacher).map(quoteCsvField)].join(",");
}

const renderers: Readonly<Record<TextFormat, Renderer>> = {
  csv: { head: `${storedFieldNames.join(",")}\r\n`, separator: "\r\n", tail: "\r\n", row: renderCsvRow },
  json: { head: "[\n", separator: ",\n", tail: "\n]\n", row: renderJson },
  ndjson: { head: "", separator: "\n", tail: "\n", row: renderJson },
};
