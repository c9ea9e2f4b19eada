/** The status command: the database, the newest version, and what the servers of this machine serve. Changes nothing. */
import { hidePasswords, nameOfDatabase } from "../../store/database-url.ts";
import { explainFailure } from "../../store/failure.ts";
import { type DatabaseStatus, readStatus } from "../../store/status.ts";
import type { SettingValues } from "../settings/settings.ts";
import { fail, print, renderJson } from "../terminal/output.ts";
import { askServers } from "./local-servers.ts";
import { describeVersion, renderVersion } from "./versions.ts";

/** Returns 1 if anything is wrong. Each problem comes with what to do about it. */
export async function showStatus({ database: url, json }: SettingValues): Promise<number> {
  const name = nameOfDatabase(url);
  const status = await readStatus(url).catch((error: Error) => hidePasswords(explainFailure(error, name).message));
  const found = typeof status === "string" ? null : status;
  const servers = await askServers(url);
  const problem = typeof status === "string" ? status : status.problem;
  const problems = [problem, ...servers.map((server) => server.problem)].filter((text) => text !== null);
  if (json) {
    const { mayPublish = false, tables = null, step = 0, current = null, lastBackup = null } = found ?? {};
    const version = current === null ? null : describeVersion(current);
    const shown = { database: name, is_writable: mayPublish, tables, step, current: version, last_backup: lastBackup };
    print(renderJson({ ...shown, servers, problems }));
    return problems.length === 0 ? 0 : 1;
  }
  if (found !== null) print(renderDatabase(found));
  print(servers.map(({ address, shown }) => `Server     ${address} ${shown}`));
  for (const text of problems) fail(text);
  return problems.length === 0 ? 0 : 1;
}

function renderDatabase({ name, mayPublish, current, problem, lastBackup }: DatabaseStatus): string[] {
  const shown = mayPublish ? name : `${name} (read-only for this user or role; import as the one that owns it)`;
  const backup = `Backup     ${describeBackup(lastBackup)}`;
  if (current === null) return [`Nothing is published yet in ${shown}`];
  const lines = renderVersion(shown, current).map((line) =>
    line.startsWith("Digest") ? `${line} (${problem === null ? "matches its rows" : "does not match its rows"})` : line,
  );
  return [...lines, backup];
}

/** The time and the age of the last backup. */
function describeBackup(at: string | null): string {
  if (at === null) return "never, as far as this database knows";
  if (at === "unknown") return "unknown; PostgreSQL is backed up by pg_dump";
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 60_000));
  const hours = Math.floor(minutes / 60);
  const age = hours === 0 ? `${minutes} min` : hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
  return `${at} (${age} ago)`;
}
