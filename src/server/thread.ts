/** Loads versions and checks files in worker threads, so that requests of clients are answered meanwhile. */
import type { CopyPlace, LoadedVersion } from "./copy.ts";
import type { Log } from "./log.ts";

/** What a thread does: loads the newest version of a database (null: of the copy), or checks a SQLite file. */
export type ThreadRequest =
  | { readonly load: string | null; readonly copy: CopyPlace | null }
  | { readonly check: string };

/** What a thread sends. The last message says why it failed; null if it has done all. */
export type ThreadMessage =
  | LoadedVersion
  | { readonly copyError: string }
  | { readonly damage: string | null }
  | { readonly error: string | null };

// An executable has its files under other paths than the source.
const workerPath = Bun.isStandaloneExecutable ? "./server/load-worker.ts" : import.meta.resolve("./load-worker.ts");

/** The memory of a thread is free for collection only some time after the thread has ended. */
const collectMs = 500;

/** Resolves when the thread is done. Rejects if it fails or ends before, and at once when the signal is aborted. */
export async function runInThread(
  request: ThreadRequest,
  onMessage: (message: ThreadMessage) => void,
  signal: AbortSignal | null = null,
  path: string = workerPath,
): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  const worker = new Worker(path);
  worker.onmessage = ({ data }: MessageEvent<ThreadMessage>) => {
    // What is left is to write the copy, which a stop must not interrupt.
    if ("content" in data) signal?.removeEventListener("abort", abort);
    if (!("error" in data)) onMessage(data);
    else if (data.error === null) resolve();
    else reject(new Error(data.error));
  };
  worker.onerror = ({ message }) => reject(new Error(`The thread that loads a version has failed: ${message}`));
  worker.addEventListener("close", () => reject(new Error("The thread that loads a version has ended")));
  worker.postMessage(request);
  try {
    await promise;
  } finally {
    signal?.removeEventListener("abort", abort);
    worker.onmessage = null;
    worker.terminate();
    setTimeout(Bun.gc, collectMs, true).unref();
  }
}

/** Checks the pages of a SQLite file, and logs what is wrong. PostgreSQL checks itself. */
export async function checkDamage(url: string, log: Log, onChecked: (isDamaged: boolean) => void): Promise<void> {
  if (!url.startsWith("sqlite:")) return;
  const onMessage = (message: ThreadMessage): void => {
    if (!("damage" in message)) return;
    if (message.damage !== null) log("database.damaged", { error: message.damage });
    onChecked(message.damage !== null);
  };
  await runInThread({ check: url }, onMessage).catch(({ message }: Error) =>
    log("database.not_checked", { error: message }),
  );
}
