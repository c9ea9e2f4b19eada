/** The sessions of officers, in memory only: 2 hours idle and 12 in all. */
import { randomBytes } from "node:crypto";
import type { Lang } from "../../domain/lang.ts";

export interface OfficeSession {
  readonly user: string;
  /** Every form has it, so that no other site can send one. */
  readonly token: string;
  lang: Lang;
}

export interface Sessions {
  /** Starts a session. Returns it and the value of its cookie. */
  start(user: string, lang: Lang): { readonly session: OfficeSession; readonly cookie: string };
  /** The session of a Cookie header, or null. It counts as used now. */
  find(cookies: string | null): OfficeSession | null;
  end(session: OfficeSession): void;
  /** The Set-Cookie header for a value; an empty one removes the cookie. */
  renderCookie(value: string): string;
}

export interface SessionOptions {
  /** Whether pages are reached by https. */
  readonly isSecure: boolean;
  /** Tells the cookies of two offices on one machine apart: cookies do not depend on the port. */
  readonly port: number;
  /** Called when a session ends, for whatever reason. */
  onEnd(session: OfficeSession): void;
  /** Milliseconds, ascending. */
  now(): number;
}

const idleMs = 2 * 60 * 60_000;
const longestMs = 12 * 60 * 60_000;
/** The most sessions; then the one that was idle for longest ends. */
const sessionsMax = 20;

interface Kept {
  readonly session: OfficeSession;
  readonly startedAt: number;
  usedAt: number;
}

/** Creates the list of sessions of an office. */
export function createSessions({ isSecure, port, onEnd, now }: SessionOptions): Sessions {
  // The prefix makes browsers refuse the cookie from another host name, or without Secure.
  const name = isSecure ? "__Host-office" : `office-${port}`;
  /** By the value of the cookie, the longest idle first. */
  const kept = new Map<string, Kept>();

  function remove(id: string): void {
    const found = kept.get(id);
    if (found !== undefined && kept.delete(id)) onEnd(found.session);
  }

  function removeExpired(): void {
    for (const [id, { startedAt, usedAt }] of kept) {
      if (now() - usedAt >= idleMs || now() - startedAt >= longestMs) remove(id);
    }
  }

  return {
    start(user, lang) {
      removeExpired();
      if (kept.size >= sessionsMax) remove(kept.keys().next().value!);
      const cookie = createSecret();
      const session = { user, token: createSecret(), lang };
      kept.set(cookie, { session, startedAt: now(), usedAt: now() });
      return { session, cookie };
    },
    find(cookies) {
      removeExpired();
      for (const pair of cookies?.split(";") ?? []) {
        const [key, id = ""] = pair.trim().split("=");
        const found = key === name ? kept.get(id) : undefined;
        if (found === undefined) continue;
        found.usedAt = now();
        kept.delete(id);
        kept.set(id, found);
        return found.session;
      }
      return null;
    },
    end(session) {
      for (const [id, found] of kept) if (found.session === session) remove(id);
    },
    renderCookie(value) {
      const end = value === "" ? "; Max-Age=0" : "";
      return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}${end}`;
    },
  };
}

/** A text that nobody can guess. */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}
