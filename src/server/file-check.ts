/** Checks the pages of a SQLite file in a thread: whenever a server opens the file, and daily. */
import { findDamageApart } from "./load.ts";
import type { Log } from "./log/log.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Creates the check. `check` finds what is wrong with a file, or null; it rejects if it can't read the file. */
export function createDamageCheck(
  log: Log,
  onChecked: (isDamaged: boolean) => void,
  check = findDamageApart,
  everyMs = dayMs,
) {
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The file to check next; null if none is. */
  let next: string | null = null;
  let isChecking = false;

  async function checkNext(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    for (let url = next; url !== null; url = next) {
      next = null;
      try {
        const damage = await check(url);
        if (damage !== null) log("database.damaged", { error: damage });
        onChecked(damage !== null);
      } catch (error) {
        log("database.not_checked", { error: (error as Error).message });
      }
    }
    isChecking = false;
  }

  return {
    /** Checks a file that was opened, and then daily, instead of the file before. Other databases check themselves. */
    watch(databaseUrl: string): void {
      clearInterval(timer);
      if (!databaseUrl.startsWith("sqlite:")) return;
      const start = (): void => {
        next = databaseUrl;
        void checkNext();
      };
      timer = setInterval(start, everyMs);
      timer.unref();
      start();
    },
  };
}
