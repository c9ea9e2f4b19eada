/** Links: the absolute URLs of the next and the previous page of a list (specification, section 2.2). */
import type { ListQuery } from "./query.ts";

export interface Links {
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * The links of a page. `listUrl` is the absolute URL of the list without a query; `count` is the number of all matches.
 * Links carry the given parameters and the effective limit, sorted by name.
 *
 * The offset of `next` is below `count`, which is at most a billion, so it fits in the nine digits of an offset.
 */
export function buildLinks(listUrl: string, query: ListQuery, count: number): Links {
  const { limit, offset } = query;
  const hasNext = offset + limit < count;
  if (!hasNext && offset === 0) return noLinks;

  let start = "?";
  let middle = "";
  let end = "";
  for (const [name, value] of query.given) {
    if (name === "limit" || name === "offset") continue;
    const pair = `${name}=${encodeQueryValue(value)}`;
    if (name < "limit") start += `${pair}&`;
    else if (name < "offset") middle += `&${pair}`;
    else end += `&${pair}`;
  }
  const base = `${listUrl}${start}limit=${limit}${middle}`;
  return {
    next: hasNext ? `${base}&offset=${offset + limit}${end}` : null,
    previous: offset === 0 ? null : offset <= limit ? base + end : `${base}&offset=${offset - limit}${end}`,
  };
}

const noLinks: Links = { next: null, previous: null };

/** Percent-encodes every byte of the UTF-8 form except `A-Z a-z 0-9 - . _ ~`, in upper-case hex; a space becomes `+`. */
export function encodeQueryValue(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  const encoded = encodeURIComponent(text.toWellFormed());
  // The characters that encodeURIComponent leaves unencoded or encodes differently.
  return /[ !'()*]/.test(text) ? encoded.replace(/%20|[!'()*]/g, (found) => replacements[found]!) : encoded;
}

const replacements: Readonly<Record<string, string>> = {
  "%20": "+",
  "!": "%21",
  "'": "%27",
  "(": "%28",
  ")": "%29",
  "*": "%2A",
};
