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

const ours: readonly RawRow[] = [
  ...(["usual", "local"] as const).flatMap((setup): RawRow[] => {
    const without = setup === "local" ? " without a base URL" : "";
    return [
      {
        name: `two Hosts are 400${without}`,
        setup,
        bytes: "GET /teachers/ HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        answer: 400,
        holds: says("Host"),
      },
      {
        name: `two different Hosts are 400${without}`,
        setup,
        bytes: "GET /teachers/ HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        answer: 400,
        holds: says("Host"),
      },
      {
        name: `a Host that is not ASCII is 400${without}`,
        setup,
        bytes: `GET /teachers/ HTTP/1.1\r\nHost: ${latin1("львів")}\r\n\r\n`,
        answer: 400,
        holds: says("Host"),
      },
      {
        name: `a Host that is not UTF-8 is 400${without}`,
        setup,
        bytes: "GET /teachers/ HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        answer: 400,
        holds: says("Host"),
      },
    ];
  }),
  {
    name: "a Host that is empty is 400 without a base URL",
    setup: "local",
    bytes: "GET /teachers/ HTTP/1.1\r\nHost:\r\n\r\n",
    answer: 400,
    holds: says("Host"),
  },
  {
    name: "HTTP/1.0 with a Host is answered",
    setup: "local",
    bytes: "GET /teachers/ HTTP/1.0\r\nHost: localhost\r\n\r\n",
    answer: 200,
  },
  {
    name: "HTTP/1.0 without a Host is answered if there is a base URL",
    setup: "usual",
    bytes: "GET /teachers/?limit=2&first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0 HTTP/1.0\r\n\r\n",
    answer: 200,
    holds: counts(2),
  },
  {
    name: "HTTP/1.0 without a Host is 400 if there is none",
    setup: "local",
    bytes: "GET /teachers/ HTTP/1.0\r\n\r\n",
    answer: 400,
    holds: says("Host"),
  },
  { name: "/livez is answered without a Host", setup: "local", bytes: "GET /livez HTTP/1.0\r\n\r\n", answer: 200 },
  { name: "/readyz is answered without a Host", setup: "local", bytes: "GET /readyz HTTP/1.0\r\n\r\n", answer: 200 },
  {
    name: "/readyz is answered with two Hosts",
    setup: "local",
    bytes: "GET /readyz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    answer: 200,
  },
  {
    name: "a target in absolute form is answered",
    setup: "usual",
    bytes: get("http://localhost/teachers/?first_name=%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0"),
    answer: 200,
    holds: counts(2),
  },
  {
    name: "raw UTF-8 in a value is taken as if it were encoded",
    setup: "usual",
    bytes: get(latin1("/teachers/?first_name=Олена")),
    answer: 200,
    holds: counts(2),
  },
  {
    name: "raw UTF-8 in the query of a redirect is unchanged or encoded",
    setup: "usual",
    bytes: get(latin1("/teachers?first_name=Олена")),
    answer: 301,
    holds(answer) {
      const location = Buffer.from(answer.headers.get("location") ?? "", "latin1").toString();
      expect(decodeURI(location)).toBe("https://api.example.edu/teachers/?first_name=Олена");
    },
  },
  {
    name: "raw UTF-8 in the query of a redirect is encoded in HTTP/1.0 without a Host",
    setup: "usual",
    bytes: `GET ${latin1("/teachers?search=Ш")} HTTP/1.0\r\n\r\n`,
    answer: 301,
    holds: (answer) => expect(answer.headers.get("location")).toBe("https://api.example.edu/teachers/?search=%D0%A8"),
  },
  ...(["HTTP/1.0\r\n", "HTTP/1.1\r\nHost: localhost:99999\r\n", "HTTP/1.1\r\nHost: a b\r\n"] as const).flatMap(
    (end): RawRow[] => [
      {
        name: `the length of a raw UTF-8 URL is counted in bytes: ${JSON.stringify(end)}`,
        setup: "usual",
        bytes: `GET ${latin1(`/livez?x=${"я".repeat(2000)}`)} ${end}\r\n`,
        answer: 414,
      },
      {
        name: `dot segments and raw UTF-8 lead to the same resource: ${JSON.stringify(end)}`,
        setup: "usual",
        bytes: `GET ${latin1("/Ш/../livez?Ш")} ${end}\r\n`,
        answer: 200,
      },
    ],
  ),
  {
    name: "links on the page for people are encoded in HTTP/1.0 without a Host",
    setup: "usual",
    bytes: `GET ${latin1("/teachers/?search=Ш&lang=uk")} HTTP/1.0\r\nAccept: text/html\r\n\r\n`,
    answer: 200,
    holds: (answer) => expect(textOf(answer)).toContain('href="/teachers/?search=%D0%A8&amp;lang=en"'),
  },
  {
    name: "raw bytes that are not UTF-8 are bad_encoding in HTTP/1.0 without a Host",
    setup: "usual",
    bytes: "GET /teachers/?first_name=\xd0\xff HTTP/1.0\r\n\r\n",
    answer: 400,
    holds(answer) {
      const { errors = [] } = jsonOf<ProblemBody>(answer);
      expect(errors.map(({ parameter, code }) => [parameter, code])).toEqual([["first_name", "bad_encoding"]]);
    },
  },
  {
    name: "raw bytes that are not UTF-8 are bad_encoding",
    setup: "usual",
    bytes: get("/teachers/?first_name=\xd0\xff"),
    answer: 400,
    holds(answer) {
      const { errors = [] } = jsonOf<ProblemBody>(answer);
      expect(errors.map(({ parameter, code }) => [parameter, code])).toEqual([["first_name", "bad_encoding"]]);
    },
  },
  {
    name: "the length of a raw UTF-8 URL is counted in bytes, not in letters",
    setup: "usual",
    bytes: get(latin1(`/teachers/?x=${"я".repeat(4100)}`)),
    answer: 414,
  },
  {
    name: "raw bytes that are not UTF-8 in the path are 404",
    setup: "usual",
    bytes: get("/teachers/\xff/"),
    answer: 404,
  },
  {
    name: "bytes of any kind in other headers do no harm",
    setup: "usual",
    bytes: get("/teachers/", "Accept-Language: \xff\xfe", "X-Any: \x80"),
    answer: 200,
  },
  {
    name: "Accept in several lines is one list",
    setup: "usual",
    bytes: get("/teachers/", "Accept: image/png", "Accept: application/json;q=0.5"),
    answer: 200,
  },
  {
    name: "If-None-Match in several lines is one list",
    setup: "usual",
    bytes: get("/teachers/", 'If-None-Match: "x"', 'If-None-Match: "y"'),
    answer: 200,
  },
  { name: "CONNECT is 405", setup: "usual", bytes: get("/teachers/").replace("GET", "CONNECT"), answer: 405 },
  {
    name: "GET with a body is answered",
    setup: "usual",
    bytes: `${get("/teachers/", "Content-Length: 5")}hello`,
    answer: 200,
  },
];

