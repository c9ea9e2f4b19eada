/** Decides who may enter: a person with the key that this process printed, or a listed user that the proxy names. */
import { isUtf8 } from "node:buffer";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { describeSystemError } from "../domain/quoting.ts";
import { findPublisher } from "../publish/apply.ts";
import type { Log } from "../server/log.ts";

/** The user of a request, and the text that says why that user may not enter; null if the user may. */
export interface Visitor {
  readonly user: string;
  readonly refusal: "noUser" | "notListed" | "usersUnknown" | null;
}

export interface Entrance {
  identify(headers: Headers): Visitor;
  /** Whether the text is the key. A correct key can't be used again. Null behind a proxy, which has no keys. */
  readonly redeem: ((text: string) => boolean) | null;
}

export const keyMs = 10 * 60_000;

/** The entrance on the officer's own machine: a key opens one session, within ten minutes. */
export function createKeyEntrance(now: () => number) {
  const visitor: Visitor = { user: findPublisher(), refusal: null };
  let [key, endsAt] = ["", 0];
  return {
    identify: () => visitor,
    /** Makes a key that opens one session, in place of the previous one. */
    renewKey(): string {
      const hex = randomBytes(10).toString("hex");
      key = hex.replace(/.{5}(?=.)/g, "$&-");
      endsAt = now() + keyMs;
      return key;
    },
    redeem(text: string): boolean {
      const isKey = now() < endsAt && isEqual(text.toLowerCase().replaceAll(/[^\da-f]/g, ""), key.replaceAll("-", ""));
      if (isKey) endsAt = 0;
      return isKey;
    },
  };
}

/**
 * The entrance behind a proxy that authenticates users. The proxy sends `secret` as X-Proxy-Secret; null if only the
 * proxy can open the socket.
 */
export function createProxyEntrance(secret: string | null, usersFile: string, log: Log): Entrance {
  /** One user per line; a line that begins with `#` is a comment. Throws if there are none, as while an editor writes. */
  function readUsers(): readonly string[] {
    const risk = describeRisk(usersFile);
    if (risk !== null) throw new Error(risk);
    const lines = readFileSync(usersFile, "utf8").split("\n");
    const users = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
    if (users.length === 0) throw new Error("it has no users");
    return users;
  }

  /** The user that the proxy names; empty if it names none, or if the request did not come through it. */
  function findUser(headers: Headers): string {
    if (secret !== null && !isEqual(headers.get("x-proxy-secret") ?? "", secret)) return "";
    // Bun gives each byte of a header as one character.
    const bytes = Buffer.from(headers.get("x-remote-user") ?? "", "latin1");
    const user = isUtf8(bytes) ? bytes.toString().trim() : "";
    // If there are two such headers, they arrive joined by a comma, and one of them is not from the proxy.
    return user.length > 200 || /[\s,\p{Cc}\p{Cf}]/u.test(user) ? "" : user;
  }

  return {
    identify(headers) {
      const user = findUser(headers);
      if (user === "") return { user, refusal: "noUser" };
      try {
        return { user, refusal: readUsers().includes(user) ? null : "notListed" };
      } catch (error) {
        log("setting.unreadable", { setting: "--users", error: describeSystemError(error as Error) });
        return { user, refusal: "usersUnknown" };
      }
    },
    redeem: null,
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
