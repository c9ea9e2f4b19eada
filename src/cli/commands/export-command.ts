/** The export command: writes the stored fields of the current or an earlier version as a file that can be imported. */
import { extname } from "node:path";
import { listTeachers } from "../../domain/roster.ts";
import { disarmFormula, quoteCsvField, type StoredTeacher, storedFieldNames, textsOf } from "../../domain/teacher.ts";
import { type TextFormat, textFormats } from "../../import/format.ts";
import { listNames } from "../../publishing/texts/language.ts";
import { readVersion } from "../../store/history/roster-reader.ts";
import { type Store, withStore } from "../../store/store.ts";
import { workbookTeachersMax, writeTeachersWorkbook } from "../../workbook/workbook-writer.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { fail, printAll } from "../terminal/output.ts";
import { checkWholeFile, writeWholeFile } from "../terminal/whole-file.ts";
import { historyTexts } from "./history-texts.ts";
import { findVersionOrThrow } from "./versions.ts";

/** The formats of an export. `excel` is CSV that Excel opens with a double click. */
type ExportFormat = TextFormat | "excel" | "xlsx";

/** Writes a version to a file or to standard output. Returns the exit code. */
export function exportTeachers({ database, format: demanded, output, at, lang }: SettingValues): Promise<number> {
  const format = chooseFormat(demanded, output);
  const write = async (store: Store): Promise<number> => {
    const current = at === null ? await store.findCurrent() : await findVersionOrThrow(store, at);
    if (current === null) return fail(historyTexts.nothingToExport(store.database.name));
    if (output !== null) checkWholeFile(output, "--output");
    if (format === "xlsx" && current.count > workbookTeachersMax) {
      return fail(historyTexts.tooManyForWorkbook(current.count, output!.replace(/\.xlsx$/i, ".csv")));
    }
    // Reads the whole version before writing anything, because damage is detected only after the last row.
    const roster = await store.read((reader) => readVersion(reader, current));
    const batches = listTeachers(roster);
    if (format === "xlsx") await writeWholeFile(output!, writeTeachersWorkbook(batches, lang));
    else {
      const pieces = renderExport(format, batches);
      await (output === null ? printAll(pieces) : writeWholeFile(output, pieces));
    }
    return 0;
  };
  return withStore(database, { create: false }, write);
}

/**
 * The export formats of each file extension, the default first. An empty list is for a spreadsheet that an export can't
 * write.
 */
const formatsOf = new Map<string, readonly ExportFormat[]>([
  [".csv", ["csv", "excel"]],
  [".json", ["json"]],
  [".ndjson", ["ndjson"]],
  [".xlsx", ["xlsx"]],
  ...[".xls", ".xlsb", ".xlsm", ".ods"].map((extension) => [extension, []] as const),
]);

/** The requested format, or the one that the file name implies. Throws {@link SettingError}. */
function chooseFormat(demanded: SettingValues["format"], output: string | null): ExportFormat {
  if (demanded === "ods")
    throw new SettingError(`--format: "ods" can only be imported; export writes ${exportFormats}`);
  const ending = extname(output ?? "");
  const formats = formatsOf.get(ending.toLowerCase()) ?? [demanded ?? "csv"];
  const format = demanded ?? formats[0] ?? "xlsx";
  if (!formats.includes(format)) {
    const instead = `${output!.slice(0, -ending.length)}.${format === "excel" ? "csv" : format}`;
    throw new SettingError(`--output: "${output}" has the extension of another format; name it "${instead}"`);
  }
  if (format === "xlsx" && output === null)
    throw new SettingError("--format: xlsx needs a file; add --output FILE.xlsx");
  return format;
}

const exportFormats = listNames([...textFormats, "excel", "xlsx"]);

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

const renderers = {
  excel: { head: `\ufeff${storedFieldNames.join(";")}\r\n`, separator: "\r\n", tail: "\r\n", row: renderExcelRow },
  csv: { head: `${storedFieldNames.join(",")}\r\n`, separator: "\r\n", tail: "\r\n", row: renderCsvRow },
  json: { head: "[\n", separator: ",\n", tail: "\n]\n", row: renderJson },
  ndjson: { head: "", separator: "\n", tail: "\n", row: renderJson },
} as const;
