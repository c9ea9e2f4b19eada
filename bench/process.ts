/** Processes of a measurement: started on the cores that they may use, waited for, weighed, and ended by their ids. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

interface StartOptions {
  /** The cores that it may use, as taskset takes them: `0` or `0,1`; all where it is not given. */
  readonly cores?: string;
  /** Where its output goes. */
  readonly log: string;
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What ends it in good order. */
  readonly signal?: NodeJS.Signals;
  /** For a program that refuses to run as root. */
  readonly neverAsRoot?: boolean;
}

export interface Running extends AsyncDisposable {
  readonly pid: number;
  readonly exited: Promise<number>;
  /** How long it has computed; known once it has ended. */
  cpuSeconds(): number;
  /** What it has printed, and the end of that for messages. */
  output(): string;
  readLog(): string;
}

/** How long a process may take to end in good order. */
const patienceMs = 10_000;

/** In which /proc counts computing time, on every machine that Linux runs on today. */
const ticksPerSecond = 100;

/** Set by Ctrl-C, and never settled: everything is being ended, and then we are. */
let interrupted: Promise<never> | undefined;

/** Starts a program; when disposed of, it and all of its children are ended. */
export function start(command: readonly string[], options: StartOptions): Running {
  const { cores, log, folder, environment, signal = "SIGTERM", neverAsRoot = false } = options;
  if (interrupted !== undefined) throw new Error("Interrupted");
  const output = Bun.file(log);
  const pinned = cores === undefined ? [] : ["taskset", "-c", cores];
  const child = Bun.spawn([...pinned, ...(neverAsRoot ? withoutRoot : []), ...command], {
    cwd: folder ?? process.cwd(),
    env: environmentFor(environment),
    stdio: ["ignore", output, output],
  });
  const running: Running = {
    pid: child.pid,
    exited: child.exited,
    cpuSeconds: () => Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
    output: () => readFileSync(log, "utf8"),
    readLog: () => running.output().trimEnd().split("\n").slice(-5).join("\n"),
    async [Symbol.asyncDispose]() {
      const family = findFamily(child.pid);
      child.kill(signal);
      const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await child.exited;
      clearTimeout(patience);
      for (const pid of family.slice(1)) signalIfThere(pid, "SIGKILL");
    },
  };
  return running;
}

/** Runs a program to its end. Throws with the end of its output where it fails. */
export async function run(command: readonly string[], options: StartOptions): Promise<Running> {
  await using program = start(command, options);
  if ((await program.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${program.readLog()}`);
  return program;
}

/** What starts a program as somebody who may not do much, where we are root. */
export const withoutRoot: readonly string[] =
  userInfo().uid === 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : [];

/** Ours without settings of the service, and with what is given. */
function environmentFor(own: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TEACHERS_.*|DATABASE_URL|PORT)$/.test(name));
  return { ...Object.fromEntries(kept), ...own };
}

/** Asks until the answer is 200. Throws where the program ends before, or takes longer than `timeoutMs`. */
export async function waitForAnswer(url: string, program: Running, timeoutMs: number): Promise<void> {
  let ended = false;
  void program.exited.then(() => {
    ended = true;
  });
  const signal = AbortSignal.timeout(timeoutMs);
  while (!(await answers(url, signal))) {
    if (ended) throw new Error(`ended before it answered: ${program.readLog()}`);
    if (signal.aborted) throw new Error(`no answer within ${timeoutMs / 1000} s: ${program.readLog()}`);
    await Bun.sleep(1);
  }
}

async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

export interface Memory {
  /** What the processes hold, each page of memory that several share counted once. */
  readonly pssBytes: number;
  /** The sum of what each of them holds, shared pages counted for each. */
  readonly rssBytes: number;
  /** What of that lies in no file. */
  readonly anonymousBytes: number;
}

/** What the processes and their children hold together. */
export function readMemory(pids: readonly number[]): Memory {
  const texts = pids.flatMap(findFamily).map((pid) => readIfThere(`/proc/${pid}/smaps_rollup`));
  const sum = (name: string): number =>
    texts.reduce(
      (bytes, text) => bytes + 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0),
      0,
    );
  return { pssBytes: sum("Pss"), rssBytes: sum("Rss"), anonymousBytes: sum("Anonymous") };
}

/** The most that a process has held in memory since {@link resetPeak}, shared pages and files included. */
export function readPeakBytes(pid: number): number {
  return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Starts a new measurement of the peak: 5 resets it (proc_pid_clear_refs(5)). */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** How long the processes and their children have computed so far. */
export function readCpuSeconds(pids: readonly number[]): number {
  return pids.flatMap(findFamily).reduce((seconds, pid) => {
    // The name before may hold spaces; behind it, user and system time are the 12th and the 13th (proc_pid_stat(5)).
    const fields = readIfThere(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ");
    return seconds + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
  }, 0);
}

/** A process and its children, and theirs. */
function findFamily(pid: number): number[] {
  return [pid, ...findChildren(pid).flatMap(findFamily)];
}

function findChildren(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended.
  }
  const children = threads.flatMap((thread) => readIfThere(`/proc/${pid}/task/${thread}/children`).split(" "));
  return children.filter((child) => child.trim() !== "").map(Number);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or its parent has ended it.
  }
}

/** Ends all of our children and theirs, whoever has started them, also those that are started meanwhile. */
async function endChildren(): Promise<void> {
  const from = performance.now();
  const asked = new Set<number>();
  const family = new Set<number>();
  for (let children = findChildren(process.pid); children.length > 0; children = findChildren(process.pid)) {
    for (const pid of children.flatMap(findFamily)) family.add(pid);
    const isLate = performance.now() - from > patienceMs;
    // A frozen process ends when it goes on.
    for (const pid of family) signalIfThere(pid, isLate ? "SIGKILL" : "SIGCONT");
    for (const pid of children.filter((child) => !asked.has(child))) {
      asked.add(pid);
      signalIfThere(pid, "SIGINT");
    }
    await Bun.sleep(20);
  }
  // Those whose parents did not end them.
  for (const pid of family) signalIfThere(pid, "SIGKILL");
}

/** What ends all that is put on it, last first, and then every other child: at its end, on a failure, and on Ctrl-C. */
export function openCleanup(): AsyncDisposableStack {
  const cleanup = new AsyncDisposableStack();
  const close = async (): Promise<void> => {
    if (interrupted === undefined) await AsyncDisposableStack.prototype.disposeAsync.call(cleanup);
    // What fails because everything is being ended must wait until it is.
    await interrupted;
  };
  const interrupt = (): void => {
    // Whoever passes signals on, as npm does, has a Ctrl-C come twice.
    if (interrupted !== undefined) return;
    console.error("\nInterrupted; ending what was started");
    // What fails now, fails because of that.
    process.on("unhandledRejection", () => {});
    interrupted = endChildren().then(() => process.exit(130));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, interrupt);
    cleanup.defer(() => void process.off(signal, interrupt));
  }
  cleanup.defer(endChildren);
  return Object.assign(cleanup, { disposeAsync: close, [Symbol.asyncDispose]: close });
}

/** A folder that goes with the cleanup. Others may look into it, since some programs run as somebody else. */
export function makeFolder(cleanup: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), "teachers-bench-"));
  chmodSync(folder, 0o755);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  cleanup.defer(remove);
  // After Ctrl-C, and not before: until then, somebody may write into it.
  process.once("exit", remove);
  return folder;
}

export function findFreePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
