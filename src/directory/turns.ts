/**
 * Long tasks take turns: each iteration of the event loop runs one of them to its end, and answers other requests in
 * between.
 */

/**
 * No search, match or download begins while this many tasks wait. A longer queue would delay every client by seconds.
 * What has begun always gets its turns, so the pieces of open downloads may wait as well.
 */
const waitingMax = 256;

/** Thrown if too many tasks wait. */
export class OverloadError extends Error {}

export function createTurns() {
  /** Each returns whether it took its turn. */
  const queue: (() => boolean)[] = [];

  function takeTurn(): void {
    // The task stays in the queue while it runs, so that one that it adds does not begin a second chain of turns.
    while (queue.length > 0) {
      const hasRun = queue[0]!();
      queue.shift();
      if (hasRun) break;
    }
    if (queue.length > 0) setImmediate(takeTurn);
  }

  return {
    /** Throws {@link OverloadError} if too many tasks wait for something to begin. */
    checkRoom(): void {
      if (queue.length >= waitingMax) throw new OverloadError("Too many tasks are waiting");
    },
    /**
     * Runs a task in a turn, to which the code that awaits its result belongs too. Drops it with an AbortError if the
     * signal is aborted before its turn.
     */
    run<Result>(task: () => Result, signal?: AbortSignal): Promise<Result> {
      return new Promise((resolve, reject) => {
        queue.push(() => {
          if (signal?.aborted) {
            reject(new DOMException("The client has disconnected", "AbortError"));
            return false;
          }
          try {
            resolve(task());
          } catch (error) {
            reject(error);
          }
          return true;
        });
        if (queue.length === 1) setImmediate(takeTurn);
      });
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;
