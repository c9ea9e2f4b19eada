/** The status command: the database, the newest version, and what the servers of this machine serve. Changes nothing. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { resolve } from "node:path";
import { formatTime } from "../../publish/version-texts.ts";
import { hidePasswords, nameOfDatabase, parseDatabaseUrl } from "../../store/database-url.ts";
import { explainFailure } from "../../store/failure.ts";
import { type DatabaseStatus, readStatus } from "../../store/status.ts";
import { databaseVariable } from "../settings/secret-file.ts";
import type { SettingValues } from "../settings/settings.ts";
import { fail, print, renderJson } from "../terminal/output.ts";
import { askReady, nameServer } from "./ready-command.ts";
import { describeVersion, renderVersion } from "./versions.ts";

/** Returns 1 if anything is wrong. Each problem comes with what to do about it. */
export async function showStatus({ database: url, json }: SettingValues): Promise<number> {
  const name = nameOfDatabase(url);
  const found = await readStatus(url).catch((error: Error) => hidePasswords(explainFailure(error, name).message));
  // A program that has started a server, such as sudo, has the same arguments.
  const servers = await Promise.all([...new Set(findServers(name))].map(describeServer));
  const problem = typeof found === "string" ? found : found.problem;
  const problems = [problem, ...servers.map((server) => server.problem)].filter((text) => text !== null);
  if (json) {
    const status: Partial<DatabaseStatus> = typeof found === "string" ? {} : found;
    const { mayPublish = false, tables = null, step = 0, current = null, lastBackup = null } = status;
    const version = current === null ? null : describeVersion(current);
    const shown = { database: name, is_writable: mayPublish, tables, step, current: version, last_backup: lastBackup };
    print(renderJson({ ...shown, servers, problems }));
  } else {
    if (typeof found !== "string") print(renderDatabase(found));
    print(servers.map(({ address, shown }) => `Server     ${address} ${shown}`));
    for (const text of problems) fail(text);
  }
  return problems.length === 0 ? 0 : 1;
}

function renderDatabase({ name, mayPublish, current, problem, lastBackup }: DatabaseStatus): string[] {
  const shown = mayPublish ? name : `${name} (read-only for this user or role; import as the one that owns it)`;
  if (current === null) return [`Nothing is published yet in ${shown}; import a file, or check --database`];
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
  return `${formatTime(at)} (${hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`} ago)`;
}

/** The addresses of the servers of this machine that serve a database. Only root sees those of other users. */
function findServers(database: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? findAddress(`/proc/${pid}`, database) : [];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

/** The address of a process that serves the database; empty for other processes. */
function findAddress(folder: string, database: string): string | [] {
  const args = readFileSync(`${folder}/cmdline`, "utf8");
  if (!args.includes("\0serve\0")) return [];
  const variables = readFileSync(`${folder}/environ`, "utf8");
  const read = (flag: string, standard: string): string => {
    // The last flag counts, as for the server.
    const given = [...args.matchAll(new RegExp(`\\0--${flag}[=\\0]([^\\0]*)`, "g"))].at(-1);
    const set = new RegExp(`(?:^|\\0)TEACHERS_${flag.toUpperCase()}=([^\\0]+)`).exec(variables);
    return (given ?? set)?.[1] ?? standard;
  };
  const home = readlinkSync(`${folder}/cwd`);
  const secret = new RegExp(`(?:^|\\0)${databaseVariable}=([^\\0]+)`).exec(variables)?.[1];
  const url = read("database", secret ? readFileSync(resolve(home, secret), "utf8").trim() : "sqlite:var/teachers.db");
  const address = parseDatabaseUrl(url);
  const served = address.engine === "sqlite" ? `sqlite:${resolve(home, address.path)}` : nameOfDatabase(url);
  const port = read("port", "8000");
  // Nothing shows which port the server has chosen.
  return served !== database || port === "0" ? [] : nameServer(read("host", "127.0.0.1"), port);
}

/** What a server serves, and what is wrong with it and what to do; null if nothing is. */
async function describeServer(address: string) {
  try {
    const { version, reason, load_error, database, database_advice } = (await askReady(address)).body;
    const older = `the database has only older versions than the one that it serves; ${database_advice}`;
    const unread = database === "unreachable" ? "it can't read the database" : null;
    const cause = reason ?? load_error ?? unread;
    const wrong = cause === null ? (database === "older" ? older : null) : `${cause}; read its log`;
    const problem = wrong === null ? null : `The server on ${address}: ${wrong}`;
    return { address, shown: version === undefined ? "is not ready" : `serves version ${version}`, problem };
  } catch (error) {
    const problem = `The server on ${address} does not answer: ${(error as Error).message}; restart it`;
    return { address, shown: "does not answer", problem };
  }
}
