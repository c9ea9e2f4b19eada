/** The handler of the list of teachers (specification, section 4.1): a page, or all matches as a download. */

import { chooseCoding, chooseRepresentation } from "../contract/negotiation.ts";
import { defaultOrdering, type ListQuery, parseListQuery, withHtmlLimit } from "../contract/query.ts";
import { type Format, listRepresentations } from "../contract/representations.ts";
import { buildLinks, type Links } from "../contract/urls.ts";
import type { Listing } from "../directory/listing.ts";
import { type Content, directoryOf, signalOf, type VersionAnswer, versionAnswer } from "./answer.ts";
import { type Body, copyShared, type SharedBytes } from "./body.ts";
import { csvRows, excelRows, type RowFormat, renderRows } from "./csv-writer.ts";
import { countGarbage } from "./garbage.ts";
import { type FoundListing, writeListPage } from "./html-writer.ts";
import { linePieces, pageEnd, pageStart, renderTeachers, resultPieces } from "./json-writer.ts";
import type { RequestContext } from "./request-context.ts";
import { renderCachedRows } from "./row-cache.ts";

/** A page of the list, or all matches as a download. */
export function getList(context: RequestContext): VersionAnswer {
  const { headers } = context.request;
  const isJsonPath = context.params.suffix !== undefined;
  const parsed = parseListQuery(context.target.query, { limitMax: context.options.limitMax, isJsonPath });
  const asked = isJsonPath ? "json" : parsed.format;
  const { representation, indent } = chooseRepresentation(listRepresentations, asked, headers.get("accept"));
  const { format } = representation;
  const query = format === "html" ? withHtmlLimit(parsed, context.options.limitMax) : parsed;
  const { coding, vary } = chooseCoding(representation, query.limit, headers.get("accept-encoding"));
  const directory = directoryOf(context);
  const ordering = query.ordering ?? defaultOrdering(query, format === "html");
  return versionAnswer(context, directory, { representation, indent, coding, vary, lang: query.lang }, () => {
    const reach = format === "json" ? query.offset + query.limit : undefined;
    const { filters, ids, search } = query;
    const wanted = { filters, ids, search, reading: query.reading, ordering };
    const listing = directory.findListing(wanted, signalOf(context), reach);
    const write = (found: Listing): Content | Promise<Content> => {
      const reading = found.interpretation?.reading ?? null;
      if (search !== "") context.options.observer?.onSearch(reading);
      const body = listWriters[format]({ context, directory, query, ordering, listing: found, indent: indent ?? 0 });
      return body instanceof Promise ? body.then((late) => ({ body: late, reading })) : { body, reading };
    };
    return listing instanceof Promise ? listing.then(write) : write(listing);
  });
}

/** The input of a list writer. */
interface ListRequest extends FoundListing {
  /** Spaces per level of JSON; 0 for compact. */
  readonly indent: number;
}

/** What writes each representation of the list. */
const listWriters: Readonly<Record<Format, (request: ListRequest) => Body | Promise<Body>>> = {
  json(request) {
    const { directory, query, listing, indent } = request;
    const isEmpty = query.offset >= listing.count;
    return writeTeachers(request, query, {
      head: pageStart(listing.count, linksOf(request), indent),
      tail: pageEnd(indent, isEmpty),
      render: (positions, around) =>
        (indent === 0 ? renderCachedRows(directory.content, positions, around) : null) ??
        renderTeachers(directory.content, positions, resultPieces[indent]!, around),
    });
  },
  csv: (request) => downloadRows(request, csvRows),
  excel: (request) => downloadRows(request, excelRows),
  ndjson: (request) =>
    writeTeachers(request, rangeOf(request), {
      head: "",
      tail: "",
      render: (positions, around) => renderTeachers(request.directory.content, positions, linePieces, around),
    }),
  html: writeListPage,
};

function downloadRows(request: ListRequest, format: RowFormat): Body {
  return writeTeachers(request, rangeOf(request), {
    head: format.head,
    tail: "",
    render: (positions, { head = "" }) => ({ shared: renderRows(request.directory, format, positions, head) }),
  });
}

type Range = Pick<ListQuery, "offset" | "limit">;

/** Downloads contain every match, or the requested page. */
function rangeOf({ query, listing }: ListRequest): Range {
  return query.paged ? query : { offset: 0, limit: listing.count };
}

function linksOf({ context: { base, target }, query, listing }: ListRequest): Links {
  return buildLinks(`${base}${target.path}`, query, listing.count);
}

/**
 * The most teachers in a body that is written in one piece, which has a Content-Length and can be cached. Such a body is
 * about 50 KB, which stays in memory while a slow client reads it.
 */
const teachersAtOnceMax = 128;

/** Teachers per piece of a stream: about 15 to 50 KB. Larger pieces would survive garbage collections. */
const teachersPerPiece = 64;

/** The text around some teachers. */
interface Around {
  readonly head?: string;
  readonly tail?: string;
  /** Whether no other teachers precede them. */
  readonly isFirst?: boolean;
}

interface TeachersWriter {
  /** The text before the first teacher, and after the last. */
  readonly head: string;
  readonly tail: string;
  render(positions: Uint32Array, around: Around): SharedBytes;
}

/** Writes a range of the listing: up to {@link teachersAtOnceMax} teachers in one piece, more as a stream. */
function writeTeachers(
  { directory, listing }: ListRequest,
  { offset, limit }: Range,
  { head, tail, render }: TeachersWriter,
): Body {
  const end = Math.min(listing.count, offset + limit);
  if (end - offset <= teachersAtOnceMax) {
    return { render: () => render(directory.positionsOn(listing, offset, limit), { head, tail }) };
  }
  return function* () {
    for (let start = offset; start < end; start += teachersPerPiece) {
      const positions = directory.positionsOn(listing, start, Math.min(teachersPerPiece, end - start));
      const isFirst = start === offset;
      const isLastPiece = start + teachersPerPiece >= end;
      const around = { head: isFirst ? head : "", tail: isLastPiece ? tail : "", isFirst };
      const piece = copyShared(render(positions, around));
      countGarbage(piece.length);
      yield piece;
    }
  };
}
