/** Loads a version in a worker thread, so that requests are answered meanwhile. */
import type { Content } from "../directory/plain/content.ts";
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
  | { readonly copyError: string }
  | { readonly error: string }
  | { readonly isDone: true };

/** The memory of a thread is free for collection only some time after the thread has ended. */
const collectMs = 500;

/**
 * Loads the newest version, or the one of the copy; null if there is none. Throws if it can't, also if the thread ends
 * before it has sent the version. Calls `onCopyError` if the copy could not be replaced.
 */
export async function load(
  request: LoadRequest,
  signal: AbortSignal,
  onCopyError: (message: string) => void,
): Promise<Content | null> {
  signal.throwIfAborted();
  // An executable has its files under other paths than the source.
  const path = Bun.isStandaloneExecutable ? "./server/load-worker.ts" : new URL("load-worker.ts", import.meta.url).href;
  const worker = new Worker(path);
  const { promise, resolve, reject } = Promise.withResolvers<Content | null>();
  const end = (): void => {
    worker.terminate();
    setTimeout(Bun.gc, collectMs, true).unref();
  };
  worker.onmessage = ({ data }: MessageEvent<LoadMessage>) => {
    if ("content" in data) resolve(data.content);
    else if ("copyError" in data) onCopyError(data.copyError);
    else if ("error" in data) reject(new Error(data.error));
    else end();
  };
  worker.onerror = ({ message }) => reject(new Error(`The thread that loads the version has failed: ${message}`));
  worker.addEventListener("close", () => reject(new Error("The thread that loads the version has ended")));
  signal.addEventListener("abort", () => {
    reject(signal.reason);
    end();
  });
  worker.postMessage(request);
  return promise;
}
