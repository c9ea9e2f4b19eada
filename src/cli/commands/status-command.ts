/** The status command: the database, the newest version, and what the servers of this machine serve. Changes nothing. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { resolve } from "node:path";
import { hidePasswords, nameOfDatabase, parseDatabaseUrl } from "../../store/database-url.ts";
import { explainFailure } from "../../store/failure.ts";
import { type DatabaseStatus, readStatus } from "../../store/status.ts";
import type { SettingValues } from "../settings/settings.ts";
import { fail, print, renderJson } from "../terminal/output.ts";
import { askReady, nameServer } from "./ready-command.ts";
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

/** Asks the servers of this machine that serve a database. Only root sees those of other users. */
function askServers(databaseUrl: string) {
  const addresses = readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? findAddress(`/proc/${pid}`, nameOfDatabase(databaseUrl)) : [];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
  return Promise.all(addresses.map(ask));
}

/** The address of a process that serves the database; empty for other processes. */
function findAddress(folder: string, database: string): string | [] {
  const args = readFileSync(`${folder}/cmdline`, "utf8").split("\0");
  if (!args.includes("serve")) return [];
  const variables = readFileSync(`${folder}/environ`, "utf8").split("\0");
  const read = (flag: string, standard: string): string => {
    // The last one counts, as for the server.
    const at = args.findLastIndex((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`));
    if (at !== -1) return args[at]!.includes("=") ? args[at]!.slice(flag.length + 3) : args[at + 1]!;
    const name = `TEACHERS_${flag.toUpperCase()}=`;
    return variables.find((text) => text.startsWith(name))?.slice(name.length) || standard;
  };
  const url = read("database", "sqlite:var/teachers.db");
  const address = parseDatabaseUrl(url);
  const path = address.engine === "sqlite" ? resolve(readlinkSync(`${folder}/cwd`), address.path) : "";
  if (database !== (path === "" ? nameOfDatabase(url) : `sqlite:${path}`)) return [];
  const port = read("port", "8000");
  // Nothing shows which port the server has chosen.
  return port === "0" ? [] : nameServer(read("host", "127.0.0.1"), port);
}

/** What a server serves, and what is wrong with it and what to do; null if nothing is. */
async function ask(address: string) {
  try {
    const { body } = await askReady(address);
    const wrong = findProblem(body);
    const problem = wrong === null ? null : `The server on ${address}: ${wrong}`;
    return { address, shown: body.version === undefined ? "is not ready" : `serves version ${body.version}`, problem };
  } catch (error) {
    const problem = `The server on ${address} does not answer: ${(error as Error).message}; restart it`;
    return { address, shown: "does not answer", problem };
  }
}

function findProblem({ reason, load_error, database, database_advice }: Awaited<ReturnType<typeof askReady>>["body"]) {
  const wrong = reason ?? load_error ?? (database === "unreachable" ? "it can't read the database" : null);
  if (wrong !== null) return `${wrong}; read its log`;
  const older = "the database has only older versions than the one that it serves";
  return database === "older" ? `${older}; ${database_advice}` : null;
}
