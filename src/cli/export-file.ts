/** Writes teachers as a file that an import takes again: the stored fields, in any import format. */
import { quoteCsvField } from "../domain/csv-field.ts";
import { type StoredTeacher, storedFieldNames, textsOf } from "../domain/teacher.ts";
import type { TextFormat } from "../import/format.ts";

/** The file in pieces, one per batch. */
export async function* renderExport(
  format: TextFormat,
  batches: AsyncIterable<readonly StoredTeacher[]>,
): AsyncGenerator<string> {
  const { head, separator, tail, row } = renderers[format];
  yield head;
  let first = true;
  for await (const batch of batches) {
    yield (first ? "" : separator) + batch.map(row).join(separator);
    first = false;
  }
  yield tail;
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
