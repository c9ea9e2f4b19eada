/** The handler of the list of teachers (specification, section 4.1): a page, or all matches as a download. */

import { chooseCoding, chooseRepresentation } from "../contract/negotiation.ts";
import { defaultOrdering, type ListQuery, parseListQuery, withHtmlLimit } from "../contract/query.ts";
import { type Format, listRepresentations } from "../contract/representations.ts";
import type { Listing } from "../directory/listing.ts";
import { type Content, directoryOf, signalOf, type VersionAnswer, versionAnswer } from "./answer.ts";
import type { Body, SharedBytes } from "./body.ts";
import { beginBody, finishBody } from "./byte-output.ts";
import { csvRows, excelRows, renderRows } from "./csv-writer.ts";
import { type FoundListing, writeListPage } from "./html-writer.ts";
import { linePieces, resultPieces } from "./json-pieces.ts";
import { writePageEnd, writePageStart } from "./json-writer.ts";
import type { RequestContext } from "./request-context.ts";
import { appendCachedRows } from "./row-cache.ts";
import { appendTeachers, renderTeachers } from "./teacher-writer.ts";

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
    const { filters, ids, search } = query;
    const wanted = { filters, ids, search, reading: query.reading, ordering };
    const listing = directory.findListing(wanted, signalOf(context));
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
  json: (request) => writeTeachers(request, request.query, renderJson),
  csv: (request) => writeTeachers(request, rangeOf(request), renderCsv),
  excel: (request) => writeTeachers(request, rangeOf(request), renderExcel),
  ndjson: (request) => writeTeachers(request, rangeOf(request), renderNdjson),
  html: writeListPage,
};

/** Renders teachers of the listing, after the head of the body if they are the first, and before its tail if they are the last. */
type TeachersRenderer = (
  request: ListRequest,
  positions: Uint32Array,
  isFirst: boolean,
  isLast: boolean,
) => SharedBytes;

const renderJson: TeachersRenderer = (request, positions, isFirst, isLast) => {
  const { context, directory, query, listing, indent } = request;
  const { base, target } = context;
  beginBody();
  if (isFirst) writePageStart({ base, path: target.path }, query, listing.count, indent);
  if (indent > 0 || !appendCachedRows(directory.content, positions, isFirst)) {
    appendTeachers(directory.content, positions, resultPieces[indent]!, isFirst);
  }
  if (isLast) writePageEnd(indent, query.offset >= listing.count);
  return finishBody();
};

const renderCsv: TeachersRenderer = ({ directory }, positions, isFirst) => {
  return renderRows(directory.content, csvRows, positions, isFirst);
};

const renderExcel: TeachersRenderer = ({ directory }, positions, isFirst) => {
  return renderRows(directory.content, excelRows, positions, isFirst);
};

const renderNdjson: TeachersRenderer = ({ directory }, positions) => {
  return renderTeachers(directory.content, positions, linePieces);
};

type Range = Pick<ListQuery, "offset" | "limit">;

/** Downloads contain every match, or the requested page. */
function rangeOf({ query, listing }: ListRequest): Range {
  return query.paged ? query : { offset: 0, limit: listing.count };
}

/**
 * The most teachers in a body that is written in one piece, which has a Content-Length and can be cached. Such a body is
 * about 50 KB, which stays in memory while a slow client reads it.
 */
const teachersAtOnceMax = 128;

/** Teachers per piece of a stream: about 15 to 50 KB. Larger pieces would survive garbage collections. */
const teachersPerPiece = 64;

/** Writes a range of the listing: up to {@link teachersAtOnceMax} teachers in one piece, more as a stream. */
function writeTeachers(request: ListRequest, { offset, limit }: Range, render: TeachersRenderer): Body {
  const { directory, listing } = request;
  const end = Math.min(listing.count, offset + limit);
  if (end - offset <= teachersAtOnceMax) {
    return { render: () => render(request, directory.positionsOn(listing, offset, limit), true, true) };
  }
  return function* () {
    for (let start = offset; start < end; start += teachersPerPiece) {
      const positions = directory.positionsOn(listing, start, Math.min(teachersPerPiece, end - start));
      yield render(request, positions, start === offset, start + teachersPerPiece >= end);
    }
  };
}
