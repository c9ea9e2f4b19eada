/** The lines of a backup: JSON arrays that begin with what they are. The same on both engines. */
import type { HistoryEntry } from "../domain/publication.ts";
import { idMax } from "../domain/teacher.ts";

/** Increased when older releases could not read the lines. */
export const backupFormat = 1;

/** A row of a teacher, with its values in the order of the fields of the head. */
export type TeacherLine = readonly ["teacher", first: number, last: number | null, ...values: (string | number)[]];

export type BackupLine =
  | readonly ["teachers-backup", format: number, { readonly created_at: string; readonly fields: readonly string[] }]
  | readonly ["publication", HistoryEntry]
  | TeacherLine
  | readonly ["erased", id: number, erasedAt: string]
  | readonly ["highest_id", id: number]
  | readonly ["end", { readonly publications: number; readonly teachers: number }, digest: string];

/** Why a file can't be restored, as data: the command line has the texts. */
export type BackupFault =
  | {
      readonly code:
        | "foreign"
        | "truncated"
        | "notGzip"
        | "damaged"
        | "newer"
        | "noVersions"
        | "otherFields"
        | "wrongDigest";
    }
  | { readonly code: "damagedLine" | "longLine" | "lineBehindEnd"; readonly line: number }
  | { readonly code: "otherContent"; readonly version: number }
  | { readonly code: "unreadable"; readonly error: Error };

/** A file that can't be restored. */
export class BackupError extends Error {
  readonly fault: BackupFault;

  constructor(fault: BackupFault) {
    super(fault.code);
    this.fault = fault;
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isId = (value: unknown): boolean => isCount(value) && value !== 0 && (value as number) <= idMax;
const isVersion = (value: unknown): boolean => isId(value) && (value as number) < 2 ** 31;
const isText = (value: unknown): boolean => typeof value === "string";

/** The checks of the values behind the name of a line. */
const checks: Readonly<Record<BackupLine[0], (values: readonly unknown[]) => boolean>> = {
  "teachers-backup": ([format, head]) => isCount(format) && Array.isArray((head as { fields?: unknown })?.fields),
  publication: ([entry]) => typeof entry === "object" && entry !== null && isPublication(entry as HistoryEntry),
  teacher: ([first, last, id, ...texts]) =>
    isVersion(first) && (last === null || isVersion(last)) && isId(id) && texts.every(isText),
  erased: ([id, erasedAt]) => isId(id) && isText(erasedAt),
  highest_id: ([id]) => isCount(id),
  end: ([counts, digest]) => typeof counts === "object" && counts !== null && isText(digest),
};

/** The line that a text has. Throws {@link BackupError}. */
export function parseBackupLine(text: string, line: number): BackupLine {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new BackupError(line === 1 ? { code: "foreign" } : { code: "damagedLine", line });
  }
  const [name, ...others] = Array.isArray(values) ? (values as [BackupLine[0], ...unknown[]]) : ["" as BackupLine[0]];
  if (line === 1 && name !== "teachers-backup") throw new BackupError({ code: "foreign" });
  if (!Object.hasOwn(checks, name) || !checks[name](others)) throw new BackupError({ code: "damagedLine", line });
  if (name === "teachers-backup" && (others[0] as number) > backupFormat) {
    throw new BackupError({ code: "newer" });
  }
  return values as unknown as BackupLine;
}

function isPublication({ version, id, publishedAt, source, message, digest, ...counts }: HistoryEntry): boolean {
  const { count, added, changed, removed } = counts;
  return (
    isVersion(version) &&
    [id, publishedAt, source, message, digest].every(isText) &&
    [count, added, changed, removed].every(isCount)
  );
}
