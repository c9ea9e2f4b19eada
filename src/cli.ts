/** The commands: reads arguments and settings, calls what does the work, prints, and gives the exit code. */
import { createReadStream } from "node:fs";
import { basename, join } from "node:path";
import { Command, CommanderError, Option } from "commander";
import {
  readSettings,
  type Setting,
  SettingError,
  type SettingName,
  type SettingValues,
  settings,
  variableOf,
} from "./config.ts";
import { ImportFaults, renderFaults } from "./import/fault.ts";
import { findFormat } from "./import/format.ts";
import { readRoster } from "./import/read.ts";
import { formatLogLine, type Log } from "./log.ts";
import type { Publication } from "./publication.ts";
import { release } from "./release.ts";
import type { ServeOptions } from "./serve.ts";
import { DatabaseBusyError, imageFolderBeside } from "./store/database.ts";
import { NewerDatabaseError } from "./store/migrations.ts";
import { openStore, type PublishResult, type Store } from "./store/store.ts";

interface CommandSpec<Names extends readonly SettingName[] = readonly SettingName[]> {
  readonly name: string;
  readonly argument: readonly [name: string, help: string] | null;
  readonly help: string;
  readonly settings: Names;
  /** Works inside, for other commands of the program. */
  readonly hidden?: boolean;
  /** Does the work and gives the exit code. */
  run(values: Pick<SettingValues, Names[number]>, argument: string): Promise<number>;
}

const command = <const Names extends readonly SettingName[]>(spec: CommandSpec<Names>): CommandSpec =>
  spec as unknown as CommandSpec;

/** How long an import waits for another one to finish. */
const importLockWaitMs = 60_000;

const serveSettings = [
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
] as const satisfies readonly SettingName[];

const commands: readonly CommandSpec[] = [
  command({
    name: "serve",
    argument: null,
    help: "answer requests, and follow what is published",
    settings: serveSettings,
    run: serve,
  }),
  command({
    name: "import",
    argument: ["FILE", "a CSV, JSON or NDJSON file; - reads standard input"],
    help: "publish a file as the new content of the directory",
    settings: ["database", "format", "dryRun"],
    run: importFile,
  }),
  command({
    name: "export",
    argument: null,
    help: "write the directory to standard output, as a file that import takes",
    settings: ["database", "format"],
    async run({ database, format }) {
      return withStore(database, async (store) => {
        const current = await store.findCurrent();
        if (current === null) return fail("Nothing is published yet, so that there is nothing to export");
        const { renderExport } = await import("./export.ts");
        await printAll(renderExport(format ?? "csv", store.readTeachers(current.version)));
        return 0;
      });
    },
  }),
  command({
    name: "status",
    argument: null,
    help: "say what is published",
    settings: ["database"],
    run: ({ database }) =>
      withStore(database, async (store) => {
        const current = await store.findCurrent();
        print(current === null ? "Nothing is published yet\n" : renderStatus(current));
        return 0;
      }),
  }),
  command({
    name: "generate",
    argument: ["N", "how many, up to 100000000"],
    help: "write N invented teachers to standard output, as CSV",
    settings: ["seed"],
    async run({ seed }, argument) {
      const { generateCountMax, generateCsv } = await import("./generate/generate.ts");
      if (!/^\d{1,9}$/.test(argument) || Number(argument) > generateCountMax) {
        throw new SettingError(`N: "${argument}" is not a number from 0 to ${generateCountMax}`);
      }
      await printAll(generateCsv(Number(argument), seed));
      return 0;
    },
  }),
  command({
    name: "serve-worker",
    argument: null,
    help: "answer requests for a supervisor; servers call this by themselves",
    settings: [],
    hidden: true,
    async run() {
      await (await import("./workers.ts")).runWorker(log);
      return 0;
    },
  }),
  command({
    name: "build-image",
    argument: null,
    help: "build the image of what is published; servers call this by themselves",
    settings: ["database", "dataDir"],
    hidden: true,
    async run({ database, dataDir }) {
      const { buildImage } = await import("./build-image.ts");
      return withStore(database, async (store) => {
        print(`${await buildImage(store, dataDir ?? imageFolderBeside(database))}\n`);
        return 0;
      });
    },
  }),
];

async function serve(values: Pick<SettingValues, (typeof serveSettings)[number]>): Promise<number> {
  const { database, host, baseUrl, workers } = values;
  const { isLoopback } = await import("./http/host.ts");
  if (baseUrl === null && !isLoopback(host)) {
    throw new SettingError(
      `--host: "${host}" can be reached from other machines; set --base-url to the public address, or listen on 127.0.0.1`,
    );
  }
  const options: ServeOptions = {
    databaseUrl: database,
    imageFolder: values.dataDir ?? imageFolderBeside(database),
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
  const server =
    workers === 1
      ? (await import("./serve.ts")).startServer(options)
      : (await import("./workers.ts")).startWorkers(options, workers);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve(server.stop()));
  });
  void server.ready.then((publication) => {
    const content =
      publication === null ? "nothing published yet" : `${publication.count} teachers, version ${publication.version}`;
    print(`Listening on ${server.listUrl} (${content})\n`);
  });
  await stopped;
  return 0;
}

