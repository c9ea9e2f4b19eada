/** Rows about errors that no other part covers: over-long URLs, many parameters and an unknown path. */
import { nothingThere, type Row, type Section, says } from "./row.ts";

/** A URL whose path and query have this many bytes. */
const padded = (start: string, bytes: number): string => start.padEnd(bytes, "x");
const manyNames = Array.from({ length: 1000 }, (_, i) => `_${i}=1`).join("&");
const tooLong = { status: 414, holds: says("8000") } as const;

const rows: readonly Row[] = [
  { name: "an unknown path below a known one is a problem", url: "/teachers/1/2/3/", ...nothingThere },
  { name: "a URL of 8,000 bytes is answered", only: "plain", url: padded("/teachers/?_=", 8000), status: 200 },
  { name: "a URL of 8,001 bytes is 414", only: "plain", url: padded("/teachers/?x=", 8001), ...tooLong },
  { name: "a path of 8,001 bytes is 414", only: "plain", url: padded("/teachers/", 8001), ...tooLong },
  ...["GET /livez", "GET /readyz", "GET /", "GET /teachers/1/", "GET /teachers/degrees/", "POST /teachers/match/"]
    .concat("GET /teachers/", "DELETE /teachers/")
    .map((line): Row => {
      const [method, path] = line.split(" ") as [string, string];
      return { name: `an over-long URL is 414 for ${line}`, method, url: padded(`${path}?x=`, 8100), ...tooLong };
    }),
  { name: "a query of many parameters is answered", url: `/teachers/?${manyNames}`, status: 200 },
];

export const errors: Section = { name: "errors", rows };
