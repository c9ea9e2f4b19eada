/**
 * The table of commands: arguments, settings and help. The code of a command is loaded only when it runs, because
 * loading all commands takes longer than running most of them.
 */
import type { SettingName, SettingValues } from "./settings/settings.ts";

interface CommandSpec {
  readonly name: string;
  /** In commander's notation. */
  readonly arguments?: string;
  readonly help: string;
  readonly settings: readonly SettingName[];
  /** Loads the function that runs the command and returns the exit code. */
  load(): Promise<(settings: SettingValues, args: readonly string[]) => Promise<number>>;
}

/** Groups of settings, in the order in which the help lists them. */
const listenNames = ["host", "port", "baseUrl", "reusePort"] as const;
const answerNames = ["maxLimit", "maxAge", "drainDelay", "allowIndexing"] as const;
const monitoringNames = ["adminPort", "adminHost", "logFormat"] as const;
const proxyNames = ["socket", "proxySecretFile", "users", "baseUrl", "directoryUrl"] as const;
const fileNames = ["sheet", "allSheets", "header", "map", "case", "encoding"] as const;
const publishingNames = ["dryRun", "confirm", "yes", "annotated", "message", "json", "lang"] as const;

export const commands: readonly CommandSpec[] = [
  {
    name: "serve",
    help: "answer requests, and follow new publications",
    settings: ["database", ...listenNames, ...answerNames, ...monitoringNames, "sample", "copy"],
    load: async () => (await import("./commands/serve-command.ts")).serve,
  },
  {
    name: "import",
    arguments: "<FILE>",
    help: "publish an XLSX, ODS, CSV or NDJSON file, also as .gz, as the new content; - reads standard input",
    settings: ["database", ...fileNames, ...publishingNames],
    load: async () => (await import("./commands/import-command.ts")).importFile,
  },
  {
    name: "office",
    help: "serve the pages of the officer who maintains the list, on this machine or behind a proxy that authenticates users",
    settings: ["database", "copy", "port", ...proxyNames, "logFormat"],
    load: async () => (await import("./commands/office-command.ts")).runOffice,
  },
  {
    name: "export",
    help: "write the directory as a file that import accepts",
    settings: ["database", "output", "at", "lang"],
    load: async () => (await import("./commands/export-command.ts")).exportTeachers,
  },
  {
    name: "status",
    help: "check the database, and show what it and the servers of this machine have; changes nothing",
    settings: ["database", "json"],
    load: async () => (await import("./commands/status-command.ts")).showStatus,
  },
  {
    name: "migrate",
    help: "create the tables, and the schema if the URL names one; after an upgrade, update the tables",
    settings: ["database"],
    load: async () => (await import("./commands/history-commands.ts")).migrateTables,
  },
  {
    name: "ready",
    help: "check whether the server on this machine is ready; the health check of a container",
    settings: ["host", "port"],
    load: async () => (await import("./commands/ready-command.ts")).checkReady,
  },
  {
    name: "history",
    help: "list the versions, newest first",
    settings: ["database", "json"],
    load: async () => (await import("./commands/history-commands.ts")).showHistory,
  },
  {
    name: "show",
    arguments: "<VERSION>",
    help: "show a version and its changes",
    settings: ["database", "json", "lang"],
    load: async () => (await import("./commands/history-commands.ts")).showVersion,
  },
  {
    name: "diff",
    arguments: "<A> <B>",
    help: "show the changes between two versions",
    settings: ["database", "json", "lang"],
    load: async () => (await import("./commands/history-commands.ts")).showDifference,
  },
  {
    name: "rollback",
    arguments: "<VERSION>",
    help: "publish the content of an earlier version as a new version",
    settings: ["database", "dryRun", "message", "yes", "json", "lang"],
    load: async () => (await import("./commands/history-commands.ts")).rollBack,
  },
  {
    name: "erase",
    arguments: "<ID...>",
    help: "erase teachers from every version for good, and publish a version without them",
    settings: ["database", "copy", "message", "yes"],
    load: async () => (await import("./commands/removal-commands.ts")).runErase,
  },
  {
    name: "prune",
    help: "delete old versions, and free their disk space",
    settings: ["database", "keep", "before", "yes"],
    load: async () => (await import("./commands/removal-commands.ts")).runPrune,
  },
  {
    name: "backup",
    arguments: "<FILE>",
    help: "compare every version with its digest and copy a SQLite database to a file, while servers and imports run",
    settings: ["database"],
    load: async () => (await import("./commands/backup-commands.ts")).runBackup,
  },
  {
    name: "restore",
    arguments: "<FILE>",
    help: "replace a SQLite database, also a damaged one, by a backup, while servers run",
    settings: ["database", "yes"],
    load: async () => (await import("./commands/backup-commands.ts")).runRestore,
  },
];
