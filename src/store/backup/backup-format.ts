/**
 * The lines of a backup: JSON arrays whose first element is the kind of line. The format is the same for both engines.
 */
import { z } from "zod";
import { type HistoryEntry, isMessage, versionMax } from "../../domain/publication.ts";
import { idMax } from "../../domain/teacher.ts";

/** Increased whenever older releases can't read the lines. */
export const backupFormat = 2;

/** A row of a teacher, with its texts in the order of the fields in the first line. */
export type TeacherLine = readonly [
  "teacher",
  first: number,
  last: number | null,
  id: number,
  ...texts: readonly string[],
];

export type FileFault =
  | "foreign"
  | "truncated"
  | "notGzip"
  | "damaged"
  | "newer"
  | "noVersions"
  | "otherFields"
  | "wrongDigest";

/** Why a file can't be restored, as data that the command line renders. */
export type BackupFault =
  | { readonly code: FileFault }
  | { readonly code: "damagedLine" | "longLine" | "lineAfterEnd"; readonly line: number }
  | { readonly code: "otherContent"; readonly versions: readonly number[] }
  | { readonly code: "unreadable"; readonly error: Error };

/** A file that can't be restored. */
export class BackupError extends Error {
  readonly fault: BackupFault;

  constructor(fault: BackupFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** The longest source: a file name has at most 255 bytes. */
const sourceLengthMax = 255;

const count = z.int().min(0);
const id = z.int().min(1).max(idMax);
const version = z.int().min(1).max(versionMax);
/** The form that `toISOString` writes, because times are compared as text. */
const time = z.iso.datetime({ precision: 3 });
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The maximum length of the answers about a file: the heading of each field, and the name of a sheet. */
const answersLengthMax = 10_000;

function isJsonOrEmpty(text: string): boolean {
  if (text === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const entry = z.strictObject({
  version,
  // In lower case, as `randomUUID` writes it, because file names that differ only in case may be the same file.
  id: z.uuidv4().lowercase(),
  publishedAt: time,
  source: z
    .string()
    .max(sourceLengthMax)
    .refine((text) => text.isWellFormed() && !text.includes("\0")),
  count,
  added: count,
  changed: count,
  removed: count,
  digest,
  message: z.string().refine(isMessage),
  // Missing in a backup of format 1.
  publishedBy: z.string().refine(isMessage).optional(),
  namesakes: z
    .string()
    .regex(/^\[(?:\[\d+(?:,\d+)+\](?:,(?=\[))?)*\]$/)
    .optional(),
  answers: z
    .string()
    .max(answersLengthMax)
    .regex(/^(?:\{.*\})?$/)
    .refine(isJsonOrEmpty)
    .optional(),
});

/**
 * The schema of each kind of line. {@link isTeacherLine} checks the lines of teachers without zod, because there may be
 * millions.
 */
const schemas = {
  "teachers-backup": z.tuple([
    z.literal("teachers-backup"),
    z.int().min(1),
    z.strictObject({ created_at: time, fields: z.array(z.string()) }),
  ]),
  publication: z.tuple([z.literal("publication"), entry]),
  erased: z.tuple([z.literal("erased"), id, time]),
  highest_id: z.tuple([z.literal("highest_id"), z.int().min(0)]),
  end: z.tuple([z.literal("end"), z.strictObject({ publications: count, teachers: count }), digest]),
} as const;

export type BackupLine =
  | { readonly [Name in keyof typeof schemas]: Readonly<z.infer<(typeof schemas)[Name]>> }[keyof typeof schemas]
  | TeacherLine;

/** Adds the fields that publications of older backups lack. */
export function completeEntry(parsed: z.infer<typeof entry>): HistoryEntry {
  const { publishedBy = "", namesakes = "[]", answers = "" } = parsed;
  return { ...parsed, publishedBy, namesakes, answers };
}

/** Whether an import could have written this publication. */
export function isEntry(publication: HistoryEntry): boolean {
  return entry.safeParse(publication).success;
}

/** Parses a line. Throws {@link BackupError}. */
export function parseBackupLine(text: string, line: number): BackupLine {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new BackupError(line === 1 ? { code: "foreign" } : { code: "damagedLine", line });
  }
  const [name, ...others] = Array.isArray(values) ? (values as unknown[]) : [];
  if (line === 1 && name !== "teachers-backup") throw new BackupError({ code: "foreign" });
  if (name === "teachers-backup" && typeof others[0] === "number" && others[0] > backupFormat) {
    throw new BackupError({ code: "newer" });
  }
  if (name === "teacher" ? isTeacherLine(others) : isOtherLine(name, values)) return values as BackupLine;
  throw new BackupError({ code: "damagedLine", line });
}

function isTeacherLine([first, last, teacherId, ...texts]: readonly unknown[]): boolean {
  return (
    isInteger(first, versionMax) &&
    (last === null || isInteger(last, versionMax)) &&
    isInteger(teacherId, idMax) &&
    texts.every((text) => typeof text === "string")
  );
}

function isInteger(value: unknown, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;
}

function isOtherLine(name: unknown, values: unknown): boolean {
  const isKnown = typeof name === "string" && Object.hasOwn(schemas, name);
  return isKnown && schemas[name as keyof typeof schemas].safeParse(values).success;
}
