/** The texts of backup and restore. */

import { countEn } from "../../domain/lang.ts";
import { listVersions } from "../../publishing/texts/language.ts";
import type { BackupFault, FileFault } from "../../store/backup/backup-format.ts";
import { describeFileError } from "../terminal/output.ts";

const describeVersions = (versions: readonly number[]): string =>
  `${versions.length === 1 ? "version" : "versions"} ${listVersions(versions)}`;

/** Completes `"…" can't be restored:`. */
export function describeBackupFault(fault: BackupFault): string {
  switch (fault.code) {
    case "damagedLine":
      return `line ${fault.line} is damaged`;
    case "longLine":
      return `line ${fault.line} is too long`;
    case "lineAfterEnd":
      return `line ${fault.line} comes after the end of the backup`;
    case "otherContent":
      return `its ${describeVersions(fault.versions)} ${fault.versions.length === 1 ? "differs" : "differ"} from what was published`;
    case "unreadable":
      return describeFileError(fault.error);
    default:
      return fileFaults[fault.code];
  }
}

const fileFaults: Readonly<Record<FileFault, string>> = {
  foreign: "it is not a backup of this program",
  truncated: "it is truncated",
  notGzip: "it is not a backup of this program, or is damaged",
  damaged: "it is damaged",
  newer: "a newer release wrote it; use that release",
  noVersions: "it has no versions",
  otherFields: "its fields differ from those of this release",
  wrongDigest: "its content does not match its digest, so it was changed or damaged",
};

const describeLost = (versions: readonly number[]): string =>
  versions.length === 1 ? `version ${versions[0]}` : `${versions.length} versions`;

export const backupTexts = {
  nothingToBackUp: (database: string): string =>
    `Nothing is published yet in ${database}, so there is nothing to back up`,
  damaged: (database: string, damaged: readonly number[], sound: readonly number[]): string =>
    `No backup was written: in ${database}, ${describeVersions(damaged)} ${damaged.length === 1 ? "differs" : "differ"} from what was published. ${sound.length === 0 ? "No version is sound" : `Sound: ${describeVersions(sound)}, which \`teachers export --at VERSION\` still writes`}. Restore an earlier backup, or delete the damaged versions with \`teachers prune\``,
  written: (version: number, file: string): string =>
    `Wrote the history, at least up to version ${version}, to "${file}"`,
  restored: (versions: number, file: string, published: number): string =>
    `Restored ${countEn(versions, "version", "versions")} from "${file}"; version ${published} is published`,
  stayErased: (ids: readonly number[]): string =>
    `Teachers that were erased since the backup stay erased: ${ids.join(", ")}`,
  refused: (file: string, fault: string): string => `"${file}" can't be restored: ${fault}; nothing was changed`,
  wouldLose: (database: string, versions: readonly number[]): string =>
    `A restore would delete ${describeLost(versions)} from ${database}: the backup does not have ${versions.length === 1 ? "it" : "them"}`,
  repeatWithYes: (loss: string): string => `${loss}; nothing was changed. If this is right, repeat with --yes`,
  askToRestore: (loss: string): string => `${loss}. Restore the backup?`,
  nothingChanged: "Nothing was changed",
  spaceNotGivenBack: (failure: string): string =>
    `The backup is restored, but the disk space of the old rows was not freed: ${failure}`,
} as const;
