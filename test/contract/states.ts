/** Rows about a service without a version. Draining is tested in states.test.ts. */
import { expect } from "bun:test";
import { jsonOf, type Row, type Section, says } from "./row.ts";

const unready = { setup: "empty", status: 503, carries: { "Retry-After": /^\d+$/ } } as const;

const rows: readonly Row[] = [
  { name: "the list is 503 with Retry-After", url: "/teachers/", ...unready, holds: says("nothing published yet") },
  ...["/teachers/1/", "/teachers.json", "/teachers/degrees/", "/teachers/match/?name=x"].map(
    (url): Row => ({ name: `${url} is 503 with Retry-After`, url, ...unready }),
  ),
  {
    name: "/readyz is 503 with the reason",
    url: "/readyz",
    ...unready,
    holds: (answer) => expect(jsonOf<{ reason: string }>(answer).reason).toBe("nothing published yet"),
  },
  ...["/livez", "/", "/openapi.json"].map((url): Row => ({ name: `${url} is 200`, setup: "empty", url, status: 200 })),
  { name: "OPTIONS is 200", setup: "empty", method: "OPTIONS", url: "/teachers/", status: 200 },
  { name: "an unknown path is 404", setup: "empty", url: "/nope", status: 404 },
  { name: "invalid parameters are 400", setup: "empty", url: "/teachers/?limit=abc", status: 400 },
];

export const states: Section = { name: "states", rows };
