/** Content negotiation by `format`, Accept, Accept-Encoding and Accept-Language (RFC 9110, section 12.5). */
import { Problem } from "./problems.ts";
import type { Format, Representation } from "./representations.ts";

/** The representation that `format` selects, or else the one that Accept prefers. Throws `notAcceptable`. */
export function chooseRepresentation(
  offered: readonly Representation[],
  format: Format | null,
  accept: string | null,
): Representation {
  const named = offered.find((representation) => representation.format === format);
  if (named !== undefined) return named;
  // Fast path: most clients state no preference.
  if (accept === null || accept === "*/*") return offered[0]!;
  const types = offered.flatMap(({ mediaType }) => mediaType ?? []);
  const type = chooseMediaType(accept, types);
  if (type === null) throw new Problem("notAcceptable");
  return offered.find(({ mediaType }) => mediaType === type)!;
}

export type Coding = "gzip" | "identity";

/** The coding of a representation, and its Vary header. */
export function chooseCoding(
  { isCompressed, fileName }: Representation,
  acceptEncoding: string | null,
): { readonly coding: Coding; readonly vary: string } {
  return {
    coding: isCompressed && acceptsGzip(acceptEncoding) ? "gzip" : "identity",
    // A workbook is already compressed, and has the Vary header of the other downloads.
    vary: isCompressed || fileName !== null ? "Accept, Accept-Encoding" : "Accept",
  };
}

/**
 * The type to respond with, from `offered` (lower case, the server's preference first), or null if none is acceptable.
 * For each type, the most specific range counts. Among equally specific ranges, the one with the highest q counts.
 * A header without a valid element accepts everything, as an empty header does.
 */
export function chooseMediaType(accept: string | null, offered: readonly string[]): string | null {
  const parsed = accept === null ? [] : parseElements(accept).filter(isMediaRange);
  const ranges = parsed.length === 0 ? [{ value: "*/*", q: 1 }] : parsed;
  const acceptable = offered.flatMap((type) => {
    const range = findMediaRange(ranges, type);
    return range === null || range.q === 0 ? [] : [{ type, range, isExact: range.value === type }];
  });
  // Sorting is stable, so the server's preference decides between equal types.
  const [best] = acceptable.sort((a, b) => b.range.q - a.range.q || Number(b.isExact) - Number(a.isExact));
  return best?.type ?? null;
}

/**
 * Whether to compress. The q of gzip, x-gzip or, without these, `*` must be above 0 and at least the q of an explicit
 * `identity`. False without the header, because such a client probably does not expect compression.
 */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  if (acceptEncoding === null) return false;
  const elements = parseElements(acceptEncoding);
  const highestQ = (...values: string[]): number | null => {
    const qs = elements.filter(({ value }) => values.includes(value)).map(({ q }) => q);
    return qs.length === 0 ? null : qs.reduce((a, b) => Math.max(a, b));
  };
  const q = highestQ("gzip", "x-gzip") ?? highestQ("*") ?? 0;
  return q > 0 && q >= (highestQ("identity") ?? 0);
}

/**
 * Chooses the language of the response from `offered` (primary tags in lower case): the matching range with the highest
 * q wins, and among equal ones the first. `en-GB` matches `en` (RFC 4647, section 3.4). `*` matches the fallback, or
 * the first other language if the fallback has a q of 0. That language is also used if no range matches, because
 * language is never a reason for a 406.
 */
export function negotiateLanguage<Language extends string>(
  acceptLanguage: string | null,
  offered: readonly Language[],
  fallback: Language,
): Language {
  if (acceptLanguage === null) return fallback;
  const ranges = parseElements(acceptLanguage).sort((a, b) => b.q - a.q);
  const refused = new Set(ranges.filter(({ q }) => q === 0).map(({ value }) => value));
  const candidates = [fallback, ...offered].filter((language) => !refused.has(language));
  for (const { value, q } of ranges) {
    const language = candidates.find((tag) => value === "*" || value === tag || value.startsWith(`${tag}-`));
    if (q > 0 && language !== undefined) return language;
  }
  return candidates[0] ?? fallback;
}

/** An element of a weighted list. */
interface Element {
  /** The part before the parameters, in lower case. */
  readonly value: string;
  /** From 0 to 1. */
  readonly q: number;
}

/** The range that applies to the type; null if there is none. */
function findMediaRange(ranges: readonly Element[], type: string): Element | null {
  for (const value of [type, `${type.split("/")[0]}/*`, "*/*"]) {
    const matching = ranges.filter((range) => range.value === value);
    if (matching.length > 0) return matching.reduce((a, b) => (b.q > a.q ? b : a));
  }
  return null;
}

function isMediaRange({ value }: Element): boolean {
  return /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(value) && (!value.startsWith("*/") || value === "*/*");
}

/** The valid elements of the list; others are skipped. Linear in the length of the header. */
function parseElements(header: string): Element[] {
  return splitUnquoted(header, ",").flatMap((text) => parseElement(text) ?? []);
}

/**
 * Parses an element. Of its parameters, only the first q counts. The parser is laxer than the
 * grammar: it accepts parameters without a value, and `q=.2`, which Java clients sent for years.
 */
function parseElement(text: string): Element | null {
  const [value, ...parameters] = splitUnquoted(text, ";");
  let q: number | null = null;
  for (const parameter of parameters) {
    const pair = parameter.trim();
    if (pair === "") continue;
    const match = /^([\w!#$%&'*+.^`|~-]+)(?:=([\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))?$/.exec(pair);
    if (match === null) return null;
    const name = match[1]!.toLowerCase();
    const argument = match[2] ?? "";
    if (name === "q" && q === null) {
      if (!/^(?:0(?:\.\d{0,3})?|\.\d{1,3}|1(?:\.0{0,3})?)$/.test(argument)) return null;
      q = Number(argument);
    }
  }
  return { value: value!.trim().toLowerCase(), q: q ?? 1 };
}

/** Splits at the separators outside quoted strings. An unterminated string extends to the end. */
function splitUnquoted(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted && character === "\\") i++;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
