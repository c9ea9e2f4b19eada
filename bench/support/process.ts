/** Child processes of a benchmark: starts them on given cores, reads their CPU time and memory, and ends them by id. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

interface StartOptions {
  /** The allowed cores in the syntax of taskset, such as `0` or `0,1`; all if absent. */
  readonly cores?: string;
  /** The file for standard output and standard error. */
  readonly log: string;
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The signal that ends it gracefully; SIGTERM if absent. */
  readonly signal?: NodeJS.Signals;
  /** Whether to drop root privileges, for a program that refuses to run as root. */
  readonly neverAsRoot?: boolean;
}

export interface Running extends AsyncDisposable {
  readonly pid: number;
  readonly exited: Promise<number>;
  /** Its CPU time, known once it has ended. */
  cpuSeconds(): number;
  /** All of its output. */
  output(): string;
  /** The last lines of its output, for error messages. */
  outputTail(): string;
}

/** The time that a process has to end gracefully before it is killed. */
const exitTimeoutMs = 10_000;

/** The unit of CPU time in /proc, the same on all current platforms of Linux. */
const ticksPerSecond = 100;

/** Set when Ctrl-C is pressed. It never settles, because the program exits once all children have ended. */
let interrupted: Promise<never> | undefined;

/** An import with the code of what it must confirm, which a dry run tells: generated lists have unusual names. */
export function confirmed(command: readonly string[], environment: Readonly<Record<string, string>> = {}): string[] {
  const env = { ...process.env, ...environment };
  const { stdout } = Bun.spawnSync([...command, "--dry-run", "--json"], { env });
  const { confirm = null } = JSON.parse(stdout.toString()) as { readonly confirm?: string | null };
  return confirm === null ? [...command] : [...command, "--confirm", confirm];
}

/** Starts a program. Disposal ends it and all of its descendants. */
export function start(command: readonly string[], options: StartOptions): Running {
  const { cores, log, folder, environment, signal = "SIGTERM", neverAsRoot = false } = options;
  if (interrupted !== undefined) throw new Error("Interrupted");
  const output = Bun.file(log);
  const pinned = cores === undefined ? [] : ["taskset", "-c", cores];
  const child = Bun.spawn([...pinned, ...(neverAsRoot ? unprivileged : []), ...command], {
    cwd: folder ?? process.cwd(),
    env: environmentFor(environment),
    stdio: ["ignore", output, output],
  });
  const running: Running = {
    pid: child.pid,
    exited: child.exited,
    cpuSeconds: () => Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
    output: () => readFileSync(log, "utf8"),
    outputTail: () => running.output().trimEnd().split("\n").slice(-5).join("\n"),
    async [Symbol.asyncDispose]() {
      const tree = findProcessTree(child.pid);
      child.kill(signal);
      const killTimer = setTimeout(() => child.kill("SIGKILL"), exitTimeoutMs);
      await child.exited;
      clearTimeout(killTimer);
      for (const pid of tree.slice(1)) signalIfExists(pid, "SIGKILL");
    },
  };
  return running;
}

