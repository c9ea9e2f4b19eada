/** The URLs of databases: what is accepted, where images lie by default, and how a URL may be shown. */
import { resolve } from "node:path";

/** A SQLite file, or one or several PostgreSQL databases in the order in which they are tried. */
export type Address =
  | { readonly engine: "sqlite"; readonly url: string; readonly path: string }
  | { readonly engine: "postgres"; readonly urls: readonly string[]; readonly database: string };

/** A database URL that can't be used; the message says what is accepted. */
export class DatabaseUrlError extends Error {}

const accepted = "accepted is sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME";
/** What a URL of PostgreSQL may say behind the question mark; Bun would pass anything else on to the server. */
const postgresParameters = ["sslmode", "sslrootcert", "host", "channel_binding"];
const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/**
 * Checks a database URL, or several of PostgreSQL with white space between them, without opening anything. Throws
 * {@link DatabaseUrlError}.
 */
export function parseDatabaseUrl(text: string): Address {
  const urls = text.split(/\s+(?=(?:sqlite|postgres(?:ql)?):)/);
  const addresses = urls.map(parseOne);
  const [first] = addresses as [Address, ...Address[]];
  if (addresses.length === 1) return first;
  for (const [i, { engine }] of addresses.entries()) {
    if (engine === "sqlite") throw refuse(urls[i]!, "can't be one of several databases; only PostgreSQL has standbys");
  }
  return { ...first, engine: "postgres", urls } as Address;
}

/** The folder for images: beside a SQLite file, and in `var` for PostgreSQL, by the database and the host tried first. */
export function imageFolderBeside(text: string): string {
  const address = parseDatabaseUrl(text);
  if (address.engine === "sqlite") return resolve(`${address.path}.images`);
  const { host, searchParams } = new URL(address.urls[0]!);
  const place = `${host}${searchParams.get("host") ?? ""}`.replace(/[^\w.-]/g, "_");
  return resolve(`var/${encodeURIComponent(address.database)}@${place}.images`);
}

/** Whether a text that holds database URLs holds a password too. */
export function hasPassword(text: string): boolean {
  return text.split(/\s+/).some((url) => URL.canParse(url) && new URL(url).password !== "");
}

/** A URL as it may be shown: without a password, also one that was not encoded, and without parameters. */
export function withoutPassword(url: string): string {
  const [scheme] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?/i.exec(url)!;
  const rest = url.slice(scheme.length).replace(/^([^:@]*):.*@/s, "$1:***@");
  return scheme + rest.replace(/\?.*$/s, "?…");
}

/**
 * A message as it may be shown, whatever was typed: URLs without passwords, but for the word that tells what is accepted,
 * and `password=…` as other programs take it.
 */
export function hidePasswords(message: string): string {
  return (
    message
      .replace(/(\w+:\/\/[^\s:@/]*:)(?!PASSWORD@)\S*(?=@)/g, "$1***")
      // What stands for a password where the host was forgotten, and is no port.
      .replace(/(postgres(?:ql)?:\/\/[^\s:@/]*:)(?!PASSWORD@|\d+(?:[/?\s"']|$))[^\s@"']+/g, "$1***")
      .replace(/\b(password=)(?:'[^']*'|[^\s"]+)/gi, "$1***")
  );
}

function refuse(url: string, problem: string): DatabaseUrlError {
  return new DatabaseUrlError(`"${withoutPassword(url)}" ${problem}; ${accepted}`);
}

function parseOne(url: string): Address {
  if (url.startsWith("sqlite:")) return parseSqlite(url);
  if (/^postgres(?:ql)?:\/\//.test(url)) return parsePostgres(url);
  throw refuse(url, "is not a database that this release opens");
}

function parseSqlite(url: string): Address {
  const path = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");
  if (path === "" || path.includes("?") || path.includes("#") || path.startsWith("//") || path.includes(":memory:")) {
    throw refuse(url, "names no file: a path has no ? or #");
  }
  return { engine: "sqlite", url, path };
}

/** Refuses what a password that was not encoded would make of a URL, too: a part of it would pass for the host. */
function parsePostgres(url: string): Address {
  const plain = /^postgres(?:ql)?:\/\/(?:[^/?#@\s]+@)?[^/?#@\s]*\/([^/?#@:\s]+)(?:\?([^?#@\s]*))?$/.exec(url);
  if (plain === null || !URL.canParse(url)) {
    throw refuse(url, "is not a URL with a database's name; what is special in user or password is percent-encoded");
  }
  const { username, password } = new URL(url);
  if (![username, password, plain[1]!].every(isDecodable)) {
    throw refuse(url, "has a % that begins no percent-encoded character; % itself is written %25");
  }
  const parameters = new URLSearchParams(plain[2]);
  for (const [name, value] of parameters) {
    if (!postgresParameters.includes(name))
      throw refuse(url, `has another parameter than ${postgresParameters.join(", ")}`);
    if (name === "sslmode" && !sslModes.includes(value)) {
      throw refuse(url, `has another sslmode than ${sslModes.join(", ")}`);
    }
    if (name === "host" && !value.startsWith("/")) throw refuse(url, "has a host parameter that is no socket's folder");
  }
  return { engine: "postgres", urls: [url], database: decodeURIComponent(plain[1]!) };
}

/** Whether it is percent-encoded UTF-8. No part of a connection can hold a null byte. */
function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes("\0");
  } catch {
    return false;
  }
}
