/** The sessions of officers, in memory only. */
import { randomBytes } from "node:crypto";
import type { Lang } from "../domain/lang.ts";
import { OfficeError } from "./texts.ts";

export interface OfficeSession {
  /** The value of its cookie. */
  readonly id: string;
  readonly user: string;
  /** Every form sends this token, which no other site can know. */
  readonly token: string;
  lang: Lang;
  /** Aborted when the session ends, so that its preview, and an upload that is still arriving, end with it. */
  readonly ended: AbortController;
  readonly startedAt: number;
  usedAt: number;
}

export type Sessions = ReturnType<typeof createSessions>;

const hour = 60 * 60_000;
const [idleMs, sessionMs] = [2 * hour, 12 * hour];
const sessionsMax = 20;

/**
 * `now` gives the milliseconds of a monotonic clock. If the name of the cookie begins with `__Host-`, browsers accept
 * it only from this host and over https. Otherwise the name contains the port, because browsers share cookies between
 * the ports of a host.
 */
export function createSessions(cookieName: string, now: () => number) {
  /** By id; the session that has been idle longest comes first. */
  const all = new Map<string, OfficeSession>();
  const readCookie = (headers: Headers) => new Bun.CookieMap(headers.get("cookie") ?? "").get(cookieName);

  function end(session: OfficeSession): void {
    all.delete(session.id);
    session.ended.abort(new OfficeError("sessionEnded", 403));
  }

  /** Ends expired sessions. */
  function sweep(): void {
    for (const session of all.values()) {
      const { usedAt, startedAt } = session;
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
      const session = { id, token, user, lang, ended: new AbortController(), startedAt: at, usedAt: at };
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
    /** The Set-Cookie header for a session id. An empty id removes the cookie. */
    renderCookie(id: string): string {
      const rules = { httpOnly: true, sameSite: "strict", secure: cookieName.startsWith("__Host-") } as const;
      return new Bun.Cookie(cookieName, id, id === "" ? { ...rules, maxAge: 0 } : rules).toString();
    },
  };
}

/** A random text of 256 bits. */
export const createSecret = (): string => randomBytes(32).toString("base64url");