/** Runs a program until it exits. Throws with the end of its output if it fails. */
export async function run(command: readonly string[], options: StartOptions): Promise<Running> {
  await using program = start(command, options);
  if ((await program.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${program.outputTail()}`);
  return program;
}

/** A command prefix that drops root privileges; empty if this process is not root. */
export const unprivileged: readonly string[] =
  userInfo().uid === 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : [];

/** Our environment without the settings of the service, plus the given variables. */
function environmentFor(own: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^TEACHERS_/.test(name));
  return { ...Object.fromEntries(inherited), ...own };
}

/** Sends requests until one is answered 200. Throws if the program ends first, or after `timeoutMs`. */
export async function waitForAnswer(url: string, program: Running, timeoutMs: number, pauseMs = 1): Promise<void> {
  let ended = false;
  void program.exited.then(() => {
    ended = true;
  });
  const signal = AbortSignal.timeout(timeoutMs);
  while (!(await answers(url, signal))) {
    if (ended) throw new Error(`exited before it answered: ${program.outputTail()}`);
    if (signal.aborted) throw new Error(`no response within ${timeoutMs / 1000} s: ${program.outputTail()}`);
    await Bun.sleep(pauseMs);
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
  /** Proportional set size: memory that several processes share is counted once. */
  readonly pssBytes: number;
  /** Resident set size: memory that several processes share is counted for each of them. */
  readonly rssBytes: number;
  /** The part of the RSS that is not backed by a file. */
  readonly anonymousBytes: number;
}

/** The total memory of the processes and their descendants. */
export function readMemory(pids: readonly number[]): Memory {
  const texts = pids.flatMap(findProcessTree).map((pid) => readIfExists(`/proc/${pid}/smaps_rollup`));
  const sum = (name: string): number =>
    texts.reduce(
      (bytes, text) => bytes + 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1] ?? 0),
      0,
    );
  return { pssBytes: sum("Pss"), rssBytes: sum("Rss"), anonymousBytes: sum("Anonymous") };
}

/** The peak RSS of a process since {@link resetPeak}. */
export function readPeakBytes(pid: number): number {
  return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readIfExists(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Resets the peak RSS of a process by writing 5, see proc_pid_clear_refs(5). */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The CPU time of the processes and their descendants so far. */
export function readCpuSeconds(pids: readonly number[]): number {
  return pids.flatMap(findProcessTree).reduce((seconds, pid) => {
    // The process name may contain spaces. After it, the 12th and 13th fields are user and system time (proc_pid_stat(5)).
    const fields = readIfExists(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, "")
      .split(" ");
    return seconds + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
  }, 0);
}

/** A process and all of its descendants. */
function findProcessTree(pid: number): number[] {
  return [pid, ...findChildren(pid).flatMap(findProcessTree)];
}

function findChildren(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended.
  }
  const children = threads.flatMap((thread) => readIfExists(`/proc/${pid}/task/${thread}/children`).split(" "));
  return children.filter((child) => child.trim() !== "").map(Number);
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function signalIfExists(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}

/** Ends all descendants of this process, including those that start while it runs. */
async function endChildren(): Promise<void> {
  const startedAt = performance.now();
  const signalled = new Set<number>();
  const descendants = new Set<number>();
  for (let children = findChildren(process.pid); children.length > 0; children = findChildren(process.pid)) {
    for (const pid of children.flatMap(findProcessTree)) descendants.add(pid);
    const isLate = performance.now() - startedAt > exitTimeoutMs;
    // A stopped process must continue before it can end.
    for (const pid of descendants) signalIfExists(pid, isLate ? "SIGKILL" : "SIGCONT");
    for (const pid of children.filter((child) => !signalled.has(child))) {
      signalled.add(pid);
      signalIfExists(pid, "SIGINT");
    }
    await Bun.sleep(20);
  }
  // Kills descendants that outlived their parents.
  for (const pid of descendants) signalIfExists(pid, "SIGKILL");
}

/**
 * A stack of resources. Disposal closes them in reverse order and then ends all other children. Ctrl-C ends all children
 * and exits.
 */
export function openCleanup(): AsyncDisposableStack {
  const cleanup = new AsyncDisposableStack();
  const close = async (): Promise<void> => {
    if (interrupted === undefined) await AsyncDisposableStack.prototype.disposeAsync.call(cleanup);
    // After an interrupt, the failures that the interrupt caused wait here until the program exits.
    await interrupted;
  };
  const interrupt = (): void => {
    // Under npm, Ctrl-C arrives twice, from the terminal and from npm.
    if (interrupted !== undefined) return;
    console.error("\nInterrupted; ending all child processes");
    // From here on, failures are caused by the interrupt.
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

/** Creates a temporary folder, which the cleanup removes. Others may read it, because some programs run as another user. */
export function createFolder(cleanup: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), "teachers-bench-"));
  chmodSync(folder, 0o755);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  cleanup.defer(remove);
  // After Ctrl-C the folder is removed last, because children may still write to it.
  process.once("exit", remove);
  return folder;
}

export function findFreePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
