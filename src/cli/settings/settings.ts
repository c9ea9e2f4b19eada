/** The table of settings: the flag, the variable, the default and the help of each. */
import { type Lang, langs } from "../../domain/lang.ts";
import { isMessage, messageLengthMax } from "../../domain/version.ts";
import { textEncodings } from "../../read/formats/open.ts";
import { type ColumnMap, columnFields, parseColumnMap } from "../../read/headings.ts";
import { logFormats } from "../../server/log.ts";
import { DatabaseUrlError, parseDatabaseUrl } from "../../store/database-url.ts";
import { choice, integer, type Setting, setting, switched, text } from "./setting.ts";

/** An invalid setting; the message names it and says what is accepted. */
export class SettingError extends Error {
  readonly exitCode = 2;
}

/** The settings that a flag or a variable sets: `--max-limit`, `TEACHERS_MAX_LIMIT`. */
const flagOrVariable = {
  database: setting<string>(
    "--database <URL>",
    "sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME; TEACHERS_DATABASE_FILE can name a file with it",
    "a database URL",
    parseDatabase,
  ).default("sqlite:var/teachers.db", "sqlite:var/teachers.db"),
  copy: text(
    "--copy <FILE>",
    "the server's copy of a version from PostgreSQL, to start from; by default var/NAME@HOST.copy",
  ),
  host: text("--host <H>", "the address of the server; beyond loopback, serve needs --base-url").default("127.0.0.1"),
  port: integer("--port <N>", "the port of the server; 0, office's default, is a free one", 0, 65535).default(8000),
  reusePort: switched(
    "--reuse-port",
    "share the port with other processes, so that one answers while another restarts",
  ),
  baseUrl: setting(
    "--base-url <URL>",
    "the public URL that links start with, such as https://api.example.edu/directory",
    "http:// or https:// with a host and perhaps a path, without user, query or fragment",
    parseBaseUrl,
  ),
  maxLimit: integer("--max-limit <N>", "the largest page of the API; a larger limit is capped", 1, 5000).default(1000),
  maxAge: integer("--max-age <S>", "seconds that caches may reuse an answer without asking", 0, 31_536_000).default(0),
  drainDelay: integer("--drain-delay <S>", "seconds to accept connections after SIGTERM", 0, 300).default(0),
  allowIndexing: switched("--allow-indexing", "allow search engines to index the pages"),
  adminPort: integer("--admin-port <N>", "the port of /metrics, /livez and /readyz; by default none", 0, 65535),
  adminHost: text("--admin-host <H>", "the address of the admin port").default("127.0.0.1"),
  logFormat: choice("--log-format", "text, or a JSON object a line; by default text on a terminal", logFormats),
  socket: text("--socket <PATH>", "the Unix socket of the officer's pages, for a proxy; its group may open it"),
  proxySecretFile: text("--proxy-secret-file <FILE>", "what a proxy that can't open --socket sends as X-Proxy-Secret"),
  users: text("--users <FILE>", "the file of users who may open the officer's pages, one per line"),
  directoryUrl: text(
    "--directory-url <URL>",
    "the public URL of the directory, which the officer's pages link to",
    "http:// or https://",
    /^https?:\/\/[^\s/]/,
  ),
  keep: integer("--keep <N>", "how many of the newest versions to keep", 1, 1_000_000),
  lang: choice("--lang", "the language of issues, changes, headings; by default that of the locale, or English", langs),
} as const;

/** The settings that only a flag sets, because they are of one command. */
const flagOnly = {
  sample: switched("--sample", "publish 1,000 invented teachers if the database is empty; an import replaces them"),
  encoding: choice("--encoding", "the encoding of a text file; by default the import detects it", textEncodings),
  sheet: text("--sheet <NAME>", "the name of the sheet; by default the only one with a table of teachers"),
  allSheets: switched("--all-sheets", "read all sheets with a table of teachers, such as one for each faculty"),
  header: integer("--header <N>", "the line of the header, if the import chooses the wrong one", 1, 100),
  map: setting(
    "--map <FIELD=COLUMN>",
    "the column of a field, by its letter or heading: --map last_name=B --map degree=Rank; repeat it",
    `FIELD=COLUMN, each field once; the fields are ${columnFields.join(", ")}`,
    parseMap,
  ),
  case: choice("--case", "write columns in capitals as names, which is the default, or as in the file", [
    "names",
    "file",
  ]),
  output: text("--output <FILE>", "the file, which is replaced once complete; by default CSV on standard output"),
  annotated: text(
    "--annotated <FILE>",
    "the workbook to write if something is to be corrected: the cells, and a column that says what",
    "a name that ends in .xlsx",
    /.\.xlsx$/i,
  ),
  dryRun: switched("--dry-run", "print every change, one a line, without publishing"),
  confirm: text(
    "--confirm <CODE>",
    "publish what needs a confirmation: exactly this file, options and present version; an import prints the code",
    "a code that an import has printed",
    /^[0-9a-z]{4,8}$/,
  ),
  message: setting(
    "--message <TEXT>",
    "why the version is published, for the history",
    `one line of at most ${messageLengthMax} characters`,
    (given) => (isMessage(given) && given.trim() !== "" ? given.trim() : undefined),
  ),
  json: switched("--json", "print the result as JSON"),
  before: setting(
    "--before <DATE>",
    "delete the versions published before this date in UTC; the newest version is always kept",
    "a date, YYYY-MM-DD",
    parseDate,
  ),
  yes: switched("--yes", "do not ask; an import takes the preset of each question, and dangers still need --confirm"),
  at: integer("--at <VERSION>", "the version to write; by default the newest one", 1, 2 ** 31 - 1),
} as const;

for (const option of Object.values<Setting>(flagOrVariable))
  option.env(`TEACHERS_${option.long!.slice(2).toUpperCase().replaceAll("-", "_")}`);

export const settings = { ...flagOrVariable, ...flagOnly } as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

/** The settings of a command line: the value of each; null if it has no default and was not given. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
} & {
  /** That of the locale if it was not given. */
  readonly lang: Lang;
  /** Whether a flag (`cli`), a variable or neither set a setting. */
  sourceOf(name: SettingName): "cli" | "env" | "default" | undefined;
  /** Reads the URL of the database again, because its file may have changed. Throws {@link SettingError}. */
  readDatabaseUrl(): string;
};

/** Throws {@link SettingError} instead of showing a URL with its password, as commander would. */
function parseDatabase(given: string): string {
  try {
    parseDatabaseUrl(given);
    return given;
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    throw new SettingError(`--database (TEACHERS_DATABASE): ${error.message}`);
  }
}

/** The URL without slashes at the end, in ASCII so that it needs no escaping in JSON and headers. */
function parseBaseUrl(given: string): string | undefined {
  if (!URL.canParse(given) || /[?#\s]/.test(given)) return undefined;
  const { protocol, username, password, href } = new URL(given);
  const isPublic = /^https?:$/.test(protocol) && username === "" && password === "";
  return isPublic ? href.replace(/\/+$/, "") : undefined;
}

function parseMap(given: string, before: ColumnMap = {}): ColumnMap | undefined {
  const map = parseColumnMap(given);
  const isRepeated = Object.keys(map ?? {}).some((field) => field in before);
  return map === undefined || isRepeated ? undefined : { ...before, ...map };
}

/** A valid date as text, which sorts like ISO times. */
function parseDate(given: string): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given));
  return isDate && new Date(given).toISOString().startsWith(given) ? given : undefined;
}
