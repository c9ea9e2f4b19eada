/** The status command: the database, the newest version, and what the servers of this machine serve. Changes nothing. */
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { hidePasswords, nameOfDatabase, parseDatabaseUrl } from "../../store/database-url.ts";
import { type Inspection, inspectDatabase } from "../../store/inspect.ts";
import type { SettingValues } from "../settings/settings.ts";
import { fail, print, renderJson } from "../terminal/output.ts";
import { historyTexts } from "./history-texts.ts";
import { askServers } from "./local-servers.ts";
import { describeVersion, renderVersion } from "./versions.ts";

/** Returns 1 if anything is wrong. Each problem comes with what to do about it. */
export async function showStatus({ database: url, json }: SettingValues): Promise<number> {
  const name = nameOfDatabase(url);
  const { inspection, problem } = await inspect(url, name);
  const servers = await askServers(url);
  const problems = [problem, ...servers.map((server) => server.problem)].filter((text) => text !== null);
  if (json) {
    const { mayPublish = false, tables = null, step = 0, current = null } = inspection ?? {};
    const version = current === null ? null : describeVersion(current);
    const database = { database: inspection?.name ?? name, is_writable: mayPublish };
    print(renderJson({ ...database, tables, step, current: version, servers, problems }));
    return problems.length === 0 ? 0 : 1;
  }
  if (inspection !== null) print(renderDatabase(inspection));
  print(servers.map(({ address, shown }) => `Server     ${address} ${shown}`));
  for (const text of problems) fail(text);
  return problems.length === 0 ? 0 : 1;
}

/** The database, or null if it can't be read; and what is wrong with it, or null. */
async function inspect(url: string, name: string) {
  const problem = findFileProblem(url, name);
  if (problem !== null) return { inspection: null, problem };
  try {
    const inspection = await inspectDatabase(url);
    return { inspection, problem: findProblem(inspection) };
  } catch (error) {
    return { inspection: null, problem: explainFailure(error as Error, url, name) };
  }
}

/** Why a SQLite file can't be read at all; null if it can, and for PostgreSQL. */
function findFileProblem(url: string, name: string): string | null {
  const address = parseDatabaseUrl(url);
  if (address.engine !== "sqlite") return null;
  try {
    const path = resolve(address.path);
    if (!statSync(path).isFile()) return `${name} is not a file; correct --database`;
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      return `${name} does not exist; correct --database, restore a backup if it was lost, or import a file`;
    }
    const remedy = "run this as the user of the server, or as root";
    return `${name} can't be read: ${code === "EACCES" ? `permission denied; ${remedy}` : message}`;
  }
}

const damageRemedy = "move it away, and restore the last backup, or import the last file";

/** The problem of a database that could not be opened or read. */
function explainFailure(error: Error, url: string, name: string): string {
  const { message, cause } = error;
  const code = (error as NodeJS.ErrnoException).code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? "";
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) {
    return `${name} is damaged or not a SQLite database: ${message}; if --database is right, ${damageRemedy}`;
  }
  const said = hidePasswords(message.includes(name) ? message : `${name}: ${message}`);
  if (parseDatabaseUrl(url).engine === "sqlite" || message.includes("; ")) return said;
  return `${said}; check that the database runs, and the host, name, user and password of the URL`;
}

function findProblem({ name, current, damage, tables, hasDigest }: Inspection): string | null {
  if (damage !== null) return `${name} is damaged: ${damage}; stop imports, ${damageRemedy}`;
  if (tables === "outdated") return historyTexts.outdatedTables;
  if (hasDigest) return null;
  const remedy = "import its file again, roll back to an earlier version, or restore a backup";
  return `The rows of version ${current!.version} differ from what was published; ${remedy}`;
}

function renderDatabase({ name, mayPublish, current, damage, hasDigest }: Inspection): string[] {
  const shown = mayPublish ? name : `${name} (read-only for this user or role; import as the one that owns it)`;
  if (damage !== null) return [`Database   ${shown}`];
  if (current === null) return [historyTexts.nothingYet(shown)];
  return renderVersion(shown, current).map((line) =>
    line.startsWith("Digest") ? `${line} (${hasDigest ? "matches its rows" : "does not match its rows"})` : line,
  );
}
