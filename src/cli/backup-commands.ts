/** The commands for backups of the whole history: backup and restore. */
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { describeSystemError } from "../server/system-error.ts";
import { LostVersionsError } from "../store/backup.ts";
import { BackupError } from "../store/backup-format.ts";
import type { Store } from "../store/store.ts";
import type { CommandSpec } from "./command.ts";
import { ask, canAsk } from "./guard.ts";
import { fail, printError, report } from "./output.ts";
import { checkWholeFile, writeWholeFile } from "./whole-file.ts";
import { withStore } from "./with-store.ts";

export const backupCommands: readonly CommandSpec[] = [
  {
    name: "backup",
    arguments: [["FILE", "the file to write, gzipped; its usual ending is .backup"]],
    help: "write all versions to a file, while servers and imports run",
    settings: ["database"],
    run({ database }, [file = ""]) {
      const write = async (store: Store): Promise<number> => {
        const current = await store.findCurrent();
        const { name } = store.database;
        if (current === null) return fail(`Nothing is published yet in ${name}, so there is nothing to back up`);
        checkWholeFile(file, "FILE");
        await store.backup((pieces) => {
          return writeWholeFile(file, Readable.from(pieces).compose(createGzip()) as AsyncIterable<Uint8Array>, "FILE");
        });
        report(`Wrote the history up to version ${current.version} or newer to "${file}" (database ${name})\n`);
        return 0;
      };
      return withStore(database, write, { create: false });
    },
  },
  {
    name: "restore",
    arguments: [["FILE", "a file that backup wrote"]],
    help: "replace all versions by those of a backup, while servers run",
    settings: ["database", "yes"],
    async run({ database, yes }, [file = ""]) {
      // Otherwise a mistyped name would create a database.
      const fault = findFileFault(file);
      if (fault !== null) return fail(`"${file}" can't be read: ${fault}`);
      return withStore(database, (store) => restore(store, file, yes), { wanted: "writable" });
    },
  },
];

async function restore(store: Store, file: string, mayLose: boolean): Promise<number> {
  const { name } = store.database;
  try {
    const { version, versions, erasedIds } = await store.restore(readBackup(file), mayLose);
    const counted = versions === 1 ? "1 version" : `${versions} versions`;
    report(`Restored ${counted} from "${basename(file)}"; version ${version} is published (database ${name})\n`);
    if (erasedIds.length > 0) {
      report(`Teachers that were erased since the backup stay erased: ${erasedIds.join(", ")}\n`);
    }
  } catch (error) {
    if (error instanceof BackupError) return fail(`"${file}" can't be restored: ${error.message}; nothing was changed`);
    if (!(error instanceof LostVersionsError)) throw error;
    if (!canAsk()) return fail(`${error.message}; nothing was changed. If this is right, repeat with --yes`);
    if (!(await ask(`${error.message}. Restore it?`))) return fail("Nothing was changed");
    return restore(store, file, true);
  }
  await store.database.compact().catch(({ message }: Error) => {
    printError(`teachers: The backup is restored, but the space of old rows is not given back: ${message}\n`);
  });
  return 0;
}

function findFileFault(file: string): string | null {
  try {
    return statSync(file).isFile() ? null : "it is not a file";
  } catch (error) {
    return describeSystemError(error as Error);
  }
}

/** The longest line, far more than a teacher needs. */
const lineLengthMax = 1_000_000;

/** The lines of a gzipped file. Throws {@link BackupError} if it is not gzipped, or is truncated. */
async function* readBackup(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const input = createReadStream(file);
  const unpacked = createGunzip();
  input.once("error", (error) => unpacked.destroy(error));
  let rest = "";
  try {
    for await (const chunk of input.pipe(unpacked)) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
      rest = lines.pop()!;
      if (rest.length > lineLengthMax) throw new BackupError("it has a line that is too long");
      yield* lines;
    }
  } catch (error) {
    const { code = "", syscall, message } = error as Error & { code?: string; syscall?: string };
    if (syscall !== undefined) throw new BackupError(describeSystemError(error as Error));
    if (code === "Z_BUF_ERROR") throw new BackupError("it is truncated");
    if (code.startsWith("Z_")) throw new BackupError(`it is not a backup of this program, or is damaged (${message})`);
    if (error instanceof TypeError) throw new BackupError("it is damaged");
    throw error;
  }
  if (rest !== "") throw new BackupError("it is truncated");
}
