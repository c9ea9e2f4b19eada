/** The commands as a table: their arguments, settings and help, and what each does. */
import { isTextFormat, textFormats } from "../import/format.ts";
import { listNames } from "../import/quote.ts";
import type { RunningServer, ServeOptions } from "../server/server.ts";
import { waitForStopSignal } from "../server/signals.ts";
import { imageFolderBeside } from "../store/database-url.ts";
import type { Store } from "../store/store.ts";
import { backupCommands } from "./backup-commands.ts";
import type { CommandSpec } from "./command.ts";
import { historyCommands } from "./history-commands.ts";
import { importFile, publishSample } from "./import-command.ts";
import { type Address, checkExposure, checkHost, startOn } from "./listen-address.ts";
import { exitWithoutReader, openLog } from "./log-output.ts";
import { fail, print, printAll, report } from "./output.ts";
import { removalCommands } from "./removal-commands.ts";
import { SettingError, type SettingValues } from "./settings.ts";
import { findVersionOrThrow, renderVersion } from "./versions.ts";
import { watchOptions } from "./watch-options.ts";
import { withStore } from "./with-store.ts";

export const commands: readonly CommandSpec[] = [
  {
    name: "serve",
    arguments: [],
    help: "answer requests, and follow new publications",
    settings: [
      "database",
      "host",
      "port",
      "baseUrl",
      "maxLimit",
      "maxAge",
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
    ],
    run: serve,
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
      "map",
      "strict",
      "clean",
      "keepIds",
      "dryRun",
      "allowRemoved",
      "allowRenamed",
      "message",
      "report",
      "json",
    ],
    run: (values, [file = ""]) => importFile(values, file),
  },
  {
    name: "export",
    arguments: [],
    help: "write the directory as a file that import takes",
    settings: ["database", "format", "output", "at"],
    async run({ database, format, output, at }) {
      if (format !== null && !isTextFormat(format)) {
        throw new SettingError(`--format: "${format}" can only be imported; export writes ${listNames(textFormats)}`);
      }
      const write = async (store: Store): Promise<number> => {
        const current = at === null ? await store.findCurrent() : await findVersionOrThrow(store, at);
        const { name } = store.database;
        if (current === null) return fail(`Nothing is published yet in ${name}, so there is nothing to export`);
        const { renderExport } = await import("./export-file.ts");
        const { writeWholeFile } = await import("./whole-file.ts");
        await store.read((reader) => {
          const pieces = renderExport(format ?? "csv", reader.readTeachers(current.version));
          return output === null ? printAll(pieces) : writeWholeFile(output, pieces);
        });
        return 0;
      };
      return withStore(database, write, { create: false });
    },
  },
  {
    name: "status",
    arguments: [],
    help: "show what is published",
    settings: ["database"],
    run({ database }) {
      const show = async (store: Store): Promise<number> => {
        const current = await store.findCurrent();
        const { name } = store.database;
        print(current === null ? `Nothing is published yet in ${name}\n` : renderVersion(name, current));
        return 0;
      };
      return withStore(database, show, { create: false });
    },
  },
  {
    name: "doctor",
    arguments: [],
    help: "check the settings, the database and this machine, and say what to do",
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
    run: async (values) => (await import("./doctor-command.ts")).runDoctor(values),
  },
  {
    name: "ready",
    arguments: [],
    help: "ask the server on this machine whether it is ready, as a health check of a container",
    settings: ["host", "port"],
    run: async (values) => (await import("./ready-command.ts")).askReady(values),
  },
  ...historyCommands,
  ...removalCommands,
  ...backupCommands,
  {
    name: "match",
    arguments: [["FILE", "a text file with a name on each line; - reads standard input"]],
    help: "find out who is meant by written names, and write CSV: name, verdict, reading, id, full name",
    settings: ["database", "dataDir"],
    run: async (values, [file = ""]) => (await import("./match-command.ts")).matchFile(values, file),
  },
  {
    name: "generate",
    arguments: [["N", "the number of teachers, up to 100000000"]],
    help: "write N invented teachers to standard output, as CSV",
    settings: ["seed"],
    async run({ seed }, [argument = ""]) {
      const { generateCountMax, generateCsv } = await import("../generate/generate.ts");
      if (!/^\d{1,9}$/.test(argument) || Number(argument) > generateCountMax) {
        throw new SettingError(`N: "${argument}" is not a number from 0 to ${generateCountMax}`);
      }
      await printAll(generateCsv(Number(argument), seed));
      return 0;
    },
  },
];

async function serve(values: SettingValues): Promise<number> {
  const { database, host, baseUrl, workers, adminHost, adminPort } = values;
  const watching = watchOptions(values);
  const stopSignal = waitForStopSignal();
  checkExposure(host, baseUrl);
  const imageFolder = values.dataDir ?? imageFolderBeside(database);
  (await import("./check-paths.ts")).checkPaths(database, values.dataDir, imageFolder);
  const log = openLog(watching.logOptions);
  const options: ServeOptions = {
    ...watching,
    databaseUrl: database,
    imageFolder,
    host,
    port: values.port,
    baseUrl,
    limitMax: values.maxLimit,
    maxAgeSeconds: values.maxAge,
    cacheBytesMax: values.cacheSize * 1_000_000,
    drainDelaySeconds: values.drainDelay,
    indexable: values.allowIndexing,
    rateLimit: values.rateLimit,
    trustedProxies: values.trustedProxy ?? [],
    log,
    onOpen: async (store) => {
      if (values.sample) await publishSample(store, log);
    },
  };
  const address: Address = { host, port: values.port, names: ["host", "port"] };
  await checkHost(address);
  let server: RunningServer | null = null;
  let admin: { stop(): Promise<void> } | null = null;
  if (adminPort !== null) {
    const adminAddress: Address = { host: adminHost, port: adminPort, names: ["adminHost", "adminPort"] };
    await checkHost(adminAddress);
    // Its library loads for tens of milliseconds, so before requests come, and not where there is no such port.
    const { startAdmin } = await import("../server/admin.ts");
    admin = startOn(adminAddress, () => startAdmin({ ...adminAddress, log, getServer: () => server }));
  }
  const start =
    workers === 1
      ? (await import("../server/server.ts")).startServer
      : (await import("../server/workers.ts")).startWorkers;
  try {
    server = startOn(address, () => start(options, workers));
  } catch (error) {
    await admin?.stop();
    throw error;
  }
  const { listUrl, listening } = server;
  void listening.then(() => {
    log("server.listening", { url: listUrl });
    // For people and scripts. Where the log is for programs, its reader may read standard output too.
    if (values.logFormat === "text") report(`Listening on ${listUrl}\n`);
  });
  await stopSignal;
  await server.stop();
  await admin?.stop();
  exitWithoutReader(0);
  return 0;
}
