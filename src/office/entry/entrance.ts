/**
 * Decides who may enter: a person with the key that this process printed, or a user that the proxy names and the users
 * file lists.
 */
import { isUtf8 } from "node:buffer";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { findPublisher } from "../../publish/apply.ts";
import { describeSystemError } from "../../server/log/log.ts";

/** Whether the users file has a user; "unknown" while it can't be read. */
type Listing = "listed" | "unlisted" | "unknown";

export interface Entrance {
  /** Makes a key that opens one session, in place of the previous one; null behind a proxy. */
  readonly renewKey: (() => string) | null;
  /** The user of a request; null if the proxy names none, or if the request did not come through it. */
  identify(headers: Headers): string | null;
  findListing(user: string): Listing;
  /** Whether the text is the key. A correct key can't be used again. */
  spend(text: string): boolean;
}

export const keyMs = 10 * 60_000;

/** The entrance on the officer's own machine: a key opens one session, within ten minutes. */
export function createKeyEntrance(now: () => number): Entrance & { renewKey(): string } {
  const user = findPublisher();
  let [key, endsAt] = ["", 0];
  return {
    renewKey() {
      key = randomBytes(10)
        .toString("hex")
        .replace(/.{5}(?=.)/g, "$&-");
      endsAt = now() + keyMs;
      return key;
    },
    identify: () => user,
    findListing: () => "listed",
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
  /** One user per line. A line that begins with `#` is a comment. */
  readonly usersFile: string;
  /** Called when the users file can't be read. */
  onUnreadable(reason: string): void;
}

/** The entrance behind a proxy that authenticates users. */
export function createProxyEntrance({ userHeader, secret, usersFile, onUnreadable }: ProxyOptions): Entrance {
  // Read for each request, because the file is short, and a change may leave its modification time the same.
  function readUsers(): readonly string[] | null {
    try {
      const problem = describeRisk(usersFile);
      if (problem !== null) onUnreadable(problem);
      if (problem !== null) return null;
      const lines = readFileSync(usersFile, "utf8").split("\n");
      const users = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
      if (users.length > 0) return users;
      // An editor that rewrites the file may have emptied it for a moment.
      onUnreadable("it has no users");
    } catch (error) {
      onUnreadable(describeSystemError(error as Error));
    }
    return null;
  }

  return {
    renewKey: null,
    identify(headers) {
      if (secret !== null && !isEqual(headers.get("x-proxy-secret") ?? "", secret)) return null;
      // Bun gives each byte of a header as one character.
      const bytes = Buffer.from(headers.get(userHeader) ?? "", "latin1");
      const user = isUtf8(bytes) ? bytes.toString().trim() : "";
      // If there are two such headers, they arrive joined by a comma, and one of them is not from the proxy.
      return user === "" || user.length > 200 || /[\s,\p{Cc}\p{Cf}]/u.test(user) ? null : user;
    },
    findListing(user) {
      const users = readUsers();
      if (users === null) return "unknown";
      return users.includes(user) ? "listed" : "unlisted";
    },
    spend: () => false,
  };
}

/** Why the file can't be trusted: anybody could list a user in it, or read another secret into it. */
export function describeRisk(path: string): string | null {
  return (statSync(path).mode & 0o002) === 0 ? null : "every user of this machine may write to it; run chmod o-w";
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
