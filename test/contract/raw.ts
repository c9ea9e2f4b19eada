/** Rows of raw bytes that no HTTP client would send, with the responses of Bun's parser. */
import { expect } from "bun:test";
import { counts, jsonOf, says } from "./row.ts";
import { type Answered, type ProblemBody, textOf } from "./rules.ts";

export interface RawRow {
  readonly name: string;
  readonly setup: "usual" | "local";
  /** In Latin-1: one character per byte. */
  readonly bytes: string;
  /** The status, `bare` with a status if Bun's parser answers, or `closed` if the connection is closed. */
  readonly answer: number | `bare ${number}` | "closed";
  holds?(answer: Answered): void;
}

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");
const get = (target: string, ...headers: string[]): string =>
  `GET ${target} HTTP/1.1\r\n${["Host: localhost", ...headers].join("\r\n")}\r\n\r\n`;
/** GET of the target in HTTP/1.0 without a Host. */
const get10 = (target: string): string => `GET ${target} HTTP/1.0\r\n\r\n`;
/** GET of the list with exactly these lines of Host. */
const list = (...hosts: string[]): string =>
  `GET /teachers/ HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join("")}\r\n`;
const raw = (name: string, bytes: string, answer: RawRow["answer"], holds?: RawRow["holds"]): RawRow => ({
  name,
  setup: "usual",
  bytes,
  answer,
  ...(holds && { holds }),
});
const local = (...args: Parameters<typeof raw>): RawRow => ({ ...raw(...args), setup: "local" });

const locates = (url: string) => (answer: Answered) => {
  const location = Buffer.from(answer.headers.get("location") ?? "", "latin1").toString();
  expect(decodeURI(location)).toBe(`https://api.example.edu${url}`);
};
const isBadEncoding = (answer: Answered): void => {
  const { errors = [] } = jsonOf<ProblemBody>(answer);
  expect(errors.map(({ parameter, code }) => [parameter, code])).toEqual([["first_name", "bad_encoding"]]);
};
const olena = "/teachers/?limit=2&first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0";

const ours: readonly RawRow[] = [
  ...[raw, local].flatMap((row) => [
    row(`two Hosts are 400: ${row.name}`, list("Host: localhost", "Host: localhost"), 400, says("Host")),
    row(`two different Hosts are 400: ${row.name}`, list("Host: localhost", "Host: evil.example"), 400, says("Host")),
    row(`a Host that is not ASCII is 400: ${row.name}`, list(`Host: ${latin1("львів")}`), 400, says("Host")),
    row(`a Host that is not UTF-8 is 400: ${row.name}`, list("Host: \xff\xfe"), 400, says("Host")),
  ]),
  local("a Host that is empty is 400 without a base URL", list("Host:"), 400, says("Host")),
  local("HTTP/1.0 with a Host is answered", "GET /teachers/ HTTP/1.0\r\nHost: localhost\r\n\r\n", 200),
  raw("HTTP/1.0 without a Host is answered if there is a base URL", get10(olena), 200, counts(2)),
  local("HTTP/1.0 without a Host is 400 if there is none", get10("/teachers/"), 400, says("Host")),
  local("/livez is answered without a Host", get10("/livez"), 200),
  local("/readyz is answered without a Host", get10("/readyz"), 200),
  local("/readyz is answered with two Hosts", list("Host: a", "Host: b").replace("teachers/", "readyz"), 200),
  raw("a target in absolute form is answered", get(`http://localhost${olena}`), 200, counts(2)),
  raw("raw UTF-8 in a value is as if encoded", get(latin1("/teachers/?first_name=Олена")), 200, counts(2)),
  raw(
    "raw UTF-8 in the query of a redirect is unchanged or encoded",
    get(latin1("/teachers?first_name=Олена")),
    301,
    locates("/teachers/?first_name=Олена"),
  ),
  raw("it is encoded in HTTP/1.0 without a Host", get10(latin1("/teachers?search=Ш")), 301, (answer) =>
    expect(answer.headers.get("location")).toBe("https://api.example.edu/teachers/?search=%D0%A8"),
  ),
  ...["HTTP/1.0\r\n", "HTTP/1.1\r\nHost: localhost:99999\r\n", "HTTP/1.1\r\nHost: a b\r\n"].flatMap((end) => [
    raw(
      `the length of a raw UTF-8 URL is counted in bytes: ${JSON.stringify(end)}`,
      `GET ${latin1(`/livez?x=${"я".repeat(2000)}`)} ${end}\r\n`,
      414,
    ),
    raw(
      `dot segments and raw UTF-8 lead to the same resource: ${JSON.stringify(end)}`,
      `GET ${latin1("/Ш/../livez?Ш")} ${end}\r\n`,
      200,
    ),
  ]),
  raw(
    "links on the page for people are encoded in HTTP/1.0 without a Host",
    get10(latin1("/teachers/?search=Ш&lang=uk")).replace("1.0\r\n", "1.0\r\nAccept: text/html\r\n"),
    200,
    (answer) => expect(textOf(answer)).toContain('href="/teachers/?search=%D0%A8&amp;lang=en"'),
  ),
  raw(
    "bytes that are not UTF-8 in HTTP/1.0 without a Host",
    get10("/teachers/?first_name=\xd0\xff"),
    400,
    isBadEncoding,
  ),
  raw("raw bytes that are not UTF-8 are bad_encoding", get("/teachers/?first_name=\xd0\xff"), 400, isBadEncoding),
  raw("a URL is counted in bytes, not in letters", get(latin1(`/teachers/?x=${"я".repeat(4100)}`)), 414),
  raw("raw bytes that are not UTF-8 in the path are 404", get("/teachers/\xff/"), 404),
  raw("any bytes in other headers do no harm", get("/teachers/", "Accept-Language: \xff\xfe", "X-Any: \x80"), 200),
  raw("lines of Accept are one list", get("/teachers/", "Accept: image/png", "Accept: application/json;q=0.5"), 200),
  raw("lines of If-None-Match are one list", get("/teachers/", 'If-None-Match: "x"', 'If-None-Match: "y"'), 200),
  raw("CONNECT is 405", get("/teachers/").replace("GET", "CONNECT"), 405),
  raw("GET with a body is answered", `${get("/teachers/", "Content-Length: 5")}hello`, 200),
];

