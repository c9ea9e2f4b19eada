/** A stop watch for upper bounds: it does not count the time in which the whole machine was paused. */

const tickMs = 10;
/** A longer gap between two ticks counts as this long. So code in this process that blocks it can't be measured. */
const gapMsMax = 50;

export interface StopWatch extends Disposable {
  /** Since the start, in milliseconds. */
  elapsedMs(): number;
}

export function startStopWatch(): StopWatch {
  let elapsed = 0;
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    elapsed += Math.min(now - last, gapMsMax);
    last = now;
  };
  const timer = setInterval(tick, tickMs);
  return {
    elapsedMs() {
      tick();
      return elapsed;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
