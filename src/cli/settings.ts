/** The settings: flag, variables, default, help and check of each, and how they are read. */
import { isIP } from "node:net";
import { z } from "zod";
import { importFormats } from "../import/format.ts";
import { DatabaseUrlError, hasPassword, parseDatabaseUrl, withoutPassword } from "../store/database-url.ts";

export interface Setting<Value = unknown> {
  /** The flag without hyphens; its variable is `TEACHERS_` and the flag in capitals. */
  readonly flag: string;
  /** The placeholder of the value in the help; null for a switch. */
  readonly placeholder: string | null;
  /** A conventional variable, used if neither the flag nor our own variable is set. */
  readonly conventionalVariable?: string;
  /** The flag may be repeated; the values are joined by spaces. */
  readonly isRepeatable?: boolean;
  readonly help: string;
  /** The default as a user would write it; null if there is none. */
  readonly default: string | null;
  /** Parses the text; its message completes `"…" is not …`. */
  readonly schema: z.ZodType<Value, string>;
}

const setting = <Value, Default extends string | null>(
  declared: Setting<Value> & { readonly default: Default },
): Setting<Value> & { readonly default: Default } => declared;

const integer = (from: number, to: number): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= from && value <= to);
const switched = z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1");

export const settings = {
  database: setting({
    flag: "database",
    placeholder: "URL",
    conventionalVariable: "DATABASE_URL",
    isRepeatable: true,
    help: "the database: sqlite:PATH, created by import or serve, or postgres://USER:PASSWORD@HOST:PORT/NAME; repeat it, or separate URLs by spaces, for a primary and its standbys",
    default: "sqlite:var/teachers.db",
    schema: z.string().superRefine((url, context) => {
      try {
        parseDatabaseUrl(url);
      } catch (error) {
        if (!(error instanceof DatabaseUrlError)) throw error;
        context.addIssue({ code: "custom", message: error.message });
      }
    }),
  }),
  dataDir: setting({
    flag: "data-dir",
    placeholder: "FOLDER",
    help: "the folder for images, the files that servers answer from; by default PATH.images beside a SQLite file, or var/NAME@HOST.images for PostgreSQL",
    default: null,
    schema: z.string().min(1, "not a folder"),
  }),
  host: setting({
    flag: "host",
    placeholder: "H",
    help: "the address to listen on; an address other than loopback needs --base-url",
    default: "127.0.0.1",
    schema: describe(
      z
        .string()
        .regex(/^[\w.:-]+$/)
        // A text that ends in a number is an address or a mistake, never a host name.
        .refine((text) => isIP(text) !== 0 || !/(?:^|[.:])\d+$/.test(text)),
      "not an address or a name, such as 127.0.0.1, :: or localhost",
    ),
  }),
  port: setting({
    flag: "port",
    placeholder: "N",
    conventionalVariable: "PORT",
    help: "the port to listen on; 0 chooses a free port",
    default: "8000",
    schema: describe(integer(0, 65535), "not a port; accepted is 0 to 65535"),
  }),
  baseUrl: setting({
    flag: "base-url",
    placeholder: "URL",
    help: "the public URL that links start with, such as https://api.example.edu/directory",
    default: null,
    schema: describe(
      z
        .string()
        .refine(isBaseUrl)
        // Normalised to ASCII, so it needs no escaping in JSON and headers.
        .transform((url) => new URL(url).href.replace(/\/+$/, "")),
      "not a base URL; accepted is http:// or https:// with a host and perhaps a path, without user, query or fragment",
    ),
  }),
  maxLimit: setting({
    flag: "max-limit",
    placeholder: "N",
    help: "the largest page size; larger values of limit are capped. HTML pages have at most 100 teachers",
    default: "1000",
    schema: describe(integer(1, 100_000), "not a number from 1 to 100000"),
  }),
  maxAge: setting({
    flag: "max-age",
    placeholder: "S",
    help: "how long caches may reuse responses without revalidation, in seconds; set it only if stale pages are acceptable",
    default: "0",
    schema: describe(integer(0, 31_536_000), "not a number of seconds from 0 to 31536000"),
  }),
  cacheSize: setting({
    flag: "cache-size",
    placeholder: "MB",
    help: "the size of the page cache in megabytes (10^6 bytes); 0 disables it",
    default: "64",
    schema: describe(integer(0, 100_000), "not a number of megabytes from 0 to 100000"),
  }),
  workers: setting({
    flag: "workers",
    placeholder: "N",
    help: "the number of processes, which share the port and one image in memory; one per core is enough",
    default: "1",
    schema: describe(integer(1, 256), "not a number of processes from 1 to 256"),
  }),
  drainDelay: setting({
    flag: "drain-delay",
    placeholder: "S",
    help: "how long to keep accepting connections after SIGTERM, in seconds, so load balancers can notice",
    default: "0",
    schema: describe(integer(0, 300), "not a number of seconds from 0 to 300"),
  }),
  allowIndexing: setting({
    flag: "allow-indexing",
    placeholder: null,
    help: "allow search engines to index the pages",
    default: "false",
    schema: describe(switched, "not true or false"),
  }),
  sample: setting({
    flag: "sample",
    placeholder: null,
    help: "publish the sample of 1,000 invented teachers if the database is empty",
    default: "false",
    schema: describe(switched, "not true or false"),
  }),
  format: setting({
    flag: "format",
    placeholder: importFormats.join("|"),
    help: "the file format; by default the extension of the imported file decides, otherwise csv",
    default: null,
    schema: describe(z.enum(importFormats), `not a format; accepted is ${importFormats.join(", ")}`),
  }),
  output: setting({
    flag: "output",
    placeholder: "FILE",
    help: "the output file, replaced only once the export is complete; by default standard output",
    default: null,
    schema: z.string().min(1, "not a file"),
  }),
  dryRun: setting({
    flag: "dry-run",
    placeholder: null,
    help: "check the file and print what would change, without publishing",
    default: "false",
    schema: describe(switched, "not true or false"),
  }),
  seed: setting({
    flag: "seed",
    placeholder: "S",
    help: "the random seed; the same seed always gives the same teachers",
    default: "1",
    schema: describe(
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number)
        .refine((value) => value < 2 ** 32),
      "not a seed; accepted is 0 to 4294967295",
    ),
  }),
} as const;

