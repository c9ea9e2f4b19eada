/**
 * The sessions of officers, in memory only. They end after 2 idle hours, or 12 in total; an upload is dropped after an
 * hour.
 */
import type { Lang } from "../../domain/lang.ts";
import type { Upload } from "../upload.ts";
import { createSecret } from "./entrance.ts";

export interface OfficeSession {
  /** The value of its cookie. */
  readonly id: string;
  readonly user: string;
  /** Every form sends this token, which no other site can know. */
  readonly token: string;
  lang: Lang;
  waiting: Waiting | null;
  /** Aborted when the session ends, so that an upload that is still arriving ends with it. */
  readonly ended: AbortController;
  readonly startedAt: number;
  usedAt: number;
}

/** What waits to be published in a session: an upload, or else an earlier version. */
export interface Waiting {
  readonly id: string;
  readonly since: number;
  readonly upload: Upload | null;
  readonly version: number | null;
  /** The number of errors of the previous upload. */
  readonly errorsBefore?: number | undefined;
}

export type Sessions = ReturnType<typeof createSessions>;

const hour = 60 * 60_000;
const bounds = { idleMs: 2 * hour, ms: 12 * hour, waitingMs: hour, sessions: 20 };

/**
 * `now` gives the milliseconds of a monotonic clock. If the name of the cookie begins with `__Host-`, browsers accept
 * it only from this host and over https. Otherwise the name contains the port, because browsers share cookies between
 * the ports of a host.
 */
export function createSessions(cookieName: string, now: () => number) {
  /** By id; the session that has been idle longest comes first. */
  const all = new Map<string, OfficeSession>();

  function drop(session: OfficeSession): void {
    session.waiting?.upload?.file.close();
    session.waiting?.upload?.reading.close();
    session.waiting = null;
  }

  function end(session: OfficeSession): void {
    drop(session);
    all.delete(session.id);
    session.ended.abort();
  }

  /** Ends expired sessions, and drops uploads that have waited too long. */
  function sweep(): void {
    for (const session of all.values()) {
      const { waiting, usedAt, startedAt } = session;
      if (waiting !== null && now() - waiting.since >= bounds.waitingMs) drop(session);
      if (now() - usedAt >= bounds.idleMs || now() - startedAt >= bounds.ms) end(session);
    }
  }

  return {
    end,
    sweep,
    start(user: string, lang: Lang): OfficeSession {
      sweep();
      if (all.size >= bounds.sessions) end(all.values().next().value!);
      const at = now();
      const [id, token] = [createSecret(), createSecret()];
      const session = { id, token, user, lang, waiting: null, ended: new AbortController(), startedAt: at, usedAt: at };
      all.set(session.id, session);
      return session;
    },
    /** The session of a request, or null. This restarts its idle time. */
    find(headers: Headers): OfficeSession | null {
      sweep();
      const session = all.get(new Bun.CookieMap(headers.get("cookie") ?? "").get(cookieName) ?? "");
      if (session === undefined) return null;
      session.usedAt = now();
      all.delete(session.id);
      all.set(session.id, session);
      return session;
    },
    /** Whether the request has the cookie of a session, which may have ended. */
    hasCookie: (headers: Headers): boolean => new Bun.CookieMap(headers.get("cookie") ?? "").has(cookieName),
    /** Replaces what waits in a session. Returns the path of its preview. */
    wait(session: OfficeSession, waiting: Omit<Waiting, "id" | "since">): string {
      drop(session);
      const id = createSecret();
      session.waiting = { ...waiting, id, since: now() };
      return `/preview/${id}`;
    },
    dropAll: () => all.forEach(drop),
    /** The Set-Cookie header for a session id. An empty id removes the cookie. */
    renderCookie(id: string): string {
      const rules = { httpOnly: true, sameSite: "strict", secure: cookieName.startsWith("__Host-") } as const;
      return new Bun.Cookie(cookieName, id, id === "" ? { ...rules, maxAge: 0 } : rules).toString();
    },
  };
}
