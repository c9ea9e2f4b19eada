/** The commands for backups of the whole history: backup and restore. */
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { describeFailure } from "../../publishing/texts/failure-texts.ts";
import { DamagedHistoryError } from "../../store/backup/backup.ts";
import { BackupError } from "../../store/backup/backup-format.ts";
import { LostVersionsError } from "../../store/backup/restore.ts";
import type { ProgressOptions } from "../../store/engine.ts";
import { type Store, withStore } from "../../store/store.ts";
import type { SettingValues } from "../settings/settings.ts";
import {
  type Interruption,
  readUntilAborted,
  runClearing,
  runWithProgress,
  withInterruption,
} from "../terminal/interruption.ts";
import { ask, canAsk, describeFileError, fail, report, systemTexts } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { checkWholeFile, writeWholeFile } from "../terminal/whole-file.ts";
import { backupTexts, describeBackupFault } from "./backup-texts.ts";
import { importTexts } from "./import-texts.ts";

/** Writes all versions to a file. Returns the exit code. */
export function runBackup({ database }: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  const write = async (store: Store): Promise<number> => {
    const current = await store.findCurrent();
    const { name } = store.database;
    if (current === null) return fail(backupTexts.nothingToBackUp(name));
    checkWholeFile(file, "FILE");
    const progress = createProgress("backingUp");
    const writePieces = (pieces: AsyncIterable<string>): Promise<void> =>
      writeWholeFile(file, Readable.from(pieces).compose(createGzip()) as AsyncIterable<Uint8Array>, "FILE");
    try {
      await store.backup(writePieces, progress.update).finally(progress.stop);
    } catch (error) {
      if (!(error instanceof DamagedHistoryError)) throw error;
      return fail(backupTexts.damaged(name, error.damaged, error.sound));
    }
    return report(`${backupTexts.written(current.version, file)} ${importTexts.inDatabase(name)}`);
  };
  return withStore(database, { create: false }, write);
}

/** Replaces all versions with those of a backup. Returns the exit code. */
export async function runRestore({ database, yes }: SettingValues, [file = ""]: readonly string[]): Promise<number> {
  // Checked first, because opening the store may create a database.
  const fault = findFileFault(file);
  if (fault !== null) return fail(systemTexts.unreadable(file, fault));
  const run = (store: Store): Promise<number> =>
    withInterruption("changed", (interruption) => restore(store, file, yes, interruption));
  return withStore(database, { migrates: true }, run);
}

async function restore(store: Store, file: string, allowsLoss: boolean, interruption: Interruption): Promise<number> {
  const { name } = store.database;
  let exitCode: number;
  try {
    const { version, versions, erasedIds } = await runWithProgress("restoring", interruption, (work) =>
      store.restore(readBackup(file, work, interruption.signal), allowsLoss, work),
    );
    const restored = backupTexts.restored(versions, basename(file), version);
    const stayErased = erasedIds.length === 0 ? [] : [backupTexts.stayErased(erasedIds)];
    exitCode = report([`${restored} ${importTexts.inDatabase(name)}`, ...stayErased]);
  } catch (error) {
    if (error instanceof BackupError) return fail(backupTexts.refused(file, describeBackupFault(error.fault)));
    if (!(error instanceof LostVersionsError)) throw error;
    const loss = backupTexts.wouldLose(error.databaseName, error.versions);
    if (!canAsk()) return fail(backupTexts.repeatWithYes(loss));
    if (!(await ask(backupTexts.askToRestore(loss), interruption.signal))) return fail(backupTexts.nothingChanged);
    return restore(store, file, true, interruption);
  }
  await runClearing(interruption, store.database.compact).catch((error: Error) => {
    fail(backupTexts.spaceNotGivenBack(describeFailure(error)));
  });
  return exitCode;
}

function findFileFault(file: string): string | null {
  try {
    return statSync(file).isFile() ? null : systemTexts.notAFile;
  } catch (error) {
    return describeFileError(error as Error);
  }
}

/** The longest accepted line, far longer than the line of a teacher. */
const lineLengthMax = 1_000_000;

/** The lines of a gzipped file. Throws {@link BackupError} if it is not gzipped, or is truncated. Progress is in KB. */
async function* readBackup(file: string, { onProgress }: ProgressOptions, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const { size } = statSync(file);
  const input = createReadStream(file);
  const unpacked = createGunzip();
  input.once("error", (error) => unpacked.destroy(error));
  let rest = "";
  let line = 0;
  try {
    for await (const chunk of readUntilAborted(input.pipe(unpacked), signal)) {
      onProgress?.(Math.round(input.bytesRead / 1024), Math.ceil(size / 1024));
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
      rest = lines.pop()!;
      line += lines.length;
      if (rest.length > lineLengthMax) throw new BackupError({ code: "longLine", line: line + 1 });
      yield* lines;
    }
  } catch (error) {
    const { code = "", syscall } = error as Error & { code?: string; syscall?: string };
    if (syscall !== undefined) throw new BackupError({ code: "unreadable", error: error as Error });
    if (code === "Z_BUF_ERROR") throw new BackupError({ code: "truncated" });
    if (code.startsWith("Z_")) throw new BackupError({ code: "notGzip" });
    // The decoder throws this for bytes that are not UTF-8.
    if (error instanceof TypeError) throw new BackupError({ code: "damaged" });
    throw error;
  }
  if (rest !== "") throw new BackupError({ code: "truncated" });
}
