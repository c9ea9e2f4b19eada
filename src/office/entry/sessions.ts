/** The sessions of officers, in memory only: 2 hours idle and 12 in all. What waits in one is forgotten after an hour. */
import type { Lang } from "../../domain/lang.ts";
import type { Proposal } from "../../publishing/proposal.ts";
import { createSecret } from "./entrance.ts";

export interface OfficeSession {
  /** The value of its cookie. */
  readonly id: string;
  readonly user: string;
  /** Every form has it, so that no other site can send one. */
  readonly token: string;
  lang: Lang;
  waiting: Waiting | null;
  readonly startedAt: number;
  usedAt: number;
}

/** What waits to be published. */
export interface Waiting extends Proposal {
  readonly id: string;
  readonly since: number;
}

export type Sessions = ReturnType<typeof createSessions>;

const hour = 60 * 60_000;
const bounds = { idleMs: 2 * hour, ms: 12 * hour, waitingMs: hour, sessions: 20 };

/**
 * `now` gives milliseconds, ascending. With the prefix `__Host-`, browsers refuse the cookie from another host name, or without
 * https; other names have the port of the office, since cookies do not depend on it.
 */
export function createSessions(cookieName: string, now: () => number) {
  /** By id, the longest idle first. */
  const all = new Map<string, OfficeSession>();

  /** Drops what waits in a session. */
  function drop(session: OfficeSession): void {
    session.waiting?.upload?.file.close();
    session.waiting?.upload?.reading.close();
    session.waiting = null;
  }

  function end(session: OfficeSession): void {
    drop(session);
    all.delete(session.id);
  }

  /** Ends what is past its time. */
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
      const secrets = { id: createSecret(), token: createSecret() };
      const session = { ...secrets, user, lang, waiting: null, startedAt: at, usedAt: at };
      all.set(session.id, session);
      return session;
    },
    /** The session of a request, or null. It counts as used now. */
    find(headers: Headers): OfficeSession | null {
      sweep();
      const session = all.get(new Bun.CookieMap(headers.get("cookie") ?? "").get(cookieName) ?? "");
      if (session === undefined) return null;
      session.usedAt = now();
      all.delete(session.id);
      all.set(session.id, session);
      return session;
    },
    /** Replaces what waits in a session. Returns the path of its preview. */
    wait(session: OfficeSession, waiting: Pick<Waiting, "source" | "upload" | "version">): string {
      drop(session);
      const id = createSecret();
      session.waiting = { ...waiting, id, since: now() };
      return `/preview/${id}`;
    },
    dropAll: () => all.forEach(drop),
    /** The Set-Cookie header for an id; an empty one removes the cookie. */
    renderCookie(id: string): string {
      const secure = cookieName.startsWith("__Host-") ? "; Secure" : "";
      return `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Strict${secure}${id === "" ? "; Max-Age=0" : ""}`;
    },
  };
}
