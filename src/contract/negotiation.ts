/** Content negotiation: what to answer by Accept, Accept-Encoding and Accept-Language (RFC 9110, section 12.5). */

export interface MediaChoice {
  /** One of the types offered. */
  readonly type: string;
  /** Spaces a level, 0 to 8, where the range that named the type outright asks for it. */
  readonly indent: number | null;
}

/**
 * The type to answer with, of those `offered` (in lower case, the server's favourite first), or null where none is
 * acceptable. The most specific range decides about a type; of ranges for the same type the one with the higher q, then
 * one with an indent. A header of which no element parses is like an empty one: it accepts everything.
 */
export function chooseMediaType(accept: string | null, offered: readonly string[]): MediaChoice | null {
  const ranges = accept === null || accept === "*/*" ? [] : parseElements(accept).filter(isMediaRange);
  if (ranges.length === 0) return offered[0] === undefined ? null : { type: offered[0], indent: null };

  let chosen: MediaChoice | null = null;
  let chosenRange: Element | null = null;
  let chosenOutright = false;
  for (const type of offered) {
    const range = findMediaRange(ranges, type);
    if (range === null || range.q === 0) continue;
    const outright = range.value === type;
    const gain = chosenRange === null ? 1 : range.q - chosenRange.q;
    if (gain < 0 || (gain === 0 && (chosenOutright || !outright))) continue;
    chosen = { type, indent: outright ? range.indent : null };
    chosenRange = range;
    chosenOutright = outright;
  }
  return chosen;
}

/**
 * Whether to compress: gzip (or x-gzip, or else `*`) is acceptable, and not less welcome than what `identity` is given
 * outright. Without the header the answer is no, since such a client hardly expects it.
 */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  if (acceptEncoding === null) return false;
  let gzip: number | null = null;
  let any = 0;
  let identity = 0;
  for (const { value, q } of parseElements(acceptEncoding)) {
    if (value === "gzip" || value === "x-gzip") gzip = Math.max(q, gzip ?? 0);
    else if (value === "*") any = Math.max(q, any);
    else if (value === "identity") identity = Math.max(q, identity);
  }
  const q = gzip ?? any;
  return q > 0 && q >= identity;
}

/**
 * The language to answer in, of those `offered` (primary tags in lower case): the range with the highest q that one
 * matches, the first of equal ones; `en-GB` matches `en` (RFC 4647, section 3.4), and `*` the fallback. Where nothing
 * matches, the fallback: a language is never a reason for a 406.
 */
export function chooseLanguage(acceptLanguage: string | null, offered: readonly string[], fallback: string): string {
  if (acceptLanguage === null) return fallback;
  const ranges = parseElements(acceptLanguage);
  const refused = new Set(ranges.filter(({ q }) => q === 0).map(({ value }) => value));
  const candidates = [fallback, ...offered].filter((language) => !refused.has(language));
  let chosen = candidates[0] ?? fallback;
  let chosenQ = 0;
  for (const { value, q } of ranges) {
    if (q <= chosenQ) continue;
    const language = candidates.find((tag) => value === "*" || value === tag || value.startsWith(`${tag}-`));
    if (language === undefined) continue;
    chosen = language;
    chosenQ = q;
  }
  return chosen;
}

/** An element of a list with weights. */
interface Element {
  /** What stands before the parameters, in lower case. */
  readonly value: string;
  /** From 0 to 1. */
  readonly q: number;
  readonly indent: number | null;
}

/** The range that decides about the type; null where none covers it. */
function findMediaRange(ranges: readonly Element[], type: string): Element | null {
  const wholeType = `${type.slice(0, type.indexOf("/"))}/*`;
  let found: Element | null = null;
  let foundRank = 0;
  for (const range of ranges) {
    const rank = range.value === type ? 3 : range.value === wholeType ? 2 : range.value === "*/*" ? 1 : 0;
    if (rank === 0 || rank < foundRank) continue;
    if (found !== null && rank === foundRank) {
      if (range.q < found.q || (range.q === found.q && found.indent !== null)) continue;
    }
    found = range;
    foundRank = rank;
  }
  return found;
}

function isMediaRange({ value }: Element): boolean {
  return /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(value) && (!value.startsWith("*/") || value === "*/*");
}

/** The elements of the list that parse; the others are skipped. Takes time linear in the header's length. */
function parseElements(header: string): Element[] {
  const elements: Element[] = [];
  for (const text of splitUnquoted(header, ",")) {
    const element = parseElement(text);
    if (element !== null) elements.push(element);
  }
  return elements;
}

/**
 * An element with its parameters, of which only q and indent count, the first of each. More is taken than the grammar
 * has: a parameter without a value, and `q=.2`, which Java clients long sent.
 */
function parseElement(text: string): Element | null {
  const [value, ...parameters] = splitUnquoted(text, ";");
  let q: number | null = null;
  let indent: number | null = null;
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
    } else if (name === "indent" && indent === null && /^(?:[0-8]|"[0-8]")$/.test(argument)) {
      indent = Number(argument.replaceAll('"', ""));
    }
  }
  return { value: value!.trim().toLowerCase(), q: q ?? 1, indent };
}

/** Splits at the separators that stand outside quoted strings. A string that never ends takes the rest along. */
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
