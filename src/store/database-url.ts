/** Database URLs: parsing, the file of a server's copy, and display without passwords. */
import { resolve } from "node:path";

/** A SQLite file, or a PostgreSQL database. */
type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly path: string }
  | { readonly engine: "postgres"; readonly database: string };

/** A database URL that can't be used; the message says what is accepted. */
export class DatabaseUrlError extends Error {
  /** The message without the URL. */
  readonly problem: string;

  constructor(shownUrl: string, problem: string) {
    super(`"${shownUrl}" ${problem}`);
    this.problem = problem;
  }
}

const oneAddress = "give one URL, whose address leads to the primary (Patroni, a virtual IP or DNS)";
const accepted = "expected sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/NAME";
/** The accepted parameters of a PostgreSQL URL; Bun would pass any other parameter on to the server. */
const postgresParameters = ["sslmode", "sslrootcert", "host", "channel_binding", "schema", "application_name"];

/** Parses a database URL, without opening a connection. Throws {@link DatabaseUrlError}. */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  if (/[\s,](?:sqlite|postgres(?:ql)?):/.test(url)) throw refuse(url, `is a list of URLs; ${oneAddress}`);
  if (url.startsWith("sqlite:")) return parseSqlite(url);
  if (/^postgres(?:ql)?:\/\//.test(url)) return parsePostgres(url);
  throw refuse(url, "is not a database that this release can open");
}

/** The schema in a PostgreSQL URL; null if it has none. */
export function schemaOf(url: string): string | null {
  return new URL(url).searchParams.get("schema");
}

/** The database for display, before it is opened: the file, or the URL without its password. */
export function nameOfDatabase(text: string): string {
  const address = parseDatabaseUrl(text);
  return address.engine === "sqlite" ? `sqlite:${resolve(address.path)}` : withoutPassword(text);
}

/** The absolute path of a SQLite file; null for PostgreSQL. */
export function sqlitePath(url: string): string | null {
  const address = parseDatabaseUrl(url);
  return address.engine === "sqlite" ? resolve(address.path) : null;
}

/** A URL for display: without its password (even an unencoded one) and without parameters other than the schema. */
export function withoutPassword(url: string): string {
  const [scheme] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?/i.exec(url)!;
  const remainder = url.slice(scheme.length).replace(/^([^:@]*):.*@/s, "$1:***@");
  return scheme + remainder.replace(/\?(.*)$/s, (_, query: string) => `?${showParameters(query)}`);
}

/** Shows the schema, which distinguishes directories; any other parameter may contain a password. */
function showParameters(query: string): string {
  const [schema] = /^schema=[\w%.~+-]*(?=&|$)/.exec(query.replace(/^.*&(?=schema=)/s, "")) ?? [];
  if (schema === undefined) return "…";
  return schema === query ? schema : `${schema}&…`;
}

/**
 * Removes the passwords in URLs and in `password=…` from a message, whatever the user typed. The placeholder PASSWORD
 * stays.
 */
export function hidePasswords(message: string): string {
  return (
    message
      .replace(/(\w+:\/\/[^\s:@/]*:)(?!PASSWORD@)\S*(?=@)/g, "$1***")
      // If the host was forgotten, the password follows the first colon.
      .replace(/(postgres(?:ql)?:\/\/[^\s:@/]*:)(?!PASSWORD@|\d+(?:[/?\s"']|$))[^\s@"']+/g, "$1***")
      .replace(/\b(password=)(?:'[^']*'|[^\s"]+)/gi, "$1***")
  );
}

function refuse(url: string, problem: string): DatabaseUrlError {
  return new DatabaseUrlError(withoutPassword(url), `${problem}; ${accepted}`);
}

function parseSqlite(url: string): DatabaseAddress {
  const path = url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "");
  if (path === "" || path.includes("?") || path.includes("#") || path.startsWith("//") || path.includes(":memory:")) {
    throw refuse(url, "does not name a file; a path can't contain ? or #");
  }
  return { engine: "sqlite", path };
}

/** Also refuses a URL with an unencoded password, because part of the password could be taken for the host. */
function parsePostgres(url: string): DatabaseAddress {
  const [, authority = ""] = /^\w+:\/\/([^/?#]*)/.exec(url) ?? [];
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  if (hosts.includes(",")) throw refuse(url, `names several hosts; ${oneAddress}`);
  const plain = /^postgres(?:ql)?:\/\/(?:[^/?#@\s]+@)?[^/?#@\s]*\/([^/?#@:\s]+)(?:\?([^?#@\s]*))?$/.exec(url);
  if (plain === null || !URL.canParse(url)) {
    throw refuse(url, "is not a URL with a database name; percent-encode special characters in user and password");
  }
  const { username, password } = new URL(url);
  if (![username, password, plain[1]!, plain[2] ?? ""].every(isDecodable)) {
    throw refuse(url, "has a % that does not start a percent-encoded character; write % itself as %25");
  }
  checkParameters(url, new URLSearchParams(plain[2]));
  return { engine: "postgres", database: decodeURIComponent(plain[1]!) };
}

function checkParameters(url: string, parameters: URLSearchParams): void {
  for (const [name, value] of parameters) {
    if (!postgresParameters.includes(name))
      throw refuse(url, `has the unknown parameter "${name}"; accepted are ${postgresParameters.join(", ")}`);
    if (parameters.getAll(name).length > 1) throw refuse(url, `has the parameter ${name} twice`);
    if (name === "sslmode" && !/^(?:disable|allow|prefer|require|verify-ca|verify-full)$/.test(value))
      throw refuse(url, "has an unknown sslmode; use verify-full, or disable on the machine of the database");
    if (name === "host" && !value.startsWith("/"))
      throw refuse(url, "has a host parameter that is not an absolute path; expected the folder of a Unix socket");
    if (name === "schema" && !isSchema(value))
      throw refuse(
        url,
        "has an invalid schema name; expected 1 to 63 bytes, and no name that PostgreSQL reserves (pg_…)",
      );
  }
}

/** Whether a name is allowed for a user's schema. PostgreSQL would truncate a longer name. */
function isSchema(name: string): boolean {
  const isOwn = !name.startsWith("pg_") && name !== "information_schema";
  return isOwn && name !== "" && Buffer.byteLength(name) <= 63 && !/\p{Cc}/u.test(name);
}

/** Whether the text is percent-encoded UTF-8 without null bytes, which the protocol can't transfer. */
function isDecodable(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes("\0");
  } catch {
    return false;
  }
}
