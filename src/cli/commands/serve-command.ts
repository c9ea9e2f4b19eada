/** The serve command: a server, and its admin port if there is one. */
import { resolve } from "node:path";
import sampleFile from "../../../sample/teachers.csv" with { type: "file" };
import { sampleSource } from "../../domain/publication.ts";
import { release } from "../../domain/release.ts";
import { createPolledDatabase } from "../../server/follow/polled-database.ts";
import { runBuilder } from "../../server/images/build-image.ts";
import type { Log } from "../../server/log/log.ts";
import { waitForStopSignal } from "../../server/process.ts";
import { type RunningServer, type ServeOptions, startServer } from "../../server/server.ts";
import { startWatchdog } from "../../server/watchdog.ts";
import { imageFolderBeside } from "../../store/database-url.ts";
import type { Store } from "../../store/store.ts";
import { checkPaths } from "../settings/check-paths.ts";
import { checkExposure, checkHost, startOn } from "../settings/listen-address.ts";
import type { ReadSettings } from "../settings/read-settings.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { openLog } from "../terminal/log-output.ts";
import { report } from "../terminal/output.ts";

/** The default folder for an edge's copy of the image. */
const edgeFolder = "var/edge.images";

/** Serves until a signal stops it. Returns the exit code. */
export async function serve(
  values: SettingValues,
  _: readonly string[],
  { readDatabaseUrl }: ReadSettings,
): Promise<number> {
  const { database, host, baseUrl, logFormat, logLevel, adminHost, adminPort, imagesFrom } = values;
  const listen = listenOptions(values);
  const stopSignal = waitForStopSignal();
  checkExposure(host, baseUrl);
  const isEdge = imagesFrom !== null;
  const imageFolder = values.dataDir ?? (isEdge ? edgeFolder : imageFolderBeside(database));
  if (isEdge) checkEdge(values, imagesFrom, imageFolder);
  checkPaths(isEdge ? null : database, values.dataDir, imageFolder);
  const { exitWithoutReader, ...output } = openLog({ format: logFormat, level: logLevel });
  const { log } = output;
  // Loaded only for edges, because it needs zod, and loading zod takes a tenth of the start-up time.
  const polledFolder = isEdge ? await import("../../server/follow/polled-folder.ts") : null;
  const options: ServeOptions = {
    ...output,
    listen,
    imageFolder,
    // Loaded only here, because loading the library of metrics takes time.
    metrics: adminPort === null ? null : (await import("../../server/metrics/server-metrics.ts")).createServerMetrics(),
    // The metrics count some events of this log.
    openSource: (countedLog, onPublication) => {
      if (isEdge) return polledFolder!.createPolledFolder(imagesFrom, imageFolder);
      const onOpen = async (store: Store): Promise<void> => {
        if (values.sample) await publishSample(store, countedLog);
      };
      const build = runBuilder;
      return createPolledDatabase({ log: countedLog, onPublication, readDatabaseUrl, imageFolder, build, onOpen });
    },
  };
  const address = { host, port: values.port };
  await checkHost(address);
  let server: RunningServer;
  let admin: { stop(): Promise<void> } | null = null;
  if (adminPort !== null) {
    const adminAddress = { host: adminHost, port: adminPort, prefix: "admin-" } as const;
    await checkHost(adminAddress);
    const { startAdmin } = await import("../../server/admin.ts");
    admin = startOn(adminAddress, () => startAdmin({ ...adminAddress, log, getServer: () => server }));
  }
  try {
    server = startOn(address, () => startServer(options));
  } catch (error) {
    await admin?.stop();
    throw error;
  }
  const { version } = release;
  log("server.started", { release: version });
  log("server.listening", { url: server.listUrl });
  // With a JSON log this is not printed, because a reader of the log may also read standard output.
  if (logFormat === "text") report(`Listening on ${server.listUrl}`);
  startWatchdog();
  await stopSignal;
  await server.stop();
  await admin?.stop();
  log("server.stopped", { release: version });
  exitWithoutReader();
  return 0;
}

/** Checks the settings of an edge, a server without a database. Throws {@link SettingError}. */
function checkEdge({ sample }: SettingValues, imagesFrom: string, imageFolder: string): void {
  if (sample) throw new SettingError("--sample: has no effect with --images-from, which needs no database");
  if (resolve(imagesFrom) === resolve(imageFolder)) {
    throw new SettingError(
      `--images-from: "${imagesFrom}" is also the folder of --data-dir; an edge needs one of its own`,
    );
  }
}

function listenOptions(values: SettingValues): ServeOptions["listen"] {
  return {
    host: values.host,
    port: values.port,
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
  await store.publish(roster, { source: sampleSource, dryRun: false });
  log("sample.published", { teachers: roster.count });
}

async function* readSample(): AsyncGenerator<Uint8Array> {
  // `npm run build` embeds the file in the executable, from which node:fs can't stream it.
  yield await Bun.file(sampleFile).bytes();
}
