/** The input of the handlers of the officer's pages. */
import type { Lang } from "../domain/lang.ts";
import type { Log } from "../server/log/log.ts";
import type { Store } from "../store/store.ts";
import type { Entrance } from "./entrance.ts";
import type { UploadedFile } from "./form.ts";
import type { ReaderOptions } from "./reader.ts";
import type { OfficeSession, Sessions } from "./sessions.ts";

export interface OfficeOptions {
  readonly databaseUrl: string;
  /** The file of the servers' copy, which an erasure removes; null if there is none. */
  readonly copyPath: string | null;
  /** The URL of the public directory; null if pages do not link to it. */
  readonly directoryUrl: string | null;
  readonly entrance: Entrance;
  readonly reader: ReaderOptions;
  readonly log: Log;
}

/** A request of somebody who may not have signed in. */
export interface Arrival {
  readonly request: Request;
  readonly options: OfficeOptions;
  readonly sessions: Sessions;
  readonly lang: Lang;
  readonly session: OfficeSession | null;
  /** The path, for the link to the other language. */
  readonly path: string;
}

/** What a page shows around its content. */
export type Frame = Pick<Arrival, "lang" | "session" | "path">;

/** A request of a signed-in officer. */
export interface OfficeRequest extends Arrival {
  readonly session: OfficeSession;
  readonly store: Store;
  /** The `:id` of the path; empty if the route has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Empty for GET and for an upload. */
  readonly form: URLSearchParams;
  /** The file of an upload. */
  readonly file: UploadedFile | null;
}
