/** The table of settings: flag, variables, default, help and check of each. */
import { importFormats, textEncodings } from "../../import/format.ts";
import { columnFields, parseColumnMap } from "../../import/headings.ts";
import { publishSettings } from "./publish-settings.ts";
import { serverSettings } from "./server-settings.ts";
import { choice, databaseUrl, declareSettings, integer, named, switched } from "./setting.ts";

const fileFormats = [...importFormats, "excel"] as const;

export const settings = declareSettings({
  database: {
    placeholder: "URL",
    conventionalVariable: "DATABASE_URL",
    isRepeatable: true,
    isSecret: true,
    help: "the database: sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME. serve and import create a missing SQLite file; outside of the program's folder, import asks before it creates the default file. For a primary and its standbys, repeat the flag or separate URLs by spaces",
    default: "sqlite:var/teachers.db",
    ...databaseUrl,
  },
  dataDir: {
    placeholder: "FOLDER",
    help: "the folder for images, the files that servers answer from; by default PATH.images beside a SQLite file, or var/NAME@HOST.images for PostgreSQL",
    ...named("a folder"),
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
    placeholder: "NAME",
    help: "the sheet of a spreadsheet, by its name or number; by default the one with a table of teachers",
    ...named("a sheet"),
  },
  allSheets: {
    help: "read all sheets of a spreadsheet that have a table of teachers, such as one for each faculty",
    ...switched,
  },
  map: {
    placeholder: "FIELD=HEADING",
    isRepeatable: true,
    help: "the heading of a field's column, if the import does not recognise it: --map last_name=Family --map degree=Rank; repeat it",
    accepted: `a list of FIELD=HEADING, each field once; the fields are ${columnFields.join(", ")}`,
    parse: parseColumnMap,
  },
  strict: {
    help: "refuse a file with warnings",
    ...switched,
  },
  clean: {
    help: "make safe repairs in names and degrees, and list them",
    ...switched,
  },
  output: {
    placeholder: "FILE",
    help: "the output file, replaced only once the export is complete; by default standard output",
    ...named("a file"),
  },
  faults: {
    placeholder: "FILE",
    help: "the workbook to write if the file has faults or warnings: the same cells, and a column that says what to correct",
    accepted: "a workbook; expected a name that ends in .xlsx",
    parse: (text) => (/.\.xlsx$/i.test(text) ? text : undefined),
  },
  dryRun: {
    help: "check the file and print what would change, without publishing",
    ...switched,
  },
  ...publishSettings,
  seed: {
    placeholder: "S",
    help: "the random seed; the same seed always gives the same teachers",
    default: "1",
    ...integer("a seed", 0, 2 ** 32 - 1),
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
