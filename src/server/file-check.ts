/** Checks the pages of a SQLite file in a thread: whenever a server opens the file, and daily. */
import type { Log } from "./log/log.ts";
import { runInThread } from "./thread.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the function that watches a file instead of the one before. PostgreSQL checks itself. */
export function createDamageCheck(
  log: Log,
  onChecked: (isDamaged: boolean) => void,
  run: typeof runInThread = runInThread,
  everyMs = dayMs,
): (databaseUrl: string) => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  /** One check follows another, since each reads the whole file. */
  let checked: Promise<void> = Promise.resolve();

  async function check(url: string): Promise<void> {
    try {
      await run({ check: url }, (message) => {
        if (!("damage" in message)) return;
        if (message.damage !== null) log("database.damaged", { error: message.damage });
        onChecked(message.damage !== null);
      });
    } catch (error) {
      log("database.not_checked", { error: (error as Error).message });
    }
  }

  return (databaseUrl) => {
    clearInterval(timer);
    if (!databaseUrl.startsWith("sqlite:")) return;
    const start = (): void => {
      checked = checked.then(() => check(databaseUrl));
    };
    timer = setInterval(start, everyMs);
    timer.unref();
    start();
  };
}
