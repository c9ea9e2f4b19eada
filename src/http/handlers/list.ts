/** The handler of the list of teachers (specification, section 4.1): a page, or all matches as a download. */

import { type Coding, chooseCoding, chooseMediaType, chooseRepresentation } from "../../contract/negotiation.ts";
import { defaultOrdering, type ListQuery, parseListQuery, withHtmlLimit } from "../../contract/query.ts";
import { type Format, listRepresentations, representations } from "../../contract/representations.ts";
import { pathFormatOf } from "../../contract/urls.ts";
import { type Answer, type Bytes, type Pieces, type WorkbookPieces, whenReady } from "../answer.ts";
import { answerUnlessKnown, answerWith, directoryOf, signalOf } from "../page-headers.ts";
import { csvHead, writeRows } from "../render/csv-writer.ts";
import { gzipPieceBytesMin } from "../render/gzip.ts";
import { type FoundListing, renderList } from "../render/html-list.ts";
import { linePieces, resultPieces, writePageHead } from "../render/json-writer.ts";
import { renderWorkbook } from "../render/workbook-pieces.ts";
import { writeTeachers } from "../render/writer.ts";
import type { RequestContext } from "../request-context.ts";

/** A page of the list, or all matches as a download. */
export function getList(context: RequestContext): Answer | Promise<Answer> {
  const { headers, target, options, shared } = context;
  const pathFormat = pathFormatOf(context);
  const isPage = (format: Format | null): boolean => isListPage(pathFormat ?? format, headers.get("accept"));
  const parsed = parseListQuery(target.query, { limitMax: options.limitMax, pathFormat, isPage });
  const requested = pathFormat ?? parsed.format;
  const offered = pathFormat === null ? listRepresentations : [representations[pathFormat]];
  const representation = chooseRepresentation(offered, requested, headers.get("accept"));
  const { format } = representation;
  const query = format === "html" ? withHtmlLimit(parsed, options.limitMax) : parsed;
  const { coding: accepted, vary } = chooseCoding(representation, headers.get("accept-encoding"));
  const coding = format === "html" || shared.streams.hasRoomFor("gzip") ? accepted : "identity";
  const directory = directoryOf(context);
  const variant = { representation, coding, vary, lang: query.lang };
  return answerUnlessKnown(context, directory, variant, (plainHeaders) => {
    const { filters, ids, search, isExact } = query;
    const ordering = query.ordering ?? defaultOrdering(query, format === "html");
    const found = directory.findListing({ filters, ids, search, isExact, ordering }, signalOf(context));
    return whenReady(found, (listing, isLate) => {
      const reading = listing.interpretation?.reading ?? null;
      if (search !== "") options.onSearch(reading);
      // The reading of a search is known only now.
      const pageHeaders = reading === null ? plainHeaders : shared.findHeaders(context, directory, variant, reading);
      const body = renderers[format]({ context, directory, query, ordering, listing, coding });
      // Copied, because other requests use the writer while this answer waits.
      const isCopied = body instanceof Uint8Array && (isLate || coding === "gzip");
      return answerWith(context, directory, pageHeaders, isCopied ? new Uint8Array(body) : body);
    });
  });
}

/** Whether the answer is an HTML page, provided that the request is acceptable. */
function isListPage(format: Format | null, accept: string | null): boolean {
  if (format !== null) return format === "html";
  return chooseMediaType(accept, listMediaTypes) === representations.html.mediaType;
}

const listMediaTypes = listRepresentations.flatMap(({ mediaType }) => mediaType ?? []);

/** The input of a renderer. */
interface ListRequest extends FoundListing {
  readonly coding: Coding;
}

/** The renderer of each representation. */
const renderers: Readonly<Record<Format, (request: ListRequest) => Bytes | Pieces | WorkbookPieces | Promise<Bytes>>> =
  {
    json: (request) => renderTeachers(request, request.query, writeJson),
    csv: (request) => renderTeachers(request, rangeOf(request), writeCsv),
    ndjson: (request) => renderTeachers(request, rangeOf(request), writeNdjson),
    xlsx: (request) => renderWorkbook(request, rangeOf(request)),
    html: renderList,
  };

/**
 * Writes teachers of the listing. Also writes the head of the body if they are the first ones, and its tail if they are
 * the last ones.
 */
type WriteTeachers = (request: ListRequest, positions: Uint32Array, isFirst: boolean, isLast: boolean) => void;

const writeJson: WriteTeachers = ({ context, directory, query, listing }, positions, isFirst, isLast) => {
  const { base, target, shared } = context;
  if (isFirst) writePageHead(shared.writer, base + target.path, query, listing.count);
  else shared.writer.ascii(",");
  writeTeachers(shared.writer, directory.content, positions, resultPieces);
  if (isLast) shared.writer.ascii("]}");
};

const writeCsv: WriteTeachers = ({ context, directory }, positions, isFirst) => {
  const { writer } = context.shared;
  if (isFirst) writer.text(csvHead);
  writeRows(writer, directory.content, positions);
};

const writeNdjson: WriteTeachers = ({ context, directory }, positions) =>
  writeTeachers(context.shared.writer, directory.content, positions, linePieces);

type Range = Pick<ListQuery, "offset" | "limit">;

/** Downloads contain every match, or the requested page. */
function rangeOf({ query, listing }: ListRequest): Range {
  return query.paged ? query : { offset: 0, limit: listing.count };
}

/**
 * At most this many teachers are written in one piece, which has a Content-Length and can be cached. Such a body is
 * about 50 KB, which stays in memory while a slow client reads it.
 */
const teachersAtOnceMax = 128;

/**
 * The number of teachers per piece of a stream. A piece is about 15 to 50 KB; larger ones would survive garbage
 * collections.
 */
const teachersPerPiece = 64;

/** Renders a range of the listing: up to {@link teachersAtOnceMax} teachers in one piece, more as a stream. */
function renderTeachers(request: ListRequest, { offset, limit }: Range, write: WriteTeachers): Bytes | Pieces {
  const { context, directory, listing } = request;
  const { writer } = context.shared;
  if (Math.min(listing.count, offset + limit) - offset > teachersAtOnceMax) {
    return renderPieces(request, { offset, limit }, write);
  }
  writer.begin();
  write(request, directory.positionsOn(listing, offset, limit), true, true);
  return writer.finish();
}

function* renderPieces(request: ListRequest, { offset, limit }: Range, write: WriteTeachers): Pieces {
  const { context, directory, listing, coding } = request;
  const { writer } = context.shared;
  const end = Math.min(listing.count, offset + limit);
  const bytesMin = coding === "gzip" ? gzipPieceBytesMin : 0;
  let start = offset;
  while (start < end) {
    writer.begin();
    do {
      const positions = directory.positionsOn(listing, start, Math.min(teachersPerPiece, end - start));
      write(request, positions, start === offset, start + teachersPerPiece >= end);
      start += teachersPerPiece;
    } while (start < end && writer.length < bytesMin);
    yield writer.finish();
  }
}