export type SettingName = keyof typeof settings;
type Settings = typeof settings;
/** The value of every setting; null if it has no default and was not given. */
export type SettingValues = {
  readonly [Name in SettingName]:
    | z.output<Settings[Name]["schema"]>
    | (Settings[Name]["default"] extends null ? null : never);
};

/** An invalid setting; the message names it and says what is accepted. */
export class SettingError extends Error {}

/** The variable of a setting: `TEACHERS_MAX_LIMIT` for `--max-limit`. */
export function variableOf({ flag }: Setting): string {
  return `TEACHERS_${flag.toUpperCase().replaceAll("-", "_")}`;
}

/**
 * Reads the named settings from the flag, otherwise `TEACHERS_<FLAG>`, otherwise the conventional variable, otherwise the
 * default. Blank variables are ignored. Throws {@link SettingError} for invalid values, also of other commands' settings,
 * and for unknown variables that start with `TEACHERS_`.
 */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
): Pick<SettingValues, Name> {
  refuseUnknownVariables(environment);
  for (const [name, declared] of Object.entries<Setting>(settings)) {
    const variable = variableOf(declared);
    const isOurs = names.includes(name as Name);
    if (!isOurs) readSetting(declared, undefined, { [variable]: environment[variable] });
  }
  const values: Record<string, unknown> = {};
  for (const name of names) values[name] = readSetting(settings[name], flags[name], environment);
  return values as Pick<SettingValues, Name>;
}

function readSetting(
  declared: Setting,
  flag: string | boolean | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): unknown {
  const sources: [name: string, text: string | undefined][] = [
    [`--${declared.flag}`, flag === undefined ? undefined : String(flag)],
    [variableOf(declared), environment[variableOf(declared)]?.trim() || undefined],
  ];
  const customary = declared.conventionalVariable;
  if (customary !== undefined) sources.push([customary, environment[customary]?.trim() || undefined]);
  for (const [source, text] of sources) {
    if (text === undefined) continue;
    const result = declared.schema.safeParse(text);
    if (result.success) return result.data;
    const message = result.error.issues[0]!.message;
    const shown = hasPassword(text) ? withoutPassword(text) : text;
    throw new SettingError(
      message.startsWith("not ") ? `${source}: "${shown}" is ${message}` : `${source}: ${message}`,
    );
  }
  return declared.default === null ? null : declared.schema.parse(declared.default);
}

function refuseUnknownVariables(environment: Readonly<Record<string, string | undefined>>): void {
  const known = Object.values(settings).map((declared) => variableOf(declared as Setting));
  for (const name of Object.keys(environment)) {
    if (!name.startsWith("TEACHERS_") || known.includes(name)) continue;
    throw new SettingError(`${name} is not a setting; those are ${known.join(", ")}`);
  }
}

/** The schema with one message for all errors. */
function describe<Value>(schema: z.ZodType<Value, string>, message: string): z.ZodType<Value, string> {
  return z.string().transform((text, context) => {
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "";
}
