/** Finds workers that give no answer, such as one that is frozen, so that their share of the connections is not lost. */

export const watchIntervalMs = 1000;
export const silentMs = 30_000;

/**
 * Creates the watch. Silence while the supervisor itself was late does not count: the machine may have been suspended, or too busy
 * for all of its processes.
 */
export function createWorkerWatch<Worker>(now: () => number = performance.now.bind(performance)) {
  /** For each worker, how often the supervisor was punctual since it heard of it. */
  const silences = new Map<Worker, number>();
  let lastMs = now();
  return {
    /** A worker has started, or has sent something. */
    hear: (worker: Worker) => void silences.set(worker, 0),
    /** A worker has ended, or was given up. */
    forget: (worker: Worker) => void silences.delete(worker),
    /** Must be called every {@link watchIntervalMs}. Returns the workers that were silent for {@link silentMs}. */
    findSilent(): Worker[] {
      const isLate = now() - lastMs > 2 * watchIntervalMs;
      lastMs = now();
      for (const [worker, times] of silences) silences.set(worker, isLate ? 0 : times + 1);
      return [...silences].filter(([, times]) => times * watchIntervalMs >= silentMs).map(([worker]) => worker);
    },
  };
}
