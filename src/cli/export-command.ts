/** The export command: the current version, or an earlier one, as a file that import takes. */
import { isTextFormat, textFormats } from "../import/format.ts";
import type { Store } from "../store/store.ts";
import { renderExport } from "./export-file.ts";
import { historyTexts } from "./history-texts.ts";
import { listNames } from "./language.ts";
import { fail, printAll } from "./output.ts";
import { SettingError, type SettingValues } from "./settings.ts";
import { findVersionOrThrow } from "./versions.ts";
import { writeWholeFile } from "./whole-file.ts";
import { withStore } from "./with-store.ts";

/** Writes a version to a file or to standard output. Returns the exit code. */
export function exportTeachers({ database, format, output, at }: SettingValues): Promise<number> {
  if (format !== null && !isTextFormat(format)) {
    throw new SettingError(`--format: "${format}" can only be imported; export writes ${listNames(textFormats)}`);
  }
  const write = async (store: Store): Promise<number> => {
    const current = at === null ? await store.findCurrent() : await findVersionOrThrow(store, at);
    const { name } = store.database;
    if (current === null) return fail(historyTexts.nothingToExport(name));
    await store.read((reader) => {
      const pieces = renderExport(format ?? "csv", reader.readTeachers(current.version));
      return output === null ? printAll(pieces) : writeWholeFile(output, pieces);
    });
    return 0;
  };
  return withStore(database, write, { create: false });
}
