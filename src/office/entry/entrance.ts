/**
 * Decides who may enter: a person with the key that this process printed, or a user that the proxy names and the users
 * file lists.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { findPublisher } from "../../publishing/publish-reviewed.ts";
import { describeSystemError } from "../../server/log/log.ts";

export interface Entrance {
  /** The key that opens one session; null behind a proxy. */
  readonly key: string | null;
  /** The user of a request; null if the proxy names none, or if the request did not come through it. */
  identify(headers: Headers): string | null;
  mayEnter(user: string): boolean;
  /** Whether the text is the key. A correct key can't be used again. */
  spend(text: string): boolean;
}

export const keyMs = 10 * 60_000;

/** The entrance on the officer's own machine: a key opens one session, within ten minutes. */
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

interface ProxyOptions {
  readonly userHeader: string;
  /** The value that the proxy sends as X-Proxy-Secret; null if only the proxy can open the socket. */
  readonly secret: string | null;
  /** One user per line; `#` starts a comment. */
  readonly usersFile: string;
  /** Called when the users file can't be read. Nobody may enter then. */
  onUnreadable(reason: string): void;
}

/** The entrance behind a proxy that authenticates users. */
export function createProxyEntrance({ userHeader, secret, usersFile, onUnreadable }: ProxyOptions): Entrance {
  // Read for each request, because the file is short, and a change may leave its modification time the same.
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
      // If there are two such headers, they arrive joined by a comma, and one of them is not from the proxy.
      return user === "" || user.length > 200 || /[\s,\p{Cc}]/u.test(user) ? null : user;
    },
    mayEnter: (user) => user !== "" && readUsers().some((line) => line.replace(/#.*/, "").trim() === user),
    spend: () => false,
  };
}

/** Compares in constant time, so the time does not show where the texts differ. */
export function isEqual(text: string, secret: string): boolean {
  const digest = (value: string): Buffer => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(text), digest(secret));
}

/** A random text of 256 bits. */
export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}
