/** Turns an error of a database or a file into its cause and what helps. */

/** What has failed, for code that must act on it. */
type FailureCode = keyof typeof failures;

const restore = "restore the newest backup with `teachers restore FILE`, which puts the damaged file aside";

/** A message is `NAME CAUSE; REMEDY`. In a cause, `$` is what the system, the server or the caller says. */
const failures = {
  missing: ["does not exist", "correct --database, restore the newest backup if it was lost, or import a file"],
  notAFile: ["is not a file ($)", "correct --database"],
  empty: ["has nothing published yet", "import a file, or check --database"],
  damaged: [
    "is damaged, or no database: $",
    `if --database is right, ${restore}; without a backup, move the file away and import the last list`,
  ],
  otherContent: [
    "is damaged: $",
    "if it is the newest, import its file again, or return to an earlier one (`teachers rollback`); else restore a backup, or prune it",
  ],
  unreadable: [
    "can't be read or written: $",
    `look at \`df\` and \`dmesg\`; if the disk fails, use another one and ${restore}`,
  ],
  denied: [
    "can't be opened or written: $",
    "run this as the user that owns it, or let this user read and write the file and its folder (chmod), where SQLite keeps its log",
  ],
  notGranted: [
    "refuses the role of the URL: $",
    "use the role that owns the tables, or grant the privilege as deploy/postgres-roles.sql does",
  ],
  readOnly: [
    "takes no writes: it is a standby, or transactions of the role are read-only by default",
    "use the address that leads to the primary, and a role that writes",
  ],
  outdated: ["has tables from an older release", "run `teachers migrate` as the role or user that imports"],
  foreign: [
    "has tables from before the first release ($)",
    "export it with the commit that made it, then import that file into a new database",
  ],
  newer: ["was changed by a newer release ($)", "use that release"],
  full: ["has no room: the disk is full", "make some (`df` shows where), and run this again"],
  busy: ["is in use: another import or command has held it for $", "try again when that has finished"],
  login: [
    "refuses the user or the password: $",
    "correct them in the URL (TEACHERS_DATABASE, or the file that TEACHERS_DATABASE_FILE names)",
  ],
  noDatabase: ["can't be used: $", "create it, or correct the name; `teachers migrate` creates a schema"],
  unreachable: ["can't be reached: $", "check that PostgreSQL runs, and the host and the port of the URL"],
  tls: ["can't be reached by TLS: $", "correct sslmode and sslrootcert of the URL, or `ssl` and the certificate there"],
  noAnswer: ["has not answered for $", "check that PostgreSQL runs, and what else it does (pg_stat_activity)"],
  crowded: ["has no connection left: $", "end other clients, or raise max_connections"],
  replaced: ["was $ while it was open", "run this again"],
} as const satisfies Readonly<Record<string, readonly [cause: string, remedy: string]>>;

/** The codes of SQLite, of the operating system and of PostgreSQL (SQLSTATE). */
const codes: readonly (readonly [codes: RegExp, code: FailureCode])[] = [
  [/^(?:SQLITE_(?:CORRUPT|NOTADB).*|XX00[12])$/, "damaged"],
  [/^(?:SQLITE_(?:READONLY|PERM|CANTOPEN).*|EACCES|EPERM|EROFS)$/, "denied"],
  // A full disk has no room for the index of the log (`-shm`).
  [/^(?:SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|53100)$/, "full"],
  [/^(?:SQLITE_BUSY.*|55P03)$/, "busy"],
  [/^(?:SQLITE_IOERR.*|EIO)$/, "unreadable"],
  [/^ENOENT$/, "missing"],
  [/^(?:ENOTDIR|EISDIR|EEXIST|ENAMETOOLONG|ELOOP)$/, "notAFile"],
  [/^42501$/, "notGranted"],
  [/^25006$/, "readOnly"],
  [/^28/, "login"],
  [/^(?:3D000|3F000)$/, "noDatabase"],
  [/^53300$/, "crowded"],
  [/^57014$/, "noAnswer"],
  // The last one is a file of sslrootcert that can't be read.
  [/^(?:ERR_(?:POSTGRES_)?TLS_.*|.*_CERT_?.*|CERT_.*|UNABLE_TO_.*|ERR_INVALID_ARG_TYPE)$/, "tls"],
  [/^(?:ERR_POSTGRES_CONNECTION.*|57P.*|08.*)$/, "unreachable"],
];

/** The message names the database or file, the cause and the remedy. */
export class StoreError extends Error {
  readonly code: FailureCode;
  readonly detail: string;

  constructor(code: FailureCode, subject: string, detail = "", cause?: unknown) {
    const [because, remedy] = failures[code];
    super(`${subject} ${because.replace("$", () => detail)}; ${remedy}`, { cause });
    this.code = code;
    this.detail = detail;
  }
}

/** The failure of a database or file that `subject` names. Our own errors, which have no code, stay what they are. */
export function explainFailure(error: unknown, subject: string, detail?: string): Error {
  const { code = "", errno, message } = error as Error & { readonly code?: string; readonly errno?: unknown };
  const state = typeof errno === "string" ? errno : code;
  if (error instanceof StoreError || state === "") return error as Error;
  // Messages of the system are like `EACCES: permission denied, open '/srv/teachers.db'`.
  const said = detail ?? message.replace(/^E[A-Z0-9]+: ([^,]*),.*$/s, "$1");
  const found = codes.find(([pattern]) => pattern.test(state))?.[1];
  return found === undefined
    ? new Error(`${subject}: ${said}`, { cause: error })
    : new StoreError(found, subject, said, error);
}

/** Runs `work`, and explains its failure. */
export function explained<Result>(subject: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw explainFailure(error, subject);
  }
}

/** How long a writer has waited, for the failure `busy`. */
export function waitOf(lockWaitMs: number): string {
  return `more than ${lockWaitMs / 1000} s`;
}

export function isFailure(error: unknown, ...accepted: readonly FailureCode[]): error is StoreError {
  return error instanceof StoreError && accepted.includes(error.code);
}

/** A file can't be used for a backup, or for a restore; the message says why, and what works instead. */
export class BackupFileError extends Error {}

/** A restore would lose versions. */
export class LostVersionsError extends Error {
  /** Null if the present database can't be read, so nobody knows. */
  readonly versions: readonly number[] | null;

  constructor(versions: readonly number[] | null) {
    super("The backup lacks versions of the database");
    this.versions = versions;
  }
}
