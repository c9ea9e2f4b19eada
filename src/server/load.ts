/** Loads a version in a worker thread, so that requests are answered meanwhile. */

import type { Content } from "../directory/content.ts";
import type { Words } from "../directory/search/words.ts";
import type { CopyPlace } from "./copy.ts";

export interface LoadRequest {
  /** Null to load the copy. */
  readonly databaseUrl: string | null;
  /** Where the server keeps its copy; null if it keeps none. */
  readonly copy: CopyPlace | null;
}

/** What a worker sends. The last message is `isDone`. */
export type LoadMessage =
  | { readonly content: Content | null }
  | { readonly words: Words }
  | { readonly copyError: string }
  | { readonly error: string }
  | { readonly isDone: true };

/** The memory of a thread is free for collection only some time after the thread has ended. */
const collectMs = 500;

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

/** Starts to load. Until the words have arrived, the signal ends the thread. */
export function load(
  request: LoadRequest,
  signal: AbortSignal,
  onCopyError: (message: string) => void,
  path: string = workerPath,
): Load {
  const worker = new Worker(path);
  const content = Promise.withResolvers<Content | null>();
  const words = Promise.withResolvers<Words>();
  // Nobody may wait for the words.
  words.promise.catch(() => {});
  const done = Promise.withResolvers<void>();
  let hasEnded = false;
  const end = (error: Error): void => {
    if (hasEnded) return;
    hasEnded = true;
    content.reject(error);
    words.reject(error);
    signal.removeEventListener("abort", abort);
    worker.terminate();
    setTimeout(Bun.gc, collectMs, true).unref();
    done.resolve();
  };
  const abort = (): void => end(signal.reason as Error);
  worker.onmessage = ({ data }: MessageEvent<LoadMessage>) => {
    if ("content" in data) content.resolve(data.content);
    else if ("words" in data) {
      words.resolve(data.words);
      signal.removeEventListener("abort", abort);
    } else if ("copyError" in data) onCopyError(data.copyError);
    else if ("error" in data) end(new Error(data.error));
    else end(new Error("The thread that loads a version has sent none"));
  };
  worker.onerror = ({ message }) => end(new Error(`The thread that loads a version has failed: ${message}`));
  worker.addEventListener("close", () => end(new Error("The thread that loads a version has ended")));
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  worker.postMessage(request);
  return { content: content.promise, words: words.promise, done: done.promise };
}
