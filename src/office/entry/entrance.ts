/** Who may enter: whoever has the key of this start, or whom the proxy names and the list of officers has. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { findPublisher } from "../../publishing/publisher.ts";
import { describeSystemError } from "../../server/log/log.ts";

export type Entrance = KeyEntrance | ProxyEntrance;

/** On one's own machine: a key opens one session. */
export interface KeyEntrance {
  readonly kind: "key";
  readonly key: string;
  readonly user: string;
  /** Whether the text is the key, which is then spent. */
  spend(text: string): boolean;
}

/** On a server: the proxy in front has found out who it is. */
export interface ProxyEntrance {
  readonly kind: "proxy";
  /** The user that the proxy names; null where it names none, or the request has not come through it. */
  identify(headers: Headers): string | null;
  /** Whether the user is on the list, as it is now. */
  mayEnter(user: string): boolean;
}

const keyMs = 10 * 60_000;
/** Without letters and digits that look alike. */
const keyLetters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Creates a key that works once, within ten minutes. */
export function createKeyEntrance(now: () => number): KeyEntrance {
  // 20 of 31 letters are 99 bits.
  const letters = Array.from(randomBytes(20), (byte) => keyLetters[byte % keyLetters.length]);
  const key = letters.join("").replace(/.{5}(?=.)/g, "$&-");
  const endsAt = now() + keyMs;
  let isSpent = false;
  return {
    kind: "key",
    key,
    user: findPublisher(),
    spend(text) {
      if (isSpent || now() >= endsAt || !isEqual(text.trim().toLowerCase(), key)) return false;
      isSpent = true;
      return true;
    },
  };
}

export interface ProxyOptions {
  /** The header that has the user. */
  readonly userHeader: string;
  /** What the proxy sends as X-Proxy-Secret; null where only the proxy can open the socket. */
  readonly secret: string | null;
  /** The file of users: one a line, `#` starts a comment. */
  readonly usersFile: string;
  /** Called when the file can't be read; nobody may enter then. */
  onUnreadable(reason: string): void;
}

/** Creates the entrance of an office behind a proxy. */
export function createProxyEntrance({ userHeader, secret, usersFile, onUnreadable }: ProxyOptions): ProxyEntrance {
  let reported = false;

  // The file is short, and read for each request: its time of change may stay the same when it changes.
  function readUsers(): ReadonlySet<string> {
    try {
      const lines = readFileSync(usersFile, "utf8").split(/\r?\n/);
      reported = false;
      return new Set(lines.map((line) => line.replace(/#.*/, "").trim()).filter((line) => line !== ""));
    } catch (error) {
      if (!reported) onUnreadable(describeSystemError(error as Error));
      reported = true;
      return new Set();
    }
  }

  return {
    kind: "proxy",
    identify(headers) {
      if (secret !== null && !isEqual(headers.get("x-proxy-secret") ?? "", secret)) return null;
      const user = headers.get(userHeader)?.trim() ?? "";
      // Two headers arrive joined by a comma: one of them is not the proxy's.
      return user === "" || user.length > 200 || /[\s,\p{Cc}]/u.test(user) ? null : user;
    },
    mayEnter: (user) => readUsers().has(user),
  };
}

/** Compares in a time that does not depend on where the texts differ. */
export function isEqual(text: string, secret: string): boolean {
  const digest = (value: string): Buffer => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(text), digest(secret));
}
