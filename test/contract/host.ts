/** Rows about the Host header, with a base URL and without one, and about forwarded headers. */
import { count } from "./fixture.ts";
import { page, type Row, type Section, says } from "./row.ts";

const url = "/teachers/?limit=1";
const onePage = page(count, { next: "?limit=1&offset=1" }, [1]);
const pageOn = (origin: string): string => JSON.stringify(onePage).replaceAll("{base}", origin);

const trusted: readonly Row[] = [
  ...["evil.example", "api.example.edu", "localhost:1", "[2001:db8::1]:8080", "under_score.example"].map(
    (Host): Row => {
      const name = `with a base URL, links are on it regardless of Host: ${Host}`;
      return { name, only: "unproxied", url, headers: { Host }, status: 200, json: onePage };
    },
  ),
  ...Object.entries({
    ...{ "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "ftp", "X-Forwarded-Port": "1" },
    ...{ Forwarded: 'for=192.0.2.1;host="evil.example";proto=ftp', "X-Forwarded-Prefix": "/evil" },
    ...{ "X-Original-URL": "/nope", "X-Rewrite-URL": "/nope" },
  }).map(([name, value]): Row => {
    return { name: `ignored is ${name}`, url, headers: { [name]: value }, status: 200, json: onePage };
  }),
  {
    name: "with a base URL, a redirect is on it regardless of Host",
    only: "unproxied",
    url: "/teachers",
    headers: { Host: "evil.example" },
    status: 301,
    carries: { Location: "{base}/teachers/" },
  },
];

const malformed = [
  ...["a b", "evil.example/path", "user@localhost", "localhost:abc", "localhost:99999", "[::1"],
  ...["localhost, localhost", "local<host>"],
];
const foreign = [
  ...["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.999", "10.0.0.1", "0.0.0.0"],
  ...["[::]", "[2001:db8::1]"],
];
const loopback = [
  ...["localhost", "localhost:1", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:65535", "127.1.2.3:80", "[::1]"],
  "[::1]:8000",
];
const refuse = (what: string, setup: "usual" | "local", Host: string): Row => ({
  name: `${what}: ${Host}`,
  setup,
  only: "unproxied",
  url: "/teachers/",
  headers: { Host },
  status: 400,
  holds: says("Host", Host),
});

const local: readonly Row[] = [
  ...malformed.map((host) => refuse("a malformed Host is 400", "usual", host)),
  ...malformed.map((host) => refuse("a malformed Host is 400 without a base URL", "local", host)),
  ...foreign.map((host) => refuse("without a base URL, a Host that is not loopback is 400", "local", host)),
  ...loopback.map((Host): Row => {
    const name = `without a base URL, links are on the request's own loopback Host: ${Host}`;
    return { name, setup: "local", url, headers: { Host }, status: 200, text: pageOn(`http://${Host}`) };
  }),
  {
    name: "without a base URL, a redirect is on the request's own Host",
    setup: "local",
    url: "/teachers?limit=1",
    headers: { Host: "127.0.0.1:1" },
    status: 301,
    carries: { Location: "http://127.0.0.1:1/teachers/?limit=1" },
  },
  ...["/livez", "/readyz"].flatMap((path) =>
    ["evil.example", "a b", "user@evil.example"].map((Host): Row => {
      const name = `${path} is answered without a Host check: ${Host}`;
      return { name, setup: "local", url: path, headers: { Host }, status: 200 };
    }),
  ),
  {
    name: "forwarded headers are ignored without a base URL too",
    setup: "local",
    url,
    headers: { Host: "localhost:1", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
    status: 200,
    text: pageOn("http://localhost:1"),
  },
];

export const host: Section = { name: "host", rows: [...trusted, ...local] };
