/** The table of settings: flag, variables, default, help and check of each. */

import { langs } from "../../domain/lang.ts";
import { isMessage, messageLengthMax } from "../../domain/publication.ts";
import { importFormats, textEncodings } from "../../import/format.ts";
import { columnFields, parseColumnMap } from "../../import/headings.ts";
import { parseDatabaseUrl } from "../../store/database-url.ts";
import { serverSettings } from "./server-settings.ts";
import { choice, declareSettings, integer, named, percentage, switched } from "./setting.ts";

const fileFormats = [...importFormats, "excel"] as const;

export const settings = declareSettings({
  database: {
    placeholder: "URL",
    conventionalVariable: "DATABASE_URL",
    isRepeatable: true,
    isSecret: true,
    help: "the database: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME. serve and import create a missing SQLite file; outside of the program's folder, import asks before it creates the default file. For a primary and its standbys, repeat the flag or separate URLs by spaces",
    default: "sqlite:var/teachers.db",
    accepted: "a database URL",
    parse(text) {
      parseDatabaseUrl(text);
      return text;
    },
  },
  dataDir: {
    help: "the folder for images, the files that servers answer from; by default PATH.images beside a SQLite file, or var/NAME@HOST.images for PostgreSQL",
    ...named("FOLDER"),
  },
  ...serverSettings,
  format: {
    help: "the file format; by default an import detects it, and an export uses the extension of --output, or csv. ods can only be imported; excel, a CSV file that Excel opens, can only be exported",
    ...choice("a format", fileFormats),
  },
  encoding: {
    help: "the encoding of a text file; by default the import detects it",
    ...choice("an encoding", textEncodings, (text) => text.toLowerCase()),
  },
  sheet: {
    help: "the sheet of a spreadsheet, by its name or number; by default the one with a table of teachers",
    ...named("NAME", "a sheet"),
  },
  allSheets: switched("read all sheets of a spreadsheet that have a table of teachers, such as one for each faculty"),
  map: {
    placeholder: "FIELD=HEADING",
    isRepeatable: true,
    help: "the heading of a field's column, if the import does not recognise it: --map last_name=Family --map degree=Rank; repeat it",
    accepted: `a list of FIELD=HEADING, each field once; the fields are ${columnFields.join(", ")}`,
    parse: parseColumnMap,
  },
  output: {
    isOutput: true,
    help: "the output file; it is replaced only when the export is complete. The default is standard output",
    ...named("FILE"),
  },
  faults: {
    isOutput: true,
    placeholder: "FILE",
    help: "the workbook to write if the file has faults or warnings: the same cells, and a column that says what to correct",
    accepted: "a workbook; expected a name that ends in .xlsx",
    parse: (text) => (/.\.xlsx$/i.test(text) ? text : undefined),
  },
  dryRun: switched("print what would change, without publishing"),
  keepIds: switched(
    "give ids to teachers without one. Current teachers, matched by name and degree, keep their ids; former teachers get theirs back if nobody else had the name; all others get new ids",
  ),
  acceptNamesakes: switched(
    "accept that teachers with the same name in this file are different people; later imports don't warn of them",
  ),
  allowRemoved: { help: "the share of the directory that an import may remove", default: "10%", ...percentage(100) },
  allowRenamed: {
    help: "the share of teachers that an import may rename: another name under the same id, or another id under the same name. Removed and renamed teachers together may reach 15%, or the larger of the two limits if that is higher",
    default: "10%",
    ...percentage(100),
  },
  allowChanged: {
    help: "the share of a directory of 10 or more that an import may give another degree; by default a third",
    default: "33.333%",
    ...percentage(100),
  },
  allowAdded: {
    help: "how many teachers an import may add to a directory of 10 or more, as a share of it; may be above 100%",
    default: "50%",
    ...percentage(),
  },
  message: {
    placeholder: "TEXT",
    help: "why the version is published, for the history",
    accepted: `a message; expected one line of at most ${messageLengthMax} characters`,
    parse: parseMessage,
  },
  json: switched("print the result as JSON"),
  keep: { help: "how many of the newest versions to keep", ...integer("N", "a number of versions", 1, 1_000_000) },
  before: {
    placeholder: "DATE",
    help: "delete the versions that were published before this date, in UTC; the newest version is always kept",
    accepted: "a date; expected YYYY-MM-DD",
    parse: parseDate,
  },
  yes: switched("do not ask for confirmation; the limits of an import still apply"),
  at: { help: "the version to write; by default the newest one", ...integer("VERSION", "a version", 1, 2 ** 31 - 1) },
  lang: {
    placeholder: langs.join("|"),
    help: "the language of messages; by default that of the locale (LC_ALL, LC_MESSAGES, LANG), or English",
    accepted: `a language; expected ${langs.join(" or ")}`,
    parse: (text) => langs.find((lang) => lang === text),
  },
});

export type SettingName = keyof typeof settings;

/** The value of every setting; null if it has no default and was not given. */
export type SettingValues = {
  readonly [Name in SettingName]:
    | NonNullable<ReturnType<(typeof settings)[Name]["parse"]>>
    | ((typeof settings)[Name] extends { readonly default: string } ? never : null);
};

/** The settings that limit the changes of a publication. */
export const limitNames = ["allowRemoved", "allowRenamed", "allowChanged", "allowAdded"] as const;

/** An invalid setting; the message names it and says what is accepted. */
export class SettingError extends Error {}

/** A valid date as text, which sorts like ISO times. */
function parseDate(text: string): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate && new Date(text).toISOString().startsWith(text) ? text : undefined;
}

function parseMessage(text: string): string | undefined {
  return isMessage(text) && text.trim() !== "" ? text.trim() : undefined;
}
