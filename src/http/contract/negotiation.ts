/** Content negotiation and conditional requests (RFC 9110, sections 12.5 and 13): format, compression, language, 304. */
import type { Format } from "../../domain/list-query.ts";
import { clip, Problem } from "./problem.ts";

/** The media type of each format, and how it is sent. */
export const representations = {
  json: { mediaType: "application/json", contentType: "application/json", fileName: null },
  html: { mediaType: "text/html", contentType: "text/html; charset=utf-8", fileName: null },
  csv: { mediaType: "text/csv", contentType: "text/csv; charset=utf-8", fileName: "teachers.csv" },
  ndjson: {
    mediaType: "application/x-ndjson",
    contentType: "application/x-ndjson; charset=utf-8",
    fileName: "teachers.ndjson",
  },
  xlsx: {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    fileName: "teachers.xlsx",
  },
} as const satisfies Readonly<Record<Format, unknown>>;

/**
 * The format that Accept prefers of those offered, the first one first. The most specific range decides the q of a
 * type. At equal q a type that is named outright beats a wildcard. Throws a 406 that says what there is.
 */
export function chooseFormat(offered: readonly Format[], accept: string | null): Format {
  // Most programs send nothing else.
  if (accept === null || accept === "*/*") return offered[0]!;
  const ranges = parseWeights(accept).filter(({ value }) => mediaRange.test(value));
  if (ranges.length === 0) return offered[0]!;
  const acceptable = offered.flatMap((format) => {
    const type: string = representations[format].mediaType;
    const names = [type, `${type.split("/")[0]}/*`, "*/*"];
    const name = names.find((one) => ranges.some(({ value }) => value === one));
    const q = Math.max(0, ...ranges.filter(({ value }) => value === name).map((range) => range.q));
    return q === 0 ? [] : [{ format, q, isNamed: name === type }];
  });
  // Sorting is stable, so the order of the offer decides between equal ones.
  const [best] = acceptable.sort((a, b) => b.q - a.q || Number(b.isNamed) - Number(a.isNamed));
  if (best !== undefined) return best.format;
  const types = offered.map((format) => representations[format].mediaType);
  throw new Problem(406, {
    detail: `Accept: "${clip(accept)}" matches no representation; there are ${types.join(", ")}.`,
  });
}

/**
 * Whether to compress: gzip, or else `*`, has a q above 0 and at least that of `identity`. A client without the header
 * probably expects no compression.
 */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  const weights = parseWeights(acceptEncoding ?? "");
  const qOf = (...values: string[]): number | null => {
    const qs = weights.filter(({ value }) => values.includes(value)).map(({ q }) => q);
    return qs.length === 0 ? null : Math.max(...qs);
  };
  const q = qOf("gzip", "x-gzip") ?? qOf("*") ?? 0;
  return q > 0 && q >= (qOf("identity") ?? 0);
}

/**
 * The offered language that a client prefers; `en-GB` prefers `en` (RFC 4647, section 3.4). The first one offered, if
 * none matches, because language is never a reason for a 406.
 */
export function chooseLanguage<Language extends string>(
  acceptLanguage: string | null,
  offered: readonly [Language, ...Language[]],
): Language {
  const ranges = parseWeights(acceptLanguage ?? "").sort((a, b) => b.q - a.q);
  const refused = ranges.filter(({ q }) => q === 0).map(({ value }) => value);
  const candidates = offered.filter((language) => !refused.includes(language));
  for (const { value, q } of ranges) {
    const language = candidates.find((tag) => value === "*" || value === tag || value.startsWith(`${tag}-`));
    if (q > 0 && language !== undefined) return language;
  }
  return candidates[0] ?? offered[0];
}

/**
 * Whether the client has the answer with this tag (RFC 9110, section 13), by weak comparison. A date alone never
 * counts, because the bytes also depend on the release and the settings.
 */
export function isNotModified(headers: Headers, etag: string): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim());
  return ifNoneMatch.trim() === "*" || tags.some((tag) => tag === etag || tag === `W/${etag}`);
}

const mediaRange = /^(?:\*\/\*|[\w!#$%&'+.^`|~-][\w!#$%&'*+.^`|~-]*\/[\w!#$%&'*+.^`|~-]+)$/;
const parameter = /^([\w!#$%&'*+.^`|~-]+)(?:=([\w!#$%&'*+.^`|~-]+|"[^"]*"))?$/;
const weight = /^(?:0(?:\.\d{0,3})?|\.\d{1,3}|1(?:\.0{0,3})?)$/;

/** The valid elements of a weighted list, in lower case, with a q from 0 to 1. Quoted strings may have commas. */
function parseWeights(header: string): { readonly value: string; readonly q: number }[] {
  return splitUnquoted(header, ",").flatMap((element) => {
    const [value = "", ...rest] = splitUnquoted(element, ";").map((part) => part.trim());
    const parameters = rest.filter((part) => part !== "").map((part) => parameter.exec(part));
    if (parameters.includes(null)) return [];
    const q = parameters.find((match) => match![1]!.toLowerCase() === "q")?.[2] ?? "1";
    return weight.test(q) ? [{ value: value.toLowerCase(), q: Number(q) }] : [];
  });
}

/** Splits at a separator outside quoted strings. Takes linear time. */
function splitUnquoted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted;
    else if (text[i] === separator && !isQuoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}
