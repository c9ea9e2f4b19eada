/** The settings: flag, variables, default, help and check of each, and how they are read. */

import { importFormats } from "../../import/format.ts";
import { parseColumnMap } from "../../import/table/column-map.ts";
import { columnFields } from "../../import/table/headings.ts";
import { textEncodings } from "../../import/text/encoding.ts";
import { parseDatabaseUrl } from "../../store/database-url.ts";
import { publishSettings } from "./publish-settings.ts";
import { rateSettings } from "./rate-settings.ts";
import { integer, parseHost, parseName, type Setting, setting, switched } from "./setting.ts";
import { watchSettings } from "./watch-settings.ts";

export const settings = {
  database: setting({
    flag: "database",
    placeholder: "URL",
    conventionalVariable: "DATABASE_URL",
    isRepeatable: true,
    isSecret: true,
    help: "the database: sqlite:PATH, created by serve and by import, which asks first where the default one would be new outside of the program's folder; or postgres://USER:PASSWORD@HOST:PORT/NAME; repeat it, or separate URLs by spaces, for a primary and its standbys",
    default: "sqlite:var/teachers.db",
    accepted: "a database URL",
    parse: (text) => {
      parseDatabaseUrl(text);
      return text;
    },
  }),
  dataDir: setting({
    flag: "data-dir",
    placeholder: "FOLDER",
    help: "the folder for images, the files that servers answer from; by default PATH.images beside a SQLite file, or var/NAME@HOST.images for PostgreSQL",
    default: null,
    accepted: "a folder",
    parse: parseName,
  }),
  host: setting({
    flag: "host",
    placeholder: "H",
    help: "the address to listen on; an address other than loopback needs --base-url",
    default: "127.0.0.1",
    accepted: "an address or a name, such as 127.0.0.1, :: or localhost",
    parse: parseHost,
  }),
  port: setting({
    flag: "port",
    placeholder: "N",
    conventionalVariable: "PORT",
    help: "the port to listen on; 0 chooses a free port",
    default: "8000",
    ...integer("a port", 0, 65535),
  }),
  baseUrl: setting({
    flag: "base-url",
    placeholder: "URL",
    help: "the public URL that links start with, such as https://api.example.edu/directory",
    default: null,
    accepted:
      "a base URL; expected http:// or https:// with a host and perhaps a path, without user, query or fragment",
    parse: parseBaseUrl,
  }),
  maxLimit: setting({
    flag: "max-limit",
    placeholder: "N",
    help: "the largest page size; larger values of limit are capped. HTML pages have at most 100 teachers",
    default: "1000",
    ...integer("a number", 1, 100_000),
  }),
  maxAge: setting({
    flag: "max-age",
    placeholder: "S",
    help: "how long caches may reuse responses without revalidation, in seconds; set it only if stale pages are acceptable",
    default: "0",
    ...integer("a number of seconds", 0, 31_536_000),
  }),
  cacheSize: setting({
    flag: "cache-size",
    placeholder: "MB",
    help: "the size of the page cache in megabytes (10^6 bytes); 0 disables it",
    default: "64",
    ...integer("a number of megabytes", 0, 100_000),
  }),
  workers: setting({
    flag: "workers",
    placeholder: "N",
    help: "the number of processes, which share the port; one per core is enough",
    default: "1",
    ...integer("a number of processes", 1, 256),
  }),
  drainDelay: setting({
    flag: "drain-delay",
    placeholder: "S",
    help: "how long to keep accepting connections after SIGTERM, in seconds, so load balancers can notice",
    default: "0",
    ...integer("a number of seconds", 0, 300),
  }),
  allowIndexing: setting({
    flag: "allow-indexing",
    help: "allow search engines to index the pages",
    ...switched,
  }),
  ...watchSettings,
  sample: setting({
    flag: "sample",
    help: "publish the sample of 1,000 invented teachers if the database is empty; the first import replaces it",
    ...switched,
  }),
  ...rateSettings,
  format: setting({
    flag: "format",
    placeholder: importFormats.join("|"),
    help: "the file format; by default an import detects it, and an export writes csv. Spreadsheets can only be imported",
    default: null,
    accepted: `a format; expected ${importFormats.join(", ")}`,
    parse: (text) => importFormats.find((format) => format === text),
  }),
  encoding: setting({
    flag: "encoding",
    placeholder: textEncodings.join("|"),
    help: "the encoding of a text file; by default the import detects it",
    default: null,
    accepted: `an encoding; expected ${textEncodings.join(", ")}`,
    parse: (text) => textEncodings.find((encoding) => encoding === text.toLowerCase()),
  }),
  sheet: setting({
    flag: "sheet",
    placeholder: "NAME",
    help: "the sheet of a spreadsheet, by its name or number; by default the one with a table of teachers",
    default: null,
    accepted: "a sheet",
    parse: parseName,
  }),
  map: setting({
    flag: "map",
    placeholder: "FIELD=HEADING",
    isRepeatable: true,
    help: "the heading of a field's column, if the import does not recognise it: --map last_name=Family --map degree=Rank; repeat it",
    default: null,
    accepted: `a list of FIELD=HEADING, each field once; the fields are ${columnFields.join(", ")}`,
    parse: parseColumnMap,
  }),
  strict: setting({
    flag: "strict",
    help: "refuse a file with warnings",
    ...switched,
  }),
  clean: setting({
    flag: "clean",
    help: "repair what is safe to repair in names and degrees, and list it",
    ...switched,
  }),
  output: setting({
    flag: "output",
    placeholder: "FILE",
    help: "the output file, replaced only once the export is complete; by default standard output",
    default: null,
    accepted: "a file",
    parse: parseName,
  }),
  dryRun: setting({
    flag: "dry-run",
    help: "check the file and print what would change, without publishing",
    ...switched,
  }),
  ...publishSettings,
  seed: setting({
    flag: "seed",
    placeholder: "S",
    help: "the random seed; the same seed always gives the same teachers",
    default: "1",
    ...integer("a seed", 0, 2 ** 32 - 1),
  }),
} as const;

export type SettingName = keyof typeof settings;

/** The value of every setting; null if it has no default and was not given. */
export type SettingValues = {
  readonly [Name in SettingName]:
    | NonNullable<ReturnType<(typeof settings)[Name]["parse"]>>
    | ((typeof settings)[Name]["default"] extends null ? null : never);
};

/** An invalid setting; the message names it and says what is accepted. */
export class SettingError extends Error {}

/** The variable of a setting: `TEACHERS_MAX_LIMIT` for `--max-limit`. */
export function variableOf({ flag }: Setting): string {
  return `TEACHERS_${flag.toUpperCase().replaceAll("-", "_")}`;
}

/** The variable that names a file with the value of a secret; null for other settings. */
export function fileVariableOf(declared: Setting): string | null {
  return declared.isSecret ? `${variableOf(declared)}_FILE` : null;
}

/** All variables of a setting, in the order in which they are read. */
export function variablesOf(declared: Setting): string[] {
  return [variableOf(declared), fileVariableOf(declared) ?? [], declared.conventionalVariable ?? []].flat();
}

/** The URL without slashes at the end, in ASCII so that it needs no escaping in JSON and headers. */
function parseBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isPublic = /^https?:$/.test(protocol) && username === "" && password === "";
  return isPublic ? href.replace(/\/+$/, "") : undefined;
}
