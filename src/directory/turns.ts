/**
 * Long tasks take turns: each iteration of the event loop runs one of them to its end, and answers other requests in
 * between.
 */

/** No request begins while this many tasks wait. A longer queue would delay every client by seconds. */
const waitingMax = 256;

/** Thrown if too many tasks wait. */
export class OverloadError extends Error {}

export interface Turns {
  /** Waits for a turn. The caller's synchronous code after it is one task. */
  next(): Promise<void>;
  /**
   * Runs a task in a turn. Throws {@link OverloadError} if too many tasks wait, and drops the task with an AbortError
   * if the signal is aborted before its turn.
   */
  run<Result>(task: () => Result, signal?: AbortSignal): Promise<Result>;
  /** Throws {@link OverloadError} if too many tasks wait. */
  checkRoom(): void;
}

export function createTurns(): Turns {
  /** Each returns whether it took its turn. */
  const queue: (() => boolean)[] = [];

  function wait(take: () => boolean): void {
    queue.push(take);
    if (queue.length === 1) setImmediate(takeTurn);
  }

  function takeTurn(): void {
    // The task stays in the queue while it runs, so that one that it adds does not begin a second chain of turns.
    while (queue.length > 0) {
      const hasRun = queue[0]!();
      queue.shift();
      if (hasRun) break;
    }
    if (queue.length > 0) setImmediate(takeTurn);
  }

  function checkRoom(): void {
    if (queue.length >= waitingMax) throw new OverloadError("Too many tasks are waiting");
  }

  return {
    next: () =>
      new Promise((resolve) =>
        wait(() => {
          resolve();
          return true;
        }),
      ),
    async run(task, signal) {
      checkRoom();
      return new Promise((resolve, reject) => {
        wait(() => {
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
      });
    },
    checkRoom,
  };
}
