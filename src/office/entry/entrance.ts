/** Who may enter: whoever has the key of this start, or whom the proxy names and the list of officers has. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { findPublisher } from "../../publishing/publisher.ts";
import { describeSystemError } from "../../server/log/log.ts";

export interface Entrance {
  /** What opens one session; null behind a proxy. */
  readonly key: string | null;
  /** The user of a request; null where the proxy names none, or the request has not come through it. */
  identify(headers: Headers): string | null;
  /** Whether the user may enter, as of now. */
  mayEnter(user: string): boolean;
  /** Whether the text is the key of this start, which is then spent. */
  spend(text: string): boolean;
}

const keyMs = 10 * 60_000;

/** The entrance on one's own machine: a key opens one session, within ten minutes. */
export function createKeyEntrance(now: () => number): Entrance {
  const user = findPublisher();
  const key = randomBytes(10)
    .toString("hex")
    .replace(/.{5}(?=.)/g, "$&-");
  let endsAt = now() + keyMs;
  return {
    key,
    identify: () => user,
    mayEnter: () => true,
    spend(text) {
      const isKey = now() < endsAt && isEqual(text.trim().toLowerCase(), key);
      if (isKey) endsAt = 0;
      return isKey;
    },
  };
}

export interface ProxyOptions {
  readonly userHeader: string;
  /** What the proxy sends as X-Proxy-Secret; null where only the proxy can open the socket. */
  readonly secret: string | null;
  /** One user a line, `#` starts a comment. */
  readonly usersFile: string;
  /** Called when that can't be read; nobody may enter then. */
  onUnreadable(reason: string): void;
}

/** The entrance behind a proxy, which has found out who it is. */
export function createProxyEntrance({ userHeader, secret, usersFile, onUnreadable }: ProxyOptions): Entrance {
  // The file is short, and read for each request: its time of change may stay the same when it changes.
  function readUsers(): readonly string[] {
    try {
      return readFileSync(usersFile, "utf8").split("\n");
    } catch (error) {
      onUnreadable(describeSystemError(error as Error));
      return [];
    }
  }

  return {
    key: null,
    identify(headers) {
      if (secret !== null && !isEqual(headers.get("x-proxy-secret") ?? "", secret)) return null;
      const user = headers.get(userHeader)?.trim() ?? "";
      // Two headers arrive joined by a comma: one of them is not the proxy's.
      return user === "" || user.length > 200 || /[\s,\p{Cc}]/u.test(user) ? null : user;
    },
    mayEnter: (user) => user !== "" && readUsers().some((line) => line.replace(/#.*/, "").trim() === user),
    spend: () => false,
  };
}

/** Compares in a time that does not depend on where the texts differ. */
export function isEqual(text: string, secret: string): boolean {
  const digest = (value: string): Buffer => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(text), digest(secret));
}

/** A text that nobody can guess. */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}
