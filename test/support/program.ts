/**
 * Runs the whole program as a user does: through the launcher, in its own folder, on a free port. With PROGRAM=dist/teachers, the
 * tests run that executable.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const root = join(import.meta.dir, "../..");
/** The program under test: the launcher of this checkout, or the executable that PROGRAM names from its root. */
export const programFile = resolve(root, process.env.PROGRAM ?? "bin/teachers");

export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Program = ReturnType<typeof start>;
/** A server that listens and may have nothing to serve yet. */
export type Listening = Awaited<ReturnType<typeof startListening>>;
export type Server = Awaited<ReturnType<typeof startServer>>;

export interface Options {
  /** The folder it runs in; the default database is var/teachers.db in it. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array<ArrayBuffer>;
  /** The command that starts it, instead of {@link programFile}. */
  readonly launcher?: readonly string[];
}

/** A folder that is removed by `remove` or at the end of `using`. */
export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), "teachers-test-"));
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  return { path, remove, [Symbol.dispose]: remove };
}

/** The environment without settings of the program and without a locale. The log is text, as on a terminal. */
function environmentFor({ environment }: Options): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TEACHERS_.*|LANG|LC_.*)$/.test(name));
  return { ...Object.fromEntries(inherited), TEACHERS_LOG_FORMAT: "text", ...environment };
}

/** Starts a command. */
export function start(args: readonly string[], options: Options) {
  const { folder, stdin, launcher } = options;
  const process = Bun.spawn([...(launcher ?? [programFile]), ...args], {
    cwd: folder,
    env: environmentFor(options),
    stdin: stdin === undefined ? "ignore" : new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const stdout = gather(process.stdout);
  const stderr = gather(process.stderr);
  /** Resolves when the program has ended and all of its output has been read. */
  const finished = (async (): Promise<Finished> => {
    await Promise.all([stdout.ended, stderr.ended]);
    return { exitCode: await process.exited, stdout: stdout.text(), stderr: stderr.text() };
  })();
  return {
    process,
    /** All of standard output and of standard error so far. */
    stdout: stdout.text,
    stderr: stderr.text,
    finished,
    /** Waits until standard error has the text. It may arrive later than an answer that was sent after it. */
    async logged(text: string | RegExp): Promise<void> {
      const hasText = (log: string): boolean => (typeof text === "string" ? log.includes(text) : text.test(log));
      await waitFor(stderr.text, hasText, { program: { finished } });
    },
    /** Ends the program by SIGTERM, reads all of its output, and returns the exit code. */
    async stop(): Promise<number> {
      process.kill("SIGTERM");
      return (await finished).exitCode;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      process.kill("SIGTERM");
      const patience = setTimeout(() => process.kill("SIGKILL"), 3000);
      await process.exited;
      clearTimeout(patience);
    },
  };
}

/** Runs a command to its end. */
export function run(args: readonly string[], options: Options): Promise<Finished> {
  return start(args, options).finished;
}

/** Starts `serve` on a free port, and waits until it serves a version, or reports that none is published. */
export async function startServer(args: readonly string[], options: Options) {
  const server = await startListening(args, options);
  /** What it serves: `3 teachers, version 1`, or `nothing published yet`. */
  const content = await waitForAnswer(server, () => findContent(server));
  return { ...server, content };
}

/** Starts `serve` on a free port and waits for the line that says where it listens. */
export async function startListening(args: readonly string[], options: Options) {
  const program = start(["serve", "--port", "0", ...args], options);
  const isJson = [...args, ...Object.values(options.environment ?? {})].includes("json");
  const findLine = (): RegExpExecArray | null =>
    isJson ? /^.*"server\.listening".*(?=\n)/m.exec(program.stderr()) : /^.*(?=\n)/.exec(program.stdout());
  const readyLine = await waitForAnswer(program, () => findLine()?.[0] ?? null);
  const origin = /http:\/\/[^/]+/.exec(readyLine)?.[0];
  if (origin === undefined) throw new Error(`Not a ready line: ${readyLine}`);
  /** `http://127.0.0.1:PORT`, and the line that says so. With `--log-format json`, this is a line of the log. */
  return { ...program, origin, readyLine };
}

/** Polls a program until there is an answer. If that fails, ends the program. */
async function waitForAnswer(program: Program, ask: () => string | null | Promise<string | null>): Promise<string> {
  try {
    return (await waitFor(ask, (answer) => answer !== null, { program }))!;
  } catch (error) {
    await program[Symbol.asyncDispose]();
    throw new Error(`Not ready; its log: ${program.stderr()}`, { cause: error });
  }
}

/** The content that a server reports. Null while it loads, or has not yet looked for a newer version. */
async function findContent({ origin, stderr }: Listening): Promise<string | null> {
  const response = await fetch(`${origin}/readyz`, { keepalive: false });
  const { reason, teachers, version, ...ready } = (await response.json()) as Readonly<Record<string, unknown>>;
  if (reason === "nothing published yet") return reason;
  const isNewest =
    ready.newest_version === version ||
    ready.database === "older" ||
    /\bdatabase\.unreachable/.test(stderr()) ||
    "load_error" in ready;
  return version !== undefined && isNewest ? `${teachers} teachers, version ${version}` : null;
}

/** After this long, a wait is printed, so that the output of a hanging file shows what it waits for. */
const reportedAfterMs = 60_000;

/**
 * Polls until the value passes a condition, equals what is wanted, or has its members. The wait fails when the program has ended,
 * since the condition may then never become true. A shorter interval would take processor time from the program under test.
 */
export async function waitFor<Value>(
  ask: () => Value | Promise<Value>,
  wanted: ((value: Value) => boolean) | Wanted<NoInfer<Value>>,
  { program, intervalMs = 20 }: { program?: { readonly finished: Promise<Finished> }; intervalMs?: number } = {},
): Promise<Value> {
  const passes = typeof wanted === "function" ? (wanted as (value: Value) => boolean) : isLike(wanted);
  let finished: Finished | null = null;
  void program?.finished.then((found) => {
    finished = found;
  });
  let reportAt = performance.now() + reportedAfterMs;
  for (;;) {
    // `finished` is read before the value, because the last action of the program may have made the condition true.
    const end = finished;
    const value = await ask();
    if (passes(value)) return value;
    if (end !== null) throw new Error(`The program has ended: ${Bun.inspect(end)}; last: ${Bun.inspect(value)}`);
    if (performance.now() > reportAt) {
      console.error(new Error(`Still waiting; last: ${Bun.inspect(value)}`));
      reportAt = Number.POSITIVE_INFINITY;
    }
    await Bun.sleep(intervalMs);
  }
}

type Wanted<Value> = Value extends readonly unknown[]
  ? Pick<Value, "length">
  : Value extends object
    ? Partial<Value>
    : Value;

function isLike(wanted: unknown): (value: unknown) => boolean {
  if (typeof wanted !== "object" || wanted === null) return (value) => value === wanted;
  const members = Object.entries(wanted);
  return (value) => members.every(([name, member]) => (value as Record<string, unknown>)[name] === member);
}

/** Reads a stream to its end as it comes. */
export function gather(stream: ReadableStream<Uint8Array>): { text(): string; ended: Promise<void> } {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  const reader = stream.getReader();
  const ended = (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      pieces.push(decoder.decode(value, { stream: true }));
    }
  })();
  return { text: () => pieces.join(""), ended };
}
