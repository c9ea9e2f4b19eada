/** Finds the servers of this machine that serve a database, by the processes that Linux lists, and asks them. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { resolve } from "node:path";
import { nameOfDatabase, parseDatabaseUrl } from "../../store/database-url.ts";
import { askReady, nameServer } from "./ready-command.ts";

/** Only root sees the servers of other users. */
export function askServers(databaseUrl: string) {
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
