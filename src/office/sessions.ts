/** The sessions of officers, with what waits in each to be published, in memory only. */
import { randomBytes } from "node:crypto";
import type { Lang } from "../domain/lang.ts";
import type { VersionSource } from "../domain/version.ts";
import type { Plan } from "../publish/plan.ts";
import type { ReadAnswers } from "../read/answers.ts";
import type { ReadFile } from "../read/read.ts";
import { OfficeError } from "./texts.ts";

export interface Upload {
  readonly file: Blob;
  /** The officer's answers in this session. */
  readonly answers: ReadAnswers;
  /** What was read with these answers. */
  readonly reading: ReadFile;
}

/** What waits to be published in a session: an upload, or the return to an earlier version. */
export interface Pending {
  readonly id: string;
  readonly since: number;
  readonly source: Extract<VersionSource, { readonly kind: "file" | "rollback" }>;
  /** Null for an earlier version. */
  readonly upload: Upload | null;
  /** Its plan onto the version that was the newest; null before it is compared, and if it can't be. */
  planned: Plan | null;
}

export interface OfficeSession {
  /** The value of its cookie. */
  readonly id: string;
  readonly user: string;
  /** Every form sends this token, which no other site can know. */
  readonly token: string;
  lang: Lang;
  pending: Pending | null;
  /** Aborted when the session ends, so that an upload that is still arriving ends with it. */
  readonly ended: AbortController;
  readonly startedAt: number;
  usedAt: number;
}

export type Sessions = ReturnType<typeof createSessions>;

const hour = 60 * 60_000;
const [idleMs, sessionMs, pendingMs] = [2 * hour, 12 * hour, hour];
const [sessionsMax, readingMax] = [20, 2];
/** If the files that wait have more bytes, those of the sessions that are idle longest are dropped. */
const fileBytesMax = 100 * 1024 * 1024;

/**
 * `now` gives the milliseconds of a monotonic clock. If the name of the cookie begins with `__Host-`, browsers accept
 * it only from this host and over https. Otherwise the name contains the port, because browsers share cookies between
 * the ports of a host.
 */
export function createSessions(cookieName: string, now: () => number) {
  /** By id; the session that has been idle longest comes first. */
  const all = new Map<string, OfficeSession>();
  /** The users whose files are being received or read. */
  const busy = new Set<string>();
  const readCookie = (headers: Headers) => new Bun.CookieMap(headers.get("cookie") ?? "").get(cookieName);

  function end(session: OfficeSession): void {
    all.delete(session.id);
    session.pending = null;
    session.ended.abort(new OfficeError("sessionEnded", 403));
  }

  /** Ends expired sessions, and drops uploads that have waited too long. */
  function sweep(): void {
    for (const session of all.values()) {
      const { pending, usedAt, startedAt } = session;
      if (pending !== null && now() - pending.since >= pendingMs) session.pending = null;
      if (now() - usedAt >= idleMs || now() - startedAt >= sessionMs) end(session);
    }
  }

  return {
    end,
    sweep,
    start(user: string, lang: Lang): OfficeSession {
      if (all.size >= sessionsMax) end(all.values().next().value!);
      const at = now();
      const [id, token] = [createSecret(), createSecret()];
      const session = { id, token, user, lang, pending: null, ended: new AbortController(), startedAt: at, usedAt: at };
      all.set(id, session);
      return session;
    },
    /** The session of a request, or null. This restarts its idle time. */
    find(headers: Headers): OfficeSession | null {
      sweep();
      const session = all.get(readCookie(headers) ?? "");
      if (session === undefined) return null;
      session.usedAt = now();
      all.delete(session.id);
      all.set(session.id, session);
      return session;
    },
    /** Whether the request has the cookie of a session that has ended. */
    hasEnded(headers: Headers): boolean {
      const id = readCookie(headers);
      return id !== null && !all.has(id);
    },
    /** Replaces what waits in a session. Returns the path of its preview. */
    setPending(session: OfficeSession, pending: Pick<Pending, "source" | "upload">): string {
      const id = createSecret();
      session.pending = { ...pending, id, since: now(), planned: null };
      let bytes = 0;
      for (const one of [...all.values()].toReversed()) {
        bytes += one.pending?.upload?.file.size ?? 0;
        if (bytes > fileBytesMax) one.pending = null;
      }
      return `/preview/${id}`;
    },
    /** Drops what waits in all sessions. */
    dropAll(): void {
      for (const session of all.values()) session.pending = null;
    },
    /** Runs `work` if neither the user nor too many others are having a file read. */
    async runAlone<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
      if (busy.has(user)) throw new OfficeError("busyWithYours", 503);
      if (busy.size >= readingMax) throw new OfficeError("busy", 503);
      busy.add(user);
      return work().finally(() => {
        busy.delete(user);
        // The file as it arrived, and the output of the reader, are garbage now.
        Bun.gc(true);
      });
    },
    /** The Set-Cookie header for a session id. An empty id removes the cookie. */
    renderCookie(id: string): string {
      const rules = { httpOnly: true, sameSite: "strict", secure: cookieName.startsWith("__Host-") } as const;
      return new Bun.Cookie(cookieName, id, id === "" ? { ...rules, maxAge: 0 } : rules).toString();
    },
  };
}

/** A random text of 256 bits. */
const createSecret = (): string => randomBytes(32).toString("base64url");
