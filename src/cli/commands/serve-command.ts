/** The serve command: a server, and its admin port if there is one. */
import sampleFile from "../../../sample/teachers.csv" with { type: "file" };
import { release } from "../../domain/release.ts";
import { copyPathOf } from "../../server/copy-path.ts";
import { createDamageCheck } from "../../server/file-check.ts";
import type { Log } from "../../server/log/log.ts";
import { waitForStopSignal } from "../../server/process.ts";
import { type RunningServer, type ServeOptions, startServer } from "../../server/server.ts";
import { startWatchdog } from "../../server/watchdog.ts";
import type { Store } from "../../store/store.ts";
import { checkDatabasePath } from "../settings/check-paths.ts";
import { checkExposure, checkHost, startOn } from "../settings/listen-address.ts";
import type { ReadSettings, SettingValues } from "../settings/settings.ts";
import { openLog } from "../terminal/log-output.ts";
import { report } from "../terminal/output.ts";

/** Serves until a signal stops it. Returns the exit code. */
export async function serve(
  values: SettingValues,
  _: readonly string[],
  { readDatabaseUrl }: ReadSettings,
): Promise<number> {
  const { database, host, baseUrl, logFormat, logLevel, adminHost, adminPort } = values;
  const listen = listenOptions(values);
  const stopSignal = waitForStopSignal();
  checkExposure(host, baseUrl);
  checkDatabasePath(database);
  const { exitWithoutReader, ...output } = openLog({ format: logFormat, level: logLevel });
  const { log } = output;
  let fileCheck: ReturnType<typeof createDamageCheck> | undefined;
  const options: ServeOptions = {
    ...output,
    listen,
    database: { readDatabaseUrl, copyPath: copyPathOf(database, values.copy) },
    // Loaded only here, because loading the library of metrics takes time.
    metrics: adminPort === null ? null : (await import("../../server/metrics/server-metrics.ts")).createServerMetrics(),
    // The metrics count some events of this log.
    async onOpen(store, countedLog) {
      if (values.sample) await publishSample(store, countedLog);
      fileCheck ??= createDamageCheck(countedLog);
      fileCheck.watch(store.database.url);
    },
  };
  const address = { host, port: values.port };
  await checkHost(address);
  let server: RunningServer | undefined;
  let admin: { stop(): Promise<void> } | null = null;
  if (adminPort !== null) {
    const adminAddress = { host: adminHost, port: adminPort, prefix: "admin-" } as const;
    await checkHost(adminAddress);
    const { startAdmin } = await import("../../server/admin.ts");
    admin = await startOn(adminAddress, () => startAdmin({ ...adminAddress, log, getServer: () => server! }));
  }
  const { version } = release;
  startWatchdog();
  try {
    const listening = startOn(address, () => {
      server = startServer(options);
      return server.listening;
    });
    const listUrl = await Promise.race([listening, stopSignal]);
    if (listUrl !== undefined) {
      log("server.started", { release: version });
      log("server.listening", { url: listUrl });
      // With a JSON log this is not printed, because a reader of the log may also read standard output.
      if (logFormat === "text") report(`Listening on ${listUrl}`);
    }
    await stopSignal;
  } finally {
    await server?.stop();
    await admin?.stop();
  }
  log("server.stopped", { release: version });
  exitWithoutReader();
  return 0;
}

function listenOptions(values: SettingValues): ServeOptions["listen"] {
  return {
    host: values.host,
    port: values.port,
    reusePort: values.reusePort,
    baseUrl: values.baseUrl,
    limitMax: values.maxLimit,
    maxAgeSeconds: values.maxAge,
    drainDelaySeconds: values.drainDelay,
    indexable: values.allowIndexing,
    accessLog: values.accessLog,
  };
}

/** Publishes the sample, which the package and the executable contain, unless the database has content. */
async function publishSample(store: Store, log: Log): Promise<void> {
  if ((await store.findCurrent()) !== null) return;
  // Loaded here, because most servers never publish the sample.
  const { readTeacherFile } = await import("../../import/read-roster.ts");
  const { roster } = await readTeacherFile(readSample(), { format: "csv" });
  const kept = { source: { kind: "sample" }, message: "", publishedBy: "", namesakes: "[]", answers: "" } as const;
  await store.publish(roster, kept, null);
  log("sample.published", { teachers: roster.count });
}

async function* readSample(): AsyncGenerator<Uint8Array> {
  // `npm run build` embeds the file in the executable, from which node:fs can't stream it.
  yield await Bun.file(sampleFile).bytes();
}
