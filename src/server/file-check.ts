/** Checks the pages of a SQLite file in a process of its own: whenever a server opens the file, and daily. */
import type { Log } from "./log/log.ts";
import { commandLineOf } from "./process.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The environment variable with the URL of the file, for the process that checks it. */
export const checkedVariable = "TEACHERS_DATABASE";

/** Creates the check. `check` finds what is wrong with a file, or null; it throws if it can't read the file. */
export function createDamageCheck(log: Log, check = checkApart, everyMs = dayMs) {
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The file to check next; null if none is. */
  let next: string | null = null;
  let isChecking = false;

  async function checkNext(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    while (next !== null) {
      const url = next;
      next = null;
      const start = performance.now();
      try {
        const damage = await check(url);
        if (damage !== null) log("database.damaged", { error: damage });
        else log("database.sound", { ms: Math.round(performance.now() - start) });
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

async function checkApart(databaseUrl: string): Promise<string | null> {
  const checker = Bun.spawn(commandLineOf("check-file"), {
    env: { ...process.env, [checkedVariable]: databaseUrl },
    stdio: ["ignore", "pipe", "ignore"],
  });
  checker.unref();
  const output = await new Response(checker.stdout).text();
  if (output === "") throw new Error(`The check ended with ${checker.signalCode ?? (await checker.exited)}`);
  return JSON.parse(output);
}
