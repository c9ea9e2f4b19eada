/** Checks the files of a SQLite database: the file itself, its log and the log's index. */
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Detects that open files were replaced. SQLite would keep reading the open ones, so a server would never see a database that
 * was restored over them.
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
        // The first writer creates a log, which a connection that treats the file as immutable does not read.
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

/** Whether the file and its folder can be written to, because a write creates files beside it. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
