/** The status command: the database and its newest version. Changes nothing. */
import { hidePasswords, nameOfDatabase } from "../../store/database-url.ts";
import { explainFailure } from "../../store/failure.ts";
import { type DatabaseStatus, readStatus } from "../../store/status.ts";
import type { SettingValues } from "../settings/settings.ts";
import { fail, print, renderJson } from "../terminal/output.ts";
import { describeVersion, renderVersion } from "./versions.ts";

/** Returns 1 if anything is wrong. The problem comes with what to do about it. */
export async function showStatus({ database: url, json }: SettingValues): Promise<number> {
  const name = nameOfDatabase(url);
  const found = await readStatus(url).catch((error: Error) => hidePasswords(explainFailure(error, name).message));
  const problem = typeof found === "string" ? found : found.problem;
  if (json) {
    const {
      mayPublish = false,
      tables = null,
      step = 0,
      current = null,
      lastBackup = null,
    } = typeof found === "string" ? {} : found;
    const version = current === null ? null : describeVersion(current);
    const shown = { database: name, is_writable: mayPublish, tables, step, current: version, last_backup: lastBackup };
    print(renderJson({ ...shown, problem }));
    return problem === null ? 0 : 1;
  }
  if (typeof found !== "string") print(renderDatabase(found));
  return problem === null ? 0 : fail(problem);
}

function renderDatabase({ name, mayPublish, current, problem, lastBackup }: DatabaseStatus): string[] {
  const shown = mayPublish ? name : `${name} (read-only for this user or role; import as the one that owns it)`;
  if (current === null) return [`Nothing is published yet in ${shown}`];
  const lines = renderVersion(shown, current).map((line) =>
    line.startsWith("Digest") ? `${line} (${problem === null ? "matches its rows" : "does not match its rows"})` : line,
  );
  return [...lines, `Backup     ${describeBackup(lastBackup)}`];
}

/** The time and the age of the last backup. */
function describeBackup(at: string | null): string {
  if (at === null) return "never, as far as this database knows";
  if (at === "unknown") return "unknown; PostgreSQL is backed up by pg_dump";
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 3_600_000));
  return `${at} (${hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`} ago)`;
}
