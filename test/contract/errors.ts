/** Rows about errors that no other part covers: over-long URLs and unknown paths. */
import { nothingThere, type Row, type Section, says } from "./row.ts";

/** A URL whose path and query have this many bytes. */
const padded = (start: string, bytes: number): string => start.padEnd(bytes, "x");

const rows: readonly Row[] = [
  { name: "an unknown path is a problem", url: "/nope/", ...nothingThere },
  { name: "a path template is unknown", url: "/%7Bfile%7D", ...nothingThere },
  { name: "a resource template is unknown", url: "/teachers/%7Bid%7D/", ...nothingThere },
  { name: "an unknown path below a known one is a problem", url: "/teachers/1/2/3/", ...nothingThere },
  {
    name: "a path and query of 8,000 bytes is answered",
    only: "plain",
    url: padded("/teachers/?_=", 8000),
    status: 200,
  },
  {
    name: "a path and query of 8,001 bytes is 414",
    only: "plain",
    url: padded("/teachers/?x=", 8001),
    status: 414,
    holds: says("8000"),
  },
  { name: "a path of 8,001 bytes is 414", only: "plain", url: padded("/teachers/", 8001), status: 414 },
  { name: "an over-long URL is 414", url: padded("/teachers/?x=", 8100), status: 414, holds: says("8000") },
  ...[
    ["GET", "/livez"],
    ["GET", "/readyz"],
    ["GET", "/"],
    ["GET", "/teachers/1/"],
    ["GET", "/teachers/degrees/"],
    ["POST", "/teachers/match/"],
    ["DELETE", "/teachers/"],
  ].map(
    ([method, path]): Row => ({
      name: `an over-long URL is 414 for ${method} ${path} too`,
      method: method!,
      url: padded(`${path}?x=`, 8100),
      status: 414,
    }),
  ),
  {
    name: "a query of many parameters is answered",
    url: `/teachers/?${Array.from({ length: 1000 }, (_, i) => `_${i}=1`).join("&")}`,
    status: 200,
  },
];

export const errors: Section = { name: "errors", rows };
