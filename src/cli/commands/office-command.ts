/** The office command: serves the officer's pages, to the browser of this machine or behind a proxy. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { startOffice } from "../../office/app.ts";
import { createKeyEntrance, createProxyEntrance, describeRisk, keyMs } from "../../office/entrance.ts";
import type { OfficeOptions } from "../../office/request.ts";
import { copyPathOf } from "../../server/copy.ts";
import type { Log } from "../../server/log.ts";
import { withStore } from "../../store/store.ts";
import { startOn } from "../settings/listen-address.ts";
import { readSecretFile } from "../settings/secret-file.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { waitForStopSignal } from "../terminal/interruption.ts";
import { openLog } from "../terminal/log-output.ts";
import { print } from "../terminal/output.ts";

const secretLengthMin = 20;

/** Serves officers until a signal stops it. Returns the exit code. Throws {@link SettingError}. */
export async function runOffice(values: SettingValues): Promise<number> {
  const { database } = values;
  const stopSignal = waitForStopSignal();
  const { log, exitWithoutReader } = openLog(values.logFormat);
  const listen = findListenOptions(values);
  const keyEntrance = isBehindProxy(values) ? null : createKeyEntrance(() => performance.now());
  const entrance = keyEntrance ?? openProxyEntrance(values, log);
  // Checked at the start, because a standby, or a role that only reads, can't publish.
  await withStore(database, { create: true, migrates: true }, async (store) => {
    const refusal = await store.findRefusal();
    if (refusal !== null) throw refusal;
  });
  const options = {
    ...listen,
    databaseUrl: database,
    copyPath: copyPathOf(database, values.copy),
    directoryUrl: values.directoryUrl,
    entrance,
    readerCommand: readerCommand(),
    log,
  };
  const address = "port" in listen.at ? { host: "127.0.0.1", ...listen.at } : listen.at;
  const office = await startOn(address, () => startOffice(options));
  const stopKeys = keyEntrance === null ? null : giveKeys(office.url, keyEntrance.renewKey);
  if (stopKeys === null) print(`The officer's pages: ${office.url}`);
  await stopSignal;
  stopKeys?.();
  await office.stop();
  exitWithoutReader();
  return 0;
}

const isBehindProxy = ({ socket, proxySecretFile }: SettingValues): boolean =>
  socket !== null || proxySecretFile !== null;

/** Where to listen. Plain http is accepted only from this machine. */
function findListenOptions(values: SettingValues): Pick<OfficeOptions, "at" | "baseUrl"> {
  const { port, socket, baseUrl, users } = values;
  const hasPort = values.sourceOf("port") !== "default";
  const refuse = (problem: string): never => {
    throw new SettingError(problem);
  };
  if (!isBehindProxy(values)) {
    // The variable may be that of the servers of this machine.
    if (users !== null || values.sourceOf("baseUrl") === "cli")
      refuse("--users and --base-url: need --socket or --proxy-secret-file, because only a proxy names users");
    return { at: { port: hasPort ? port : 0 }, baseUrl: null };
  }
  if (baseUrl === null || users === null) return refuse("--base-url and --users: both are required behind a proxy");
  if (!baseUrl.startsWith("https://") || new URL(baseUrl).pathname !== "/")
    refuse(`--base-url: "${baseUrl}" is not accepted; expected https:// with a host of its own and no path`);
  if (socket === null && !hasPort) refuse("--port: is needed with --proxy-secret-file");
  return { at: socket === null ? { port } : { socket }, baseUrl };
}

/** Throws {@link SettingError} if the file of users or of the secret can't be trusted. */
function openProxyEntrance({ proxySecretFile, users }: SettingValues, log: Log) {
  const secret = proxySecretFile === null ? null : readSecretFile(proxySecretFile, "--proxy-secret-file").trim();
  for (const [flag, path] of [["--users", users!] as const, ["--proxy-secret-file", proxySecretFile] as const]) {
    // A missing users file may still be made.
    const risk = path !== null && existsSync(path) ? describeRisk(path) : null;
    if (risk !== null) throw new SettingError(`${flag}: "${path}": ${risk}`);
  }
  if (secret !== null && secret.length < secretLengthMin)
    throw new SettingError(`--proxy-secret-file: "${proxySecretFile}" has fewer than ${secretLengthMin} characters`);
  return createProxyEntrance(secret, users!, log);
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

/**
 * Prints the link and the key. With a screen, also opens the browser with a private file that posts the key, so that it
 * appears in no URL, process list or log. Returns a function that removes the file.
 */
function openBrowser(url: string, key: string): () => void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const opener = DISPLAY || WAYLAND_DISPLAY ? Bun.which("xdg-open") : null;
  const start = opener === null ? "Open" : `Opening ${url} in the browser. If nothing opens, open`;
  const rules = "It works once, within ten minutes. Press Enter for a new key. Ctrl-C ends the program.";
  print([`${start} ${url}enter and enter this key:`, "", key, "", rules]);
  if (opener === null) return () => {};
  const folder = mkdtempSync(join(tmpdir(), "teachers-office-"));
  const path = join(folder, "enter.html");
  const html = `<!doctype html><html lang="uk"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<title>Довідник викладачів</title>
<form method="post" action="${url}enter"><input type="hidden" name="key" value="${key}"><button>Увійти</button></form>
<script>document.forms[0].submit()</script></html>
`;
  writeFileSync(path, html, { mode: 0o600, flag: "wx" });
  Bun.spawn([opener, pathToFileURL(path).href], { stdio: ["ignore", "ignore", "ignore"] }).unref();
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  setTimeout(remove, keyMs).unref();
  return remove;
}

/** The command line of the process that reads an upload, for the source or for the executable of `npm run build`. */
function readerCommand(): string[] {
  // The executable has no path of the source, and no options of Bun.
  if (Bun.isStandaloneExecutable) return [process.execPath, "read-file"];
  return [process.execPath, ...process.execArgv, Bun.main, "read-file"];
}
