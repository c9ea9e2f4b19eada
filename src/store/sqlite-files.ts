/** The files of a SQLite database: itself, its log and the index of that. */
import { statSync } from "node:fs";

/**
 * Tells when other files have come into the place of those that are open. SQLite would go on reading the open ones, so that
 * a server would never see the database that was restored in their place.
 */
export function watchFiles(path: string, url: string, isImmutable: boolean): { check(): void } {
  const identify = (ending: string): string | null => {
    const stats = statSync(path + ending, { throwIfNoEntry: false });
    if (stats === undefined) return null;
    return `${stats.dev} ${stats.ino} ${isImmutable ? `${stats.size} ${stats.mtimeMs}` : ""}`;
  };
  const endings = ["", "-wal", "-shm"];
  const opened = new Map(endings.map((ending) => [ending, identify(ending)]));
  return {
    check() {
      for (const ending of endings) {
        const found = identify(ending);
        const before = opened.get(ending)!;
        if (found === before) continue;
        // The first writer creates a log, which a connection that takes the file for immutable does not read.
        if (before === null && !isImmutable) opened.set(ending, found);
        else throw new Error(describeChange(`${url}${ending}`, before, found));
      }
    },
  };
}

function describeChange(name: string, before: string | null, found: string | null): string {
  const change = found === null ? "moved away" : before === null ? "created" : "replaced";
  return `The file of ${name} was ${change} while it was open`;
}
