/** Rejects paths that a command would overwrite. */
import { sqlitePath } from "../../store/database-url.ts";
import { belongsToDatabase, isSameFile } from "../../store/sqlite/files.ts";
import { type ReadSettings, SettingError } from "./settings.ts";

/** Throws {@link SettingError} if the command would write to a file of its database, or to the file that it reads. */
export function checkOutputs({ values, sources }: ReadSettings, input: string | undefined): void {
  const database = sqlitePath(values.database);
  for (const name of ["output", "annotated"] as const) {
    const path = values[name];
    if (path === null) continue;
    const refuse = (use: string): never => {
      throw new SettingError(`${sources[name]}: "${path}" ${use}, and would be overwritten; name another file`);
    };
    if (database !== null && belongsToDatabase(path, database)) refuse("belongs to the database");
    if (input !== undefined && isSameFile(input === "-" ? "/dev/stdin" : input, path)) refuse("is the file to read");
  }
}
