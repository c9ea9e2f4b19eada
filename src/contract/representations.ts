/** The representations as a table, and which of them a request is answered with. */
import { acceptsGzip, chooseMediaType } from "./negotiation.ts";
import type { Format } from "./parameters.ts";
import { Problem } from "./problems.ts";

export interface Representation {
  /** The value of `format` that asks for it. */
  readonly format: Format;
  /** What Accept is matched against; null where only `format` can ask for it. */
  readonly mediaType: string | null;
  /** The Content-Type of the answer. */
  readonly contentType: string;
  /** Whether it is written while it is sent, and holds every match where no page is asked for. */
  readonly isStreamed: boolean;
  /** What browsers save it as; null for what they show. */
  readonly fileName: string | null;
  /** What it is, for the documentation. */
  readonly description: string;
}

export const representations = {
  json: {
    format: "json",
    mediaType: "application/json",
    contentType: "application/json",
    isStreamed: false,
    fileName: null,
    description: "Compact JSON in UTF-8; `Accept: application/json; indent=2` spreads it over lines.",
  },
  html: {
    format: "html",
    mediaType: "text/html",
    contentType: "text/html; charset=utf-8",
    isStreamed: false,
    fileName: null,
    description: "The page for people, in Ukrainian or English.",
  },
  csv: {
    format: "csv",
    mediaType: "text/csv",
    contentType: "text/csv; charset=utf-8",
    isStreamed: true,
    fileName: "teachers.csv",
    description: "The nine fields as RFC 4180 says: comma, CRLF, a header line, values untouched.",
  },
  excel: {
    format: "excel",
    mediaType: null,
    contentType: "text/csv; charset=utf-8",
    isStreamed: true,
    fileName: "teachers-excel.csv",
    description: "CSV that Excel opens as it should: semicolons, a mark of UTF-8, formulas made harmless.",
  },
  ndjson: {
    format: "ndjson",
    mediaType: "application/x-ndjson",
    contentType: "application/x-ndjson",
    isStreamed: true,
    fileName: "teachers.ndjson",
    description: "A JSON object a line, for programs that read a stream.",
  },
} as const satisfies Record<Format, Representation>;

/** JSON first: it wins where a client likes several equally. */
export const listRepresentations: readonly Representation[] = Object.values(representations);
export const teacherRepresentations: readonly Representation[] = [representations.json, representations.html];

export interface Choice {
  readonly representation: Representation;
  /** Spaces a level of JSON, or null for compact. */
  readonly indent: number | null;
}

/** The representation of an answer: what `format` says, else what Accept prefers. Throws `notAcceptable`. */
export function chooseRepresentation(
  offered: readonly Representation[],
  format: Format | null,
  accept: string | null,
): Choice {
  // Most clients wish for nothing in particular.
  if (format === null && (accept === null || accept === "*/*")) return { representation: offered[0]!, indent: null };
  const named = offered.find((representation) => representation.format === format);
  const types = (named === undefined ? offered : [named]).flatMap(({ mediaType }) => mediaType ?? []);
  const chosen = chooseMediaType(accept, types);
  // Accept has no say in the type then, but may still ask for an indent.
  if (named !== undefined) return { representation: named, indent: chosen?.indent ?? null };
  if (chosen === null) throw new Problem("notAcceptable");
  return { representation: offered.find(({ mediaType }) => mediaType === chosen.type)!, indent: chosen.indent };
}

/**
 * JSON pages of up to so many teachers fit the first flight of a connection, some 14 KB: compressing them saves no round
 * trip and costs time. They depend on no Accept-Encoding, and say so.
 */
export const uncompressedLimitMax = 20;

export type Coding = "gzip" | "identity";

/** The coding of a page of so many teachers, or of a stream (null), and the Vary that goes with it. */
export function chooseCoding(limit: number | null, acceptEncoding: string | null): { coding: Coding; vary: string } {
  if (limit !== null && limit <= uncompressedLimitMax) return { coding: "identity", vary: "Accept" };
  return { coding: acceptsGzip(acceptEncoding) ? "gzip" : "identity", vary: "Accept, Accept-Encoding" };
}
