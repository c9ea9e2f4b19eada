/** What waits to be published: at most one preview in each session, in memory only. */
import type { Version, VersionSource } from "../domain/version.ts";
import { readCurrent } from "../publish/apply.ts";
import { type Plan, plan, planReturn } from "../publish/plan.ts";
import type { ReadAnswers } from "../read/answers.ts";
import { type Issue, isOpenQuestion } from "../read/issue.ts";
import type { ReadFile } from "../read/read.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";
import { createSecret, type OfficeSession } from "./sessions.ts";
import { OfficeError } from "./texts.ts";

export interface Upload {
  readonly file: Blob;
  /** The officer's answers in this session. */
  readonly answers: ReadAnswers;
  /** What was read with these answers. */
  readonly reading: ReadFile;
}

/** Never changes: other answers make another preview in its place, with the same id. */
export interface Preview {
  readonly id: string;
  readonly since: number;
  readonly source: Extract<VersionSource, { readonly kind: "file" | "rollback" }>;
  /** Null for the return to an earlier version. */
  readonly upload: Upload | null;
  /** The version that was the newest when the preview was opened; null if nothing was published. */
  readonly baseId: string | null;
  /** What was written for the history when the answers were saved. */
  readonly note: string;
}

export type Previews = ReturnType<typeof createPreviews>;

const keptMs = 60 * 60_000;
/** If the files of all previews have more bytes, the oldest ones are dropped. */
const keptBytesMax = 60 * 1024 * 1024;
/** So many users may have a file received or read, so that one with a slow connection shuts nobody out. */
const usersMax = 4;

/** `now` gives the milliseconds of a monotonic clock. */
export function createPreviews(now: () => number) {
  /** The oldest comes first. */
  const all = new Map<OfficeSession, Preview>();
  /** The users whose files are being received or read. */
  const busy = new Set<string>();

  /** Drops those that have waited too long, whose session has ended, or whose files are too much. */
  function sweep(): void {
    let bytes = 0;
    for (const [session, { since, upload }] of [...all].toReversed()) {
      bytes += upload?.file.size ?? 0;
      const hasEnded = session.ended.signal.aborted || now() - since >= keptMs;
      if (hasEnded || bytes > keptBytesMax) all.delete(session);
    }
  }

  return {
    sweep,
    dropAll: () => all.clear(),
    of: (session: OfficeSession): Preview | undefined => all.get(session),
    find({ session, id }: { readonly session: OfficeSession; readonly id: string }): Preview {
      sweep();
      const preview = all.get(session);
      if (preview?.id === id) return preview;
      throw new OfficeError(preview === undefined ? "previewGone" : "previewReplaced", 404);
    },
    /** Replaces the preview of a session. Returns the path of the new one. */
    open(session: OfficeSession, content: Pick<Preview, "source" | "upload">, newest: Version | null): string {
      session.ended.signal.throwIfAborted();
      // The file goes at once with its session.
      session.ended.signal.addEventListener("abort", sweep);
      const id = createSecret();
      all.delete(session);
      all.set(session, { ...content, id, since: now(), baseId: newest?.id ?? null, note: "" });
      sweep();
      return `/preview/${id}`;
    },
    /** Puts a preview with other answers in the place of `before`, unless that has been dropped or replaced meanwhile. */
    change(session: OfficeSession, before: Preview, change: Pick<Preview, "upload" | "note">): Preview {
      if (all.get(session) !== before) throw new OfficeError(all.has(session) ? "previewReplaced" : "previewGone", 409);
      const after = { ...before, ...change };
      all.set(session, after);
      return after;
    },
    /** Forgets a preview that has been published. */
    drop(session: OfficeSession, preview: Preview): void {
      if (all.get(session) === preview) all.delete(session);
    },
    /** Receives or reads a file, if neither the user nor too many others are doing so. */
    async runAlone<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
      if (busy.has(user)) throw new OfficeError("busyWithYours", 503);
      if (busy.size >= usersMax) throw new OfficeError("busy", 503);
      busy.add(user);
      return work().finally(() => busy.delete(user));
    },
  };
}

/** Whether nothing can be published before somebody corrects or answers this. */
export const isBlocking = (issue: Issue): boolean => issue.severity === "error" || isOpenQuestion(issue);

type Planning = Readonly<{ store: Store; session: OfficeSession }>;

/** The last plan of each preview. */
const plans = new WeakMap<Preview, Plan>();

/**
 * Compares a preview with the newest version, once. Null if the file has errors, or a question that must be answered first. The
 * session's signal lets other requests run meanwhile, and ends the work with the session.
 */
export async function planPreview({ store, session }: Planning, preview: Preview): Promise<Plan | null> {
  const { upload, source } = preview;
  if (upload?.reading.issues.some(isBlocking)) return null;
  const { signal } = session.ended;
  let planned = plans.get(preview);
  if (planned === undefined || planned.baseId !== ((await store.findCurrent())?.id ?? null)) {
    const current = await readCurrent(store, signal);
    const returned = source.kind === "rollback" ? await store.findVersion(source.version) : null;
    if (source.kind === "file") planned = plan(current, upload!.reading);
    else if (returned === null) throw new OfficeError("noVersion", 404);
    else planned = planReturn(current, await readVersion(store, returned, signal));
    plans.set(preview, planned);
  }
  return planned;
}
