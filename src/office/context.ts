/** What the handlers of the officer's pages share: the options of an office, a request, and the forms of an answer. */
import type { ChangeLimits } from "../domain/changes/change-guard.ts";
import type { Log } from "../server/log/log.ts";
import { openStore, type Store } from "../store/store.ts";
import type { Entrance } from "./entry/entrance.ts";
import type { OfficeSession, Sessions } from "./entry/sessions.ts";
import type { Page } from "./pages/layout.tsx";
import type { WaitingList } from "./upload/waiting-list.ts";

export interface OfficeOptions {
  readonly databaseUrl: string;
  /** The folder of the images, from which those of an erased teacher are removed. */
  readonly imageFolder: string;
  readonly limits: ChangeLimits;
  /** The URL of the directory for everybody; null if pages do not link to it. */
  readonly directoryUrl: string | null;
  readonly entrance: Entrance;
  readonly log: Log;
}

/** A request of somebody who has signed in. */
export interface OfficeRequest {
  readonly options: OfficeOptions;
  readonly session: OfficeSession;
  readonly sessions: Sessions;
  readonly waiting: WaitingList;
  /** The parts of the path that the route leaves open. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  /** Empty for GET. */
  readonly form: FormData;
}

/** A page, another address to go to, or a file. */
export type OfficeAnswer =
  | { readonly page: () => Page; readonly status?: number }
  | { readonly location: string; readonly cookie?: string }
  | {
      readonly fileName: string;
      readonly contentType: string;
      readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream;
    };

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** How long a page waits for an import in progress: SQLite lets nothing else happen meanwhile. */
const lockWaitMs = 2000;

/**
 * Opens the database, and always closes it. Only the start of an office may create it: a file that vanishes later must not be
 * taken for an empty directory.
 */
export async function withOfficeStore<Result>(
  { databaseUrl }: Pick<OfficeOptions, "databaseUrl">,
  work: (store: Store) => Promise<Result>,
  isStart = false,
): Promise<Result> {
  const store = await openStore(databaseUrl, { lockWaitMs, wanted: "writable", create: isStart, migrates: isStart });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