/** The statements of docs/api.md about Bun's parser. */
const parsers: readonly RawRow[] = [
  raw("an unknown method: the connection is closed", get("/livez").replace("GET", "BREW"), "closed"),
  raw("a method in lower case: the connection is closed", get("/livez").replace("GET", "get"), "closed"),
  raw("a raw space in the URL", get("/teachers/?first_name=a b"), "bare 505"),
  raw("a tab in the URL", get("/teachers/?first_name=a\tb"), "bare 505"),
  raw("a NUL in the URL", get("/teachers/?first_name=a\0b"), "bare 505"),
  raw("a control byte in the URL", get("/teachers/\x01"), "bare 505"),
  raw("another version of HTTP", get("/livez").replace("HTTP/1.1", "HTTP/2.0"), "bare 505"),
  raw("a head over 16 KiB", get("/livez", `X-Any: ${"a".repeat(16 * 1024)}`), "bare 431"),
  raw("a URL over 16 KiB", get(`/livez?${"a".repeat(16 * 1024)}`), "bare 431"),
  raw("more than 200 fields", get("/livez", ...Array.from({ length: 210 }, (_, n) => `X-${n}: a`)), "bare 431"),
  raw("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", "bare 400"),
  raw("a target without a slash", get("livez"), "bare 400"),
  raw("no Host", "GET /livez HTTP/1.1\r\n\r\n", "bare 400"),
  raw("a header without a colon", get("/livez", "Nothing"), "bare 400"),
  raw("a space before a header's colon", get("/livez", "X-Any : a"), "bare 400"),
  raw("a control byte in a header", get("/livez", "X-Any: \x01"), "bare 400"),
  raw("a folded header", get("/livez", "X-Any: a", " b"), "bare 400"),
  raw("a length that is not a number", get("/livez", "Content-Length: x"), "bare 400"),
  raw("a length beside chunks: 400", get("/livez", "Content-Length: 3", "Transfer-Encoding: chunked"), "bare 400"),
];

export const rawSections = [
  { name: "raw bytes that reach the service", rows: ours },
  { name: "responses of Bun's parser", rows: parsers },
] as const;
