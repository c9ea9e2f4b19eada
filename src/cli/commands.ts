/** The commands as a table: their arguments, settings and help, and what each does. */
import { lookup } from "node:dns/promises";
import { isTextFormat, textFormats } from "../import/format.ts";
import { findFreePort } from "../server/port.ts";
import type { ServeOptions } from "../server/server.ts";
import { waitForStopSignal } from "../server/signals.ts";
import { imageFolderBeside } from "../store/database-url.ts";
import type { Store } from "../store/store.ts";
import { backupCommands } from "./backup-commands.ts";
import type { CommandSpec } from "./command.ts";
import { historyCommands } from "./history-commands.ts";
import { historyTexts } from "./history-texts.ts";
import { importFile, publishSample } from "./import-command.ts";
import { listNames } from "./language.ts";
import { fail, log, print, printAll, report } from "./output.ts";
import { removalCommands } from "./removal-commands.ts";
import { SettingError, type SettingValues } from "./settings.ts";
import { findVersionOrThrow, renderVersion } from "./versions.ts";
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
      "allowIndexing",
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
      "lang",
    ],
    run: (values, [file = ""]) => importFile(values, file),
  },
  {
    name: "export",
    arguments: [],
    help: "write the directory as a file that import takes",
    settings: ["database", "format", "output", "at", "lang"],
    async run({ database, format, output, at }) {
      if (format !== null && !isTextFormat(format)) {
        throw new SettingError(`--format: "${format}" can only be imported; export writes ${listNames(textFormats)}`);
      }
      const write = async (store: Store): Promise<number> => {
        const current = at === null ? await store.findCurrent() : await findVersionOrThrow(store, at);
        const { name } = store.database;
        if (current === null) return fail(historyTexts.nothingToExport(name));
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
    settings: ["database", "lang"],
    run({ database }) {
      const show = async (store: Store): Promise<number> => {
        const current = await store.findCurrent();
        const { name } = store.database;
        print(current === null ? `${historyTexts.nothingYet(name)}\n` : renderVersion(name, current));
        return 0;
      };
      return withStore(database, show, { create: false });
    },
  },
  ...historyCommands,
  ...removalCommands,
  ...backupCommands,
  {
    name: "match",
    arguments: [["FILE", "a text file with a name on each line; - reads standard input"]],
    help: "find out who is meant by written names, and write CSV: name, verdict, reading, id, full name",
    settings: ["database", "dataDir", "lang"],
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
  const { database, host, baseUrl, workers } = values;
  const stopSignal = waitForStopSignal();
  const { isLoopback } = await import("../contract/request-url.ts");
  if (baseUrl === null && !isLoopback(host.toLowerCase())) {
    throw new SettingError(
      `--host: "${host}" can be reached from other machines; set --base-url to the public address, or listen on 127.0.0.1`,
    );
  }
  const imageFolder = values.dataDir ?? imageFolderBeside(database);
  (await import("./check-paths.ts")).checkPaths(database, values.dataDir, imageFolder);
  const options: ServeOptions = {
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
    log,
    onOpen: async (store) => {
      if (values.sample) await publishSample(store);
    },
  };
  await checkHost(host);
  const start =
    workers === 1
      ? (await import("../server/server.ts")).startServer
      : (await import("../server/workers.ts")).startWorkers;
  const server = startOn(options, () => start(options, workers));
  void server.listening.then(() => report(`Listening on ${server.listUrl}\n`));
  await stopSignal;
  await server.stop();
  return 0;
}

/** Throws if a host name can't be resolved. Errors of listening would depend on the resolver. */
async function checkHost(host: string): Promise<void> {
  const { code } = await lookup(host).then(
    () => ({ code: null }),
    (error: { code?: string }) => error,
  );
  if (code === null) return;
  // A name server may answer later. With exit code 2, a service manager would not retry.
  if (code === "EAI_AGAIN") {
    throw new Error(`--host: "${host}" can't be resolved, because no name server answers; use 127.0.0.1 or :: instead`);
  }
  throw unknownHost(host);
}

function unknownHost(host: string): SettingError {
  return new SettingError(`--host: "${host}" is not an address of this machine; use 127.0.0.1, :: or localhost`);
}

/** Starts a listener, and turns its errors into setting errors. */
function startOn<Server>({ host, port }: Pick<ServeOptions, "host" | "port">, start: () => Server): Server {
  try {
    return start();
  } catch (error) {
    const { code = "", syscall, message } = error as Error & { readonly code?: string; readonly syscall?: string };
    if (code === "EADDRINUSE") {
      throw new SettingError(
        `--port: "${port}" is in use on ${host}; set --port or TEACHERS_PORT to another one, such as ${findFreePort(host, port)}`,
      );
    }
    const isListening = syscall === "listen" || message.startsWith("Failed to listen");
    // For an unresolvable address, Bun reports the code of an unrelated error, or none.
    if (!isListening || code === "EACCES") throw error;
    throw unknownHost(host);
  }
}
