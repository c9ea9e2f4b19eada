/** What waits to be published: an upload or an earlier version, one a session, for an hour. */
import type { BreachKind } from "../../domain/changes/change-guard.ts";
import type { Answers } from "../../publishing/answers.ts";
import { createSecret, type OfficeSession } from "../entry/sessions.ts";
import type { PrivateFile } from "./private-file.ts";

/** What the officer must have seen to publish it. */
export interface SeenPreview {
  /** Names what was compared; the form that publishes it has it. */
  readonly id: string;
  /** The publication that it was compared with; undefined for the first content. */
  readonly baseId: string | undefined;
  /** The digest of the content. */
  readonly digest: string;
  /** The sentences to tick. */
  readonly doubts: readonly Doubt[];
}

/** What is probably a mistake: a breach of the guard, or content that was published before. */
export type Doubt = BreachKind | "earlier";

interface WaitingBase {
  readonly id: string;
  readonly session: OfficeSession;
  preview: SeenPreview | null;
  /** Whether it is being published now. */
  isPublishing: boolean;
  /** The version that it became. */
  published: number | null;
}

export interface WaitingUpload extends WaitingBase {
  readonly kind: "upload";
  readonly fileName: string;
  readonly file: PrivateFile;
  reading: PrivateFile;
  answers: Answers;
  /** Whether all who share a name are different people. */
  acceptsNamesakes: boolean;
  /** The locations of rows that are not teachers. */
  leftOut: readonly string[];
  /** The sheets that may have the teachers, once that was asked. */
  sheets: readonly string[];
}

export interface WaitingVersion extends WaitingBase {
  readonly kind: "version";
  readonly version: number;
}

export type Waiting = WaitingUpload | WaitingVersion;

export interface WaitingList {
  addUpload(
    session: OfficeSession,
    upload: Pick<WaitingUpload, "fileName" | "file" | "reading" | "answers" | "sheets">,
  ): WaitingUpload;
  addVersion(session: OfficeSession, version: number): WaitingVersion;
  /** What waits under an id, if it is of the session. */
  find(id: string, session: OfficeSession): Waiting | null;
  /** The newest of a session. */
  findOf(session: OfficeSession): Waiting | null;
  drop(waiting: Waiting): void;
  dropOf(session: OfficeSession): void;
  dropAll(): void;
}

const keptMs = 60 * 60_000;

/** Creates an empty list. Nothing in it keeps the process alive. */
export function createWaitingList(): WaitingList {
  const all = new Map<string, { readonly waiting: Waiting; readonly timer: NodeJS.Timeout }>();

  function add<Added extends Waiting>(waiting: Added): Added {
    dropOf(waiting.session);
    const timer = setTimeout(() => drop(waiting), keptMs);
    timer.unref();
    all.set(waiting.id, { waiting, timer });
    return waiting;
  }

  function drop(waiting: Waiting): void {
    const found = all.get(waiting.id);
    if (found === undefined) return;
    all.delete(waiting.id);
    clearTimeout(found.timer);
    if (waiting.kind === "upload") for (const file of [waiting.file, waiting.reading]) file.close();
  }

  function dropOf(session: OfficeSession): void {
    for (const { waiting } of [...all.values()]) if (waiting.session === session) drop(waiting);
  }

  const begin = (session: OfficeSession): WaitingBase => ({
    id: createSecret(),
    session,
    preview: null,
    isPublishing: false,
    published: null,
  });

  return {
    addUpload: (session, upload) =>
      add({ ...begin(session), kind: "upload", ...upload, acceptsNamesakes: false, leftOut: [] }),
    addVersion: (session, version) => add({ ...begin(session), kind: "version", version }),
    find(id, session) {
      const waiting = all.get(id)?.waiting;
      return waiting?.session === session ? waiting : null;
    },
    findOf: (session) => [...all.values()].find(({ waiting }) => waiting.session === session)?.waiting ?? null,
    drop,
    dropOf,
    dropAll: () => {
      for (const { waiting } of [...all.values()]) drop(waiting);
    },
  };
}
