/**
 * The table of commands: arguments, settings and help. The code of a command is loaded only when it runs, because loading all
 * of them takes longer than running most of them.
 */
import type { ReadSettings } from "./settings/read-settings.ts";
import { limitNames, SettingError, type SettingName, type SettingValues } from "./settings/settings.ts";
import { printAll } from "./terminal/output.ts";

interface CommandSpec {
  readonly name: string;
  /** A name that ends in `…` takes one or more values. */
  readonly arguments?: readonly (readonly [name: string, help: string])[];
  readonly help: string;
  /** The settings that are flags of the command. */
  readonly settings: readonly SettingName[];
  /** Runs the command and returns the exit code. */
  run(values: SettingValues, args: readonly string[], read: ReadSettings): Promise<number>;
}

export const commands: readonly CommandSpec[] = [
  {
    name: "serve",
    help: "answer requests, and follow new publications",
    settings: [
      "database",
      "host",
      "port",
      "baseUrl",
      "maxLimit",
      "maxAge",
      "cdnMaxAge",
      "cacheSize",
      "workers",
      "drainDelay",
      "rateLimit",
      "trustedProxy",
      "allowIndexing",
      "adminPort",
      "adminHost",
      "logFormat",
      "logLevel",
      "accessLog",
      "logQueries",
      "sample",
      "dataDir",
      "imagesFrom",
    ],
    run: async (values, _args, { readDatabaseUrl }) =>
      (await import("./commands/serve-command.ts")).serve(values, readDatabaseUrl),
  },
  {
    name: "import",
    arguments: [["FILE", "a spreadsheet (XLSX, ODS), CSV, JSON or NDJSON file, also as .gz; - reads standard input"]],
    help: "publish a file as the new content of the directory",
    settings: [
      "database",
      "format",
      "encoding",
      "sheet",
      "allSheets",
      "map",
      "strict",
      "clean",
      "keepIds",
      "acceptNamesakes",
      "dryRun",
      ...limitNames,
      "message",
      "report",
      "afterPublish",
      "faults",
      "json",
      "yes",
      "lang",
    ],
    run: async (values, [file = ""], { sources }) =>
      (await import("./commands/import-command.ts")).importFile(values, file, sources),
  },
  {
    name: "office",
    help: "serve the pages of the officer who maintains the list, on this machine or behind a proxy that authenticates users",
    settings: [
      "database",
      "dataDir",
      "port",
      "socket",
      "proxySecretFile",
      "userHeader",
      "users",
      "baseUrl",
      "directoryUrl",
      "host",
      ...limitNames,
      "afterPublish",
      "logFormat",
      "logLevel",
      "lang",
    ],
    run: async (values, _, { sources }) => (await import("./commands/office-command.ts")).runOffice(values, sources),
  },
  {
    name: "export",
    help: "write the directory as a file that import accepts",
    settings: ["database", "format", "output", "at", "lang"],
    run: async (values) => (await import("./commands/export-command.ts")).exportTeachers(values),
  },
  {
    name: "status",
    help: "show what is published, without changing anything",
    settings: ["database", "json", "lang"],
    run: async (values) => (await import("./commands/history-commands.ts")).showStatus(values),
  },
  {
    name: "migrate",
    help: "create the tables, and the schema if the URL names one; after an upgrade, update the tables",
    settings: ["database", "lang"],
    run: async (values) => (await import("./commands/history-commands.ts")).migrateTables(values),
  },
  {
    name: "doctor",
    help: "check the settings, the database and this machine, and say how to repair what fails",
    settings: [
      "database",
      "dataDir",
      "host",
      "port",
      "baseUrl",
      "cacheSize",
      "workers",
      "rateLimit",
      "trustedProxy",
      "json",
    ],
    run: async (values) => (await import("./commands/doctor/doctor-command.ts")).runDoctor(values),
  },
  {
    name: "ready",
    help: "check whether the server on this machine is ready; the health check of a container",
    settings: ["host", "port"],
    run: async (values) => (await import("./commands/ready-command.ts")).askReady(values),
  },
  {
    name: "history",
    help: "list the versions, newest first",
    settings: ["database", "json", "lang"],
    run: async (values) => (await import("./commands/history-commands.ts")).showHistory(values),
  },
  {
    name: "show",
    arguments: [["VERSION", "a version that history lists"]],
    help: "show a version and its changes",
    settings: ["database", "report", "json", "lang"],
    run: async (values, [version = ""]) =>
      (await import("./commands/history-commands.ts")).showVersion(values, version),
  },
  {
    name: "diff",
    arguments: [
      ["A", "a version that history lists"],
      ["B", "the version to compare it with"],
    ],
    help: "show the changes between two versions",
    settings: ["database", "report", "json", "lang"],
    run: async (values, [a = "", b = ""]) =>
      (await import("./commands/history-commands.ts")).showDifference(values, a, b),
  },
  {
    name: "rollback",
    arguments: [["VERSION", "a version that history lists"]],
    help: "publish the content of an earlier version as a new version",
    settings: ["database", "dryRun", "message", "report", "afterPublish", "yes", "json", "lang"],
    run: async (values, [version = ""]) => (await import("./commands/history-commands.ts")).rollBack(values, version),
  },
  {
    name: "erase",
    arguments: [["ID…", "the ids of the teachers"]],
    help: "erase teachers from every version for good, and publish a version without them",
    settings: ["database", "dataDir", "message", "afterPublish", "yes", "lang"],
    run: async (values, ids) => (await import("./commands/removal-commands.ts")).runErase(values, ids),
  },
  {
    name: "prune",
    help: "delete old versions, and free their disk space",
    settings: ["database", "keep", "before", "yes", "lang"],
    run: async (values) => (await import("./commands/removal-commands.ts")).runPrune(values),
  },
  {
    name: "backup",
    arguments: [["FILE", "the file to write; it is gzipped, and usually named .backup"]],
    help: "write all versions to a file, while servers and imports run",
    settings: ["database", "lang"],
    run: async (values, [file = ""]) => (await import("./commands/backup-commands.ts")).runBackup(values, file),
  },
  {
    name: "restore",
    arguments: [["FILE", "a file that backup wrote"]],
    help: "replace all versions by those of a backup, while servers run",
    settings: ["database", "yes", "lang"],
    run: async (values, [file = ""]) => (await import("./commands/backup-commands.ts")).runRestore(values, file),
  },
  {
    name: "publish-image",
    arguments: [["FOLDER", "the folder; servers read it, or a copy of it, with --images-from"]],
    help: "write the image of the newest version to a folder for servers without a database, and remove older ones",
    settings: ["database", "dataDir", "allowOlder"],
    run: async (values, [folder = ""]) =>
      (await import("./commands/publish-image-command.ts")).publishImageTo(values, folder),
  },
  {
    name: "match",
    arguments: [
      [
        "FILE",
        "a text file with a cell on each line, or CSV or a spreadsheet (XLSX, ODS) with a column of names, also as .gz; - reads standard input",
      ],
    ],
    help: "find the teacher for each name of a timetable, and write the results as CSV",
    settings: ["database", "dataDir", "encoding", "sheet", "lang"],
    run: async (values, [file = ""]) => (await import("./commands/match-command.ts")).matchFile(values, file),
  },
  {
    name: "generate",
    arguments: [["N", "the number of teachers, up to 100000000"]],
    help: "write N invented teachers to standard output, as CSV",
    settings: ["seed"],
    run: generate,
  },
];

async function generate({ seed }: SettingValues, [count = ""]: readonly string[]): Promise<number> {
  const { generateCountMax, generateCsv } = await import("../generate/generate.ts");
  if (!/^\d{1,9}$/.test(count) || Number(count) > generateCountMax) {
    throw new SettingError(`N: "${count}" is not a number from 0 to ${generateCountMax}`);
  }
  await printAll(generateCsv(Number(count), seed));
  return 0;
}
