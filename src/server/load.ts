/** Loads a version, or checks a file, in a worker thread, so that requests are answered meanwhile. */

import type { Content } from "../directory/content.ts";
import type { Words } from "../directory/search/words.ts";
import type { CopyPlace } from "./copy.ts";

export interface LoadRequest {
  /** Null to load the copy. */
  readonly databaseUrl: string | null;
  /** Where the server keeps its copy; null if it keeps none. */
  readonly copy: CopyPlace | null;
}

/** A version to load, or the URL of a SQLite file to check. */
export type WorkerRequest = LoadRequest | { readonly checked: string };

/** What a worker sends. The last message is `isDone`. */
export type LoadMessage =
  | { readonly content: Content | null }
  | { readonly words: Words }
  | { readonly damage: string | null }
  | { readonly copyError: string }
  | { readonly error: string }
  | { readonly isDone: true };

export interface Load {
  /**
   * The newest version, or the one of the copy; null if there is none. Rejects if it can't be loaded, also if the thread
   * ends before it has sent the version.
   */
  readonly content: Promise<Content | null>;
  /** The index of words of the content; rejects in the same way. */
  readonly words: Promise<Words>;
  /** Resolves when the copy is replaced and the thread has ended. Never rejects. */
  readonly done: Promise<void>;
}

// An executable has its files under other paths than the source.
const workerPath = Bun.isStandaloneExecutable
  ? "./server/load-worker.ts"
  : new URL("load-worker.ts", import.meta.url).href;

/** The memory of a thread is free for collection only some time after the thread has ended. */
const collectMs = 500;

/** Runs a request in a thread. `onEnd` is called once, with why nothing more comes. Returns what ends the thread. */
function runThread(
  path: string,
  request: WorkerRequest,
  onMessage: (message: LoadMessage) => void,
  onEnd: (error: Error) => void,
): (reason: Error) => void {
  const worker = new Worker(path);
  let hasEnded = false;
  const end = (reason: Error): void => {
    if (hasEnded) return;
    hasEnded = true;
    worker.terminate();
    setTimeout(Bun.gc, collectMs, true).unref();
    onEnd(reason);
  };
  worker.onmessage = ({ data }: MessageEvent<LoadMessage>) => {
    if ("error" in data) end(new Error(data.error));
    else if ("isDone" in data) end(new Error("The thread that loads a version has sent none"));
    else onMessage(data);
  };
  worker.onerror = ({ message }) => end(new Error(`The thread that loads a version has failed: ${message}`));
  worker.addEventListener("close", () => end(new Error("The thread that loads a version has ended")));
  worker.postMessage(request);
  return end;
}

/** Starts to load. Until the words have arrived, the signal ends the thread. */
export function load(
  request: LoadRequest,
  signal: AbortSignal,
  onCopyError: (message: string) => void,
  path: string = workerPath,
): Load {
  const content = Promise.withResolvers<Content | null>();
  const words = Promise.withResolvers<Words>();
  // Nobody may wait for the words.
  words.promise.catch(() => {});
  const done = Promise.withResolvers<void>();
  const onMessage = (message: LoadMessage): void => {
    if ("content" in message) content.resolve(message.content);
    else if ("words" in message) {
      words.resolve(message.words);
      signal.removeEventListener("abort", abort);
    } else if ("copyError" in message) onCopyError(message.copyError);
  };
  const end = runThread(path, request, onMessage, (error) => {
    content.reject(error);
    words.reject(error);
    signal.removeEventListener("abort", abort);
    done.resolve();
  });
  const abort = (): void => end(signal.reason as Error);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return { content: content.promise, words: words.promise, done: done.promise };
}

/** What is wrong with the pages of a SQLite file; null if nothing is. Rejects if it can't be read. */
export function findDamageApart(url: string): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  runThread(workerPath, { checked: url }, (message) => "damage" in message && resolve(message.damage), reject);
  return promise;
}