async function importFile(
  { database, format, dryRun }: Pick<SettingValues, "database" | "format" | "dryRun">,
  file: string,
): Promise<number> {
  const fromInput = file === "-";
  const input = fromInput ? Bun.stdin.stream() : createReadStream(file, { highWaterMark: 1024 * 1024 });
  const roster = await readRoster(input as AsyncIterable<Uint8Array>, {
    format: format ?? (fromInput ? "csv" : (findFormat(file) ?? "csv")),
  }).catch((error: Error & { syscall?: string }) => {
    if (error.syscall === undefined) throw error;
    // Node's own message, `EISDIR: illegal operation on a directory, read`, does not always name the file.
    throw new Error(`"${file}" can't be read: ${error.message.replace(/^\w+: |, \w+(?: '.*')?$/g, "")}`);
  });
  return withStore(database, async (store) => {
    const source = fromInput ? "standard input" : basename(file);
    const result = await store.publish(roster, { source, dryRun });
    print(renderResult(result, dryRun));
    return 0;
  });
}

/** The sample goes the way of every file: read, checked, published. */
async function publishSample(store: Store): Promise<void> {
  if ((await store.findCurrent()) !== null) return;
  const file = join(import.meta.dir, "../sample/teachers.csv");
  const roster = await readRoster(createReadStream(file), { format: "csv" });
  await store.publish(roster, { source: "sample/teachers.csv", dryRun: false });
  log("sample.published", { teachers: roster.count });
}

async function withStore(url: string, work: (store: Store) => Promise<number>): Promise<number> {
  const store = await openStore(url, { lockWaitMs: importLockWaitMs });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function renderResult(result: PublishResult, dryRun: boolean): string {
  const { added, changed, removed, unchanged, publication, published } = result;
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
  if (published) return `Published version ${publication!.version}: ${counts}\n`;
  if (publication !== null) return `Nothing to publish: ${counts}; version ${publication.version} holds this already\n`;
  return `${dryRun ? "Would publish" : "Published"}: ${counts}\n`;
}

function renderStatus({
  version,
  id,
  publishedAt,
  source,
  count,
  added,
  changed,
  removed,
  digest,
}: Publication): string {
  const rows: [string, string][] = [
    ["Version", `${version} (${id})`],
    ["Published", `${publishedAt} from ${source}`],
    ["Teachers", `${count} (${added} added, ${changed} changed, ${removed} removed)`],
    ["Digest", digest],
  ];
  return rows.map(([name, value]) => `${name.padEnd(10)} ${value}\n`).join("");
}

const log: Log = (event, fields) => {
  process.stderr.write(`${formatLogLine(new Date(), event, fields)}\n`);
};

function print(text: string): void {
  process.stdout.write(text);
}

function fail(message: string, exitCode = 1): number {
  process.stderr.write(`teachers: ${message}\n`);
  return exitCode;
}

/** Prints pieces as fast as the reader takes them. A reader that has seen enough, such as head, ends it quietly. */
async function printAll(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const writer = Bun.stdout.writer();
  try {
    for await (const piece of pieces) {
      await writer.write(piece);
      await writer.flush();
    }
    await writer.end();
  } catch (error) {
    if ((error as { code?: string }).code !== "EPIPE") throw error;
  }
}

/** The commands for commander, with the settings as options that all go through {@link readSettings}. */
function createProgram(
  environment: Readonly<Record<string, string | undefined>>,
  done: (exitCode: number) => void,
): Command {
  const program = new Command("teachers")
    .description("A read-only, paginated directory of teachers over HTTP.")
    .version(release.version)
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError("(add --help for the commands and their settings)");
  for (const spec of commands) {
    const sub = program.command(spec.name, { hidden: spec.hidden ?? false }).description(spec.help);
    if (spec.argument !== null) sub.argument(`<${spec.argument[0]}>`, spec.argument[1]);
    for (const name of spec.settings) sub.addOption(createOption(settings[name]));
    sub.allowExcessArguments(false);
    sub.action(async (...received: unknown[]) => {
      const argument = spec.argument === null ? "" : (received[0] as string);
      const flags = received[spec.argument === null ? 0 : 1] as Record<string, string | boolean | undefined>;
      done(await spec.run(readSettings(spec.settings, flags, environment), argument));
    });
  }
  return program;
}

function createOption(declared: Setting): Option {
  const { flag, placeholder, customaryVariable } = declared;
  const variables =
    customaryVariable === undefined ? variableOf(declared) : `${variableOf(declared)} or ${customaryVariable}`;
  const defaultText = declared.default === null || placeholder === null ? "" : `, default ${declared.default}`;
  const help = `${declared.help} (${variables}${defaultText})`;
  return new Option(placeholder === null ? `--${flag}` : `--${flag} <${placeholder}>`, help);
}

/** Runs a command line and gives the exit code: 0 done, 1 faulty data or a failure, 2 a setting that can't be used. */
async function main(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  let exitCode = 0;
  try {
    await createProgram(environment, (code) => {
      exitCode = code;
    }).parseAsync([...argv]);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof SettingError) return fail(error.message, 2);
    if (error instanceof ImportFaults) {
      process.stderr.write(`${renderFaults(error)}\n`);
      return 1;
    }
    if (error instanceof DatabaseBusyError || error instanceof NewerDatabaseError) return fail(error.message);
    return fail((error as Error).message);
  }
}

process.exitCode = await main(process.argv, process.env);
