/** Shared by the tests of readers: reading a text as a file, whole or in pieces, and rendering the result. */
import { storedTeachersOf } from "../domain/roster-testing.ts";
import { storedFieldNames } from "../domain/teacher.ts";
import { ImportFaults } from "../import/fault.ts";
import type { ImportFormat } from "../import/format.ts";
import { readTeacherFile } from "../import/read-roster.ts";
import { renderFaults } from "./file-lines.ts";

/** The teachers as `1|Шевченко|Тарас|Григорович|доцент`, or the faults as a terminal shows them, without warnings. */
export async function readLines(format: ImportFormat, file: string | Uint8Array, cuts?: number[]): Promise<string[]> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  try {
    const { roster } = await readTeacherFile(cutBytes(bytes, cuts ?? []), { format });
    return storedTeachersOf(roster).map((teacher) => storedFieldNames.map((name) => teacher[name]).join("|"));
  } catch (error) {
    if (!(error instanceof ImportFaults)) throw error;
    return renderFaults(error).filter((line) => !/^(?:Warning: |\d+ warnings?(?:;|$))/.test(line));
  }
}

/** Cuts the bytes into pieces of these sizes, which repeat. Without sizes, all bytes are one piece. */
export async function* cutBytes(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length;
    yield bytes.slice(at, at + size);
    at += size;
  }
}
