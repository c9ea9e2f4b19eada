/** The input of the handlers of the officer's pages, and the error by which they refuse a request. */
import type { Lang } from "../domain/lang.ts";
import type { Log } from "../server/log/log.ts";
import { type Store, withStore } from "../store/store.ts";
import type { Entrance } from "./entry/entrance.ts";
import type { OfficeSession, Sessions } from "./entry/sessions.ts";
import type { ReaderOptions } from "./reader/read-apart.ts";
import type { TextName } from "./texts.ts";

export interface OfficeOptions {
  readonly databaseUrl: string;
  /** The file of the servers' copy, which an erasure removes; null if there is none. */
  readonly copyPath: string | null;
  /** The URL of the public directory; null if pages do not link to it. */
  readonly directoryUrl: string | null;
  readonly entrance: Entrance;
  /** The time limit for the arrival of an upload. */
  readonly uploadMs: number;
  readonly reader: ReaderOptions;
  readonly log: Log;
}

/** A file as the browser sent it. The name is empty if none was chosen. */
export type UploadedFile = Readonly<{ name: string; bytes: Uint8Array<ArrayBuffer> }>;

/** A request of a signed-in officer. */
export interface OfficeRequest {
  readonly options: OfficeOptions;
  readonly sessions: Sessions;
  readonly session: OfficeSession;
  /** The `:id` of the path; empty if the route has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Empty for GET and for an upload. */
  readonly form: FormData;
  /** The file of an upload. */
  readonly file: UploadedFile | null;
  readonly frame: Frame;
}

/** The parts of a page around its content. */
export interface Frame {
  readonly lang: Lang;
  /** Null before somebody has signed in. */
  readonly session: OfficeSession | null;
  /** The path, for the link to the other language. */
  readonly path: string;
}

/** Thrown to answer with a problem page. `text` is the key of the text on that page. */
export class OfficeError extends Error {
  readonly text: TextName;
  readonly status: number;

  constructor(text: TextName, status: number, cause?: unknown) {
    super(text, { cause });
    this.text = text;
    this.status = status;
  }
}

/** How long a page waits for an import in progress. Short, because nothing else runs while SQLite waits. */
const lockWaitMs = 2000;

/**
 * Opens the database for `work`. A missing database is an error: creating an empty one would hide that it was lost.
 * Throws {@link OfficeError}.
 */
export function withOfficeStore<Result>(
  { databaseUrl }: Pick<OfficeOptions, "databaseUrl">,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const opened = withStore(databaseUrl, { lockWaitMs, create: false, migrates: false }, work);
  return opened.catch((error: Error) => {
    if (error instanceof OfficeError || error instanceof TypeError) throw error;
    throw new OfficeError(isAboutTemporaryFiles(error) ? "noTemporary" : "database", 503, error);
  });
}

/** Neither database uses these system calls of Node.js. */
function isAboutTemporaryFiles(error: Error & { syscall?: string }): boolean {
  return ["mkdtemp", "open", "write", "unlink"].includes(error.syscall ?? "");
}
