/** The office command: serves the officer's pages, to the browser of this machine or behind a proxy. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { isLoopback } from "../../http/contract/routes.ts";
import { createKeyEntrance, createProxyEntrance, describeRisk, keyMs } from "../../office/entrance.ts";
import { type OfficeListenOptions, startOffice } from "../../office/office.ts";
import type { OfficeOptions } from "../../office/request.ts";
import { copyPathOf } from "../../server/copy.ts";
import type { Log } from "../../server/log/log.ts";
import { type Store, withStore } from "../../store/store.ts";
import { startOn } from "../settings/listen-address.ts";
import { readSecretFile } from "../settings/secret-file.ts";
import { type ReadSettings, SettingError, type SettingValues } from "../settings/settings.ts";
import { waitForStopSignal } from "../terminal/interruption.ts";
import { openLog } from "../terminal/log-output.ts";
import { report } from "../terminal/output.ts";

const loopback = "127.0.0.1";
/** The time limit for a file to be read. */
const readMs = 60_000;

const keyRules = "It works once, within ten minutes. Press Enter for a new key. Ctrl-C ends the program.";

const texts = {
  listening: (url: string): string => `The officer's pages: ${url}`,
  link: (url: string, key: string): string => `${url}enter and enter this key:\n\n${key}\n\n${keyRules}`,
} as const;

/** Serves officers until a signal stops it. Returns the exit code. Throws {@link SettingError}. */
export async function runOffice(
  values: SettingValues,
  _: readonly string[],
  { sources }: ReadSettings,
): Promise<number> {
  const { database } = values;
  const stopSignal = waitForStopSignal();
  const { log, exitWithoutReader } = openLog(values.logFormat);
  const listen = findListenOptions(values, sources);
  const keyEntrance = isBehindProxy(values) ? null : createKeyEntrance(() => performance.now());
  const entrance = keyEntrance ?? createProxyEntranceOf(values, log);
  // Checked at the start, because a standby, or a role that only reads, can't publish.
  const checkRights = async (store: Store): Promise<void> => {
    const refusal = await store.findRefusal();
    if (refusal !== null) throw refusal;
  };
  await withStore(database, { create: true, migrates: true }, checkRights);
  const options: OfficeOptions = {
    databaseUrl: database,
    copyPath: copyPathOf(database, values.copy),
    directoryUrl: values.directoryUrl,
    entrance,
    reader: {
      command: readerCommand(),
      ms: readMs,
      onFailure: (ended, ms) =>
        log("request.failed", { error: `The process that read an upload ended with ${ended} after ${ms} ms` }),
    },
    log,
  };
  const port = "port" in listen.at ? listen.at.port : 0;
  const office = await startOn({ host: loopback, port }, () => startOffice(options, listen));
  const stopKeys = keyEntrance === null ? null : giveKeys(office.url, keyEntrance.renewKey);
  if (stopKeys === null) report(texts.listening(office.url));
  await stopSignal;
  stopKeys?.();
  await office.stop();
  exitWithoutReader();
  return 0;
}

/** Where to listen. Plain http is accepted only from this machine. */
function findListenOptions(values: SettingValues, sources: ReadSettings["sources"]): OfficeListenOptions {
  const { host, port, socket, baseUrl } = values;
  if (!isLoopback(host.toLowerCase())) {
    throw new SettingError(
      `--host: "${host}" can be reached from other machines over plain http; listen on 127.0.0.1, or use --socket behind a proxy with https`,
    );
  }
  if (!isBehindProxy(values)) {
    for (const name of ["users", "baseUrl"] as const) {
      if (values[name] !== null) throw new SettingError(`${sources[name]}: needs --socket or --proxy-secret-file`);
    }
    return { at: { port: sources.port === undefined ? 0 : port }, baseUrl: null };
  }
  if (socket !== null && values.proxySecretFile !== null) {
    throw new SettingError("--proxy-secret-file: is not needed with --socket; set only one of them");
  }
  if (baseUrl === null || values.users === null) {
    throw new SettingError("--base-url and --users: both are required behind a proxy");
  }
  if (!baseUrl.startsWith("https://") || new URL(baseUrl).pathname !== "/") {
    throw new SettingError(
      `--base-url: "${baseUrl}" is not accepted; expected https:// with a host of its own and no path`,
    );
  }
  if (socket !== null) return { at: { socket }, baseUrl };
  if (sources.port === undefined) throw new SettingError("--port: is needed with --proxy-secret-file");
  return { at: { port }, baseUrl };
}