/** The statements of docs/api.md about Bun's parser. */
const parsers: readonly RawRow[] = [
  {
    name: "an unknown method: the connection is closed",
    setup: "usual",
    bytes: get("/livez").replace("GET", "BREW"),
    answer: "closed",
  },
  {
    name: "a method in lower case: the connection is closed",
    setup: "usual",
    bytes: get("/livez").replace("GET", "get"),
    answer: "closed",
  },
  { name: "a raw space in the URL: 505", setup: "usual", bytes: get("/teachers/?first_name=a b"), answer: "bare 505" },
  { name: "a tab in the URL: 505", setup: "usual", bytes: get("/teachers/?first_name=a\tb"), answer: "bare 505" },
  { name: "a NUL in the URL: 505", setup: "usual", bytes: get("/teachers/?first_name=a\0b"), answer: "bare 505" },
  { name: "a control byte in the URL: 505", setup: "usual", bytes: get("/teachers/\x01"), answer: "bare 505" },
  {
    name: "another version of HTTP: 505",
    setup: "usual",
    bytes: get("/livez").replace("HTTP/1.1", "HTTP/2.0"),
    answer: "bare 505",
  },
  {
    name: "a head over 16 KiB: 431",
    setup: "usual",
    bytes: get("/livez", `X-Any: ${"a".repeat(16 * 1024)}`),
    answer: "bare 431",
  },
  { name: "a URL over 16 KiB: 431", setup: "usual", bytes: get(`/livez?${"a".repeat(16 * 1024)}`), answer: "bare 431" },
  {
    name: "a head with more than 200 fields: 431",
    setup: "usual",
    bytes: get("/livez", ...Array.from({ length: 210 }, (_, n) => `X-${n}: a`)),
    answer: "bare 431",
  },
  {
    name: "OPTIONS *: 400",
    setup: "usual",
    bytes: "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    answer: "bare 400",
  },
  { name: "a target without a slash: 400", setup: "usual", bytes: get("livez"), answer: "bare 400" },
  { name: "no Host: 400", setup: "usual", bytes: "GET /livez HTTP/1.1\r\n\r\n", answer: "bare 400" },
  { name: "a header without a colon: 400", setup: "usual", bytes: get("/livez", "Nothing"), answer: "bare 400" },
  {
    name: "a space before a header's colon: 400",
    setup: "usual",
    bytes: get("/livez", "X-Any : a"),
    answer: "bare 400",
  },
  { name: "a control byte in a header: 400", setup: "usual", bytes: get("/livez", "X-Any: \x01"), answer: "bare 400" },
  { name: "a folded header: 400", setup: "usual", bytes: get("/livez", "X-Any: a", " b"), answer: "bare 400" },
  {
    name: "a length that is not a number: 400",
    setup: "usual",
    bytes: get("/livez", "Content-Length: x"),
    answer: "bare 400",
  },
  {
    name: "a length beside chunks: 400",
    setup: "usual",
    bytes: get("/livez", "Content-Length: 3", "Transfer-Encoding: chunked"),
    answer: "bare 400",
  },
];

export const rawSections = [
  { name: "raw bytes that reach the service", rows: ours },
  { name: "responses of Bun's parser", rows: parsers },
] as const;
