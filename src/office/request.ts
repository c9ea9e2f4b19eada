/** What the handlers of the officer's pages are given, and how they refuse. */
import type { ChangeLimits } from "../domain/changes/change-guard.ts";
import type { Lang } from "../domain/lang.ts";
import type { Publication } from "../domain/publication.ts";
import type { PublishAction } from "../publishing/after-publish.ts";
import type { ReaderOptions } from "../publishing/reading/read-apart.ts";
import type { Log } from "../server/log/log.ts";
import { type Store, withStore } from "../store/store.ts";
import type { Entrance } from "./entry/entrance.ts";
import type { OfficeSession, Sessions } from "./entry/sessions.ts";
import type { TextName } from "./texts.ts";

export interface OfficeOptions {
  readonly databaseUrl: string;
  /** The folder of the images, from which those of an erased teacher are removed. */
  readonly imageFolder: string;
  readonly limits: ChangeLimits;
  /** The URL of the directory for everybody; null if pages do not link to it. */
  readonly directoryUrl: string | null;
  /** Called after each publication. */
  afterPublish(action: PublishAction, publication: Publication): void;
  readonly entrance: Entrance;
  /** How long an upload may take to arrive. */
  readonly uploadMs: number;
  readonly reader: ReaderOptions;
  readonly log: Log;
}

/** A request of somebody who has signed in. */
export interface OfficeRequest {
  readonly options: OfficeOptions;
  readonly sessions: Sessions;
  readonly session: OfficeSession;
  /** The part of the path that the route leaves open, or nothing. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Empty for GET. */
  readonly form: FormData;
  readonly frame: Frame;
}

/** What a page shows besides its content. */
export interface Frame {
  readonly lang: Lang;
  /** Null before somebody has signed in. */
  readonly session: OfficeSession | null;
  /** The path, for the link to the other language. */
  readonly path: string;
}

/** Answers with the page of a problem, which has the text of this name. */
export class OfficeError extends Error {
  readonly text: TextName;
  readonly status: number;

  constructor(text: TextName, status: number) {
    super(text);
    this.text = text;
    this.status = status;
  }
}

/** How long a page waits for an import in progress: SQLite lets nothing else happen meanwhile. */
const lockWaitMs = 2000;

/** Works with the database. It is not created: a lost file is no empty directory. */
export function withOfficeStore<Result>(
  { databaseUrl }: Pick<OfficeOptions, "databaseUrl">,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  return withStore(databaseUrl, work, { lockWaitMs, wanted: "writable", create: false, migrates: false });
}
