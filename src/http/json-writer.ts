/** The JSON around the teachers of a page: the envelope and its links (specification, section 2.2). */

import type { ListQuery } from "../contract/query.ts";
import {
  type LinkOutput,
  type LinkQuery,
  type ListUrl,
  linkQueryOf,
  nextOffset,
  previousOffset,
  writeLink,
} from "../contract/urls.ts";
import { writeAscii, writeInteger } from "./byte-output.ts";
import { envelopes } from "./json-pieces.ts";

const linkOutput: LinkOutput = { text: writeAscii, integer: writeInteger };

/** Writes the envelope in front of the teachers. Links are percent-encoded wherever JSON would need an escape. */
export function writePageStart(url: ListUrl, query: ListQuery, count: number, indent: number): void {
  const envelope = envelopes[indent]!;
  const linkQuery = linkQueryOf(query);
  writeAscii(envelope.count);
  writeInteger(count);
  writeAscii(envelope.next);
  writeLinkOrNull(url, linkQuery, nextOffset(query, count));
  writeAscii(envelope.previous);
  writeLinkOrNull(url, linkQuery, previousOffset(query));
  writeAscii(envelope.results);
}

function writeLinkOrNull(url: ListUrl, query: LinkQuery, offset: number | null): void {
  if (offset === null) {
    writeAscii("null");
    return;
  }
  writeAscii('"');
  writeLink(linkOutput, url, query, offset);
  writeAscii('"');
}

/** Writes the envelope behind the teachers; an empty list contains no line break. */
export function writePageEnd(indent: number, isEmpty: boolean): void {
  const { end, emptyEnd } = envelopes[indent]!;
  writeAscii(isEmpty ? emptyEnd : end);
}