const isBehindProxy = ({ socket, proxySecretFile }: SettingValues): boolean =>
  socket !== null || proxySecretFile !== null;

function createProxyEntranceOf({ proxySecretFile, userHeader, users }: SettingValues, log: Log) {
  refuseRisk("--users", users!);
  return createProxyEntrance({
    userHeader,
    secret: proxySecretFile === null ? null : readProxySecret(proxySecretFile),
    usersFile: users!,
    onUnreadable: (error) => log("setting.unreadable", { setting: "--users", error }),
  });
}

/** Throws {@link SettingError} if everybody may write to the file. A missing users file may still be made. */
function refuseRisk(flag: string, path: string): void {
  const risk = existsSync(path) ? describeRisk(path) : null;
  if (risk !== null) throw new SettingError(`${flag}: "${path}": ${risk}`);
}

const secretLengthMin = 20;

function readProxySecret(path: string): string {
  const flag = "--proxy-secret-file";
  const secret = readSecretFile(path, flag).trim();
  refuseRisk(flag, path);
  if (secret.length >= secretLengthMin) return secret;
  throw new SettingError(`${flag}: "${path}" has fewer than ${secretLengthMin} characters`);
}

/** Gives a key now, and another one whenever the officer presses Enter. Returns a function that ends this. */
function giveKeys(url: string, renewKey: () => string): () => void {
  let removeKeyFile = openBrowser(url, renewKey());
  const lines = createInterface({ input: process.stdin });
  lines.on("line", () => {
    removeKeyFile();
    removeKeyFile = openBrowser(url, renewKey());
  });
  return () => {
    lines.close();
    removeKeyFile();
  };
}

/** Opens the browser with a file that posts the key, or prints the link. Returns a function that removes the file. */
function openBrowser(url: string, key: string): () => void {
  const opener = findOpener();
  if (opener === null) {
    report(`Open ${texts.link(url, key)}`.split("\n"));
    return () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), "teachers-office-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  Bun.spawn([...opener, writeKeyFile(folder, url, key)], { stdio: ["ignore", "ignore", "ignore"] }).unref();
  report(`Opening ${url} in the browser. If nothing opens, open ${texts.link(url, key)}`.split("\n"));
  setTimeout(remove, keyMs).unref();
  return remove;
}

/**
 * Writes a private file that posts the key, so that the key appears in no URL, process list or log. Returns the file's
 * URL.
 */
function writeKeyFile(folder: string, url: string, key: string): string {
  const path = join(folder, "enter.html");
  const html = `<!doctype html><html lang="uk"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<title>Довідник викладачів</title>
<form method="post" action="${url}enter"><input type="hidden" name="key" value="${key}"><button>Увійти</button></form>
<script>document.forms[0].submit()</script></html>
`;
  writeFileSync(path, html, { mode: 0o600, flag: "wx" });
  return pathToFileURL(path).href;
}

/** The program that opens a file in the browser; null without a screen. */
function findOpener(): readonly string[] | null {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return (DISPLAY || WAYLAND_DISPLAY) && Bun.which("xdg-open") !== null ? ["xdg-open"] : null;
}

/** The command line of the process that reads an upload, for the source or for the executable of `npm run build`. */
function readerCommand(): string[] {
  // A single-file executable takes Bun's options from BUN_OPTIONS, which child processes inherit anyway.
  if (Bun.isStandaloneExecutable) return [process.execPath, "read-file"];
  return [process.execPath, ...process.execArgv, Bun.main, "read-file"];
}
