/** The serve command: a server, and its admin port if there is one. */
import sampleFile from "../../../sample/teachers.csv" with { type: "file" };
import { release } from "../../domain/release.ts";
import { createRoster } from "../../domain/roster.ts";
import { isLoopback } from "../../http/contract/routes.ts";
import { startAdmin } from "../../server/admin.ts";
import { copyPathOf } from "../../server/copy.ts";
import { newState, startServer } from "../../server/server.ts";
import { checkDamage } from "../../server/thread.ts";
import type { Store } from "../../store/store.ts";
import { startOn } from "../settings/listen-address.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { waitForStopSignal } from "../terminal/interruption.ts";
import { openLog } from "../terminal/log-output.ts";
import { fail, print } from "../terminal/output.ts";

/** Serves until a signal stops it. Returns the exit code. */
export async function serve(values: SettingValues): Promise<number> {
  const { database, readDatabaseUrl, host, baseUrl, logFormat, adminHost, adminPort } = values;
  const stopSignal = waitForStopSignal();
  if (baseUrl === null && !isLoopback(host.toLowerCase()))
    throw new SettingError(
      `--host: "${host}" can be reached from other machines; set --base-url to the public address, or listen on 127.0.0.1`,
    );
  const { log, isText, countDropped, exitWithoutReader } = openLog(logFormat);
  // Loaded only here, because loading the library of metrics takes time.
  const metrics = adminPort === null ? null : (await import("../../server/metrics.ts")).createMetrics();
  const state = newState();
  const address = { host, port: values.port };
  let admin: ReturnType<typeof startAdmin> | null = null;
  if (adminPort !== null && metrics !== null) {
    const adminAddress = { host: adminHost, port: adminPort, prefix: "admin-" } as const;
    admin = await startOn(adminAddress, () => startAdmin({ ...adminAddress, log, metrics, state, countDropped }));
  }
  const copyPath = copyPathOf(database, values.copy);
  async function onOpen(store: Store, url: string): Promise<void> {
    if (values.sample) await publishSample(store);
    void checkDamage(url, log, (isDamaged) => metrics?.onChecked(isDamaged));
  }
  startWatchdog();
  const options = { log, listen: values, state, metrics, copyPath, readDatabaseUrl, onOpen };
  let server: ReturnType<typeof startServer> | undefined;
  try {
    const listening = startOn(address, () => {
      server = startServer(options);
      return server.listening;
    });
    const listUrl = await Promise.race([listening, stopSignal]);
    if (listUrl !== undefined) {
      log("server.listening", { release: release.version, url: listUrl, admin: admin?.url });
      // With a JSON log this is not printed, because a reader of the log may also read standard output.
      // A full disk is no reason to stop.
      if (isText) Promise.try(print, `Listening on ${listUrl}`).catch(({ message }: Error) => fail(message));
    }
    await stopSignal;
  } finally {
    await server?.stop();
    await admin?.stop();
  }
  log("server.stopped", { release: release.version });
  exitWithoutReader();
  return 0;
}

/**
 * Tells systemd that the server is alive: now, and in each third of the time that it waits (WatchdogSec). If the server
 * hangs, systemd restarts it.
 */
function startWatchdog(): void {
  const waitsMs = Number(process.env.WATCHDOG_USEC ?? 0) / 1000;
  if (waitsMs === 0) return;
  const send = (): void => {
    try {
      // Bun has no datagram sockets in the file system.
      Bun.spawn(["systemd-notify", "WATCHDOG=1"], { stdio: ["ignore", "ignore", "ignore"] }).unref();
    } catch {
      // Out of processes or memory. If that lasts, systemd restarts the server.
    }
  };
  send();
  setInterval(send, waitsMs / 3).unref();
}

/** Publishes the sample, which the package and the executable contain, unless the database has content. */
async function publishSample(store: Store): Promise<void> {
  if ((await store.findCurrent()) !== null) return;
  // Loaded here, because most servers never publish the sample.
  const { readFile } = await import("../../read/read.ts");
  // `npm run build` embeds the file in the executable.
  const { teachers } = await readFile(Buffer.from(await Bun.file(sampleFile).bytes()));
  const kept = { source: { kind: "sample" }, message: "", publishedBy: "", answers: "" } as const;
  await store.publish(createRoster(teachers.rows.ids, teachers.rows.columns), kept, null);
}
