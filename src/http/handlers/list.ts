/** The handler of the list of teachers (specification, section 4.1): a page, or all matches as a download. */

import { chooseCoding, chooseMediaType, chooseRepresentation } from "../../contract/negotiation.ts";
import { defaultOrdering, type ListQuery, parseListQuery, withHtmlLimit } from "../../contract/query.ts";
import { type Format, listRepresentations, representations } from "../../contract/representations.ts";
import { pageLinks, pathFormatOf, renderLink } from "../../contract/urls.ts";
import type { Result } from "../../directory/search/search.ts";
import type { Answer } from "../answer.ts";
import { type Pieces, piecesOf } from "../downloads.ts";
import { type FoundListing, renderList } from "../render/html-list.ts";
import { csv, ndjson, type RowFormat, renderTextRows } from "../render/rows.ts";
import { renderWorkbook } from "../render/workbook.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, downloadAnswer, findKnownDownload, pageAnswer, type Variant } from "../version-answer.ts";

/** A page of the list, or all matches as a download. */
export function getList(context: RequestContext): Answer | Promise<Answer> {
  const { request, headers, target, options } = context;
  const pathFormat = pathFormatOf(context);
  const accept = headers.get("accept");
  const isPage = (format: Format | null): boolean => isListPage(pathFormat ?? format, accept);
  const parsed = parseListQuery(target.query, { limitMax: options.limitMax, pathFormat, isPage });
  const offered = pathFormat === null ? listRepresentations : [representations[pathFormat]];
  const representation = chooseRepresentation(offered, pathFormat ?? parsed.format, accept);
  const { format } = representation;
  const query = format === "html" ? withHtmlLimit(parsed, options.limitMax) : parsed;
  const coding = chooseCoding(representation, headers.get("accept-encoding"));
  const variant = { representation, ...coding, lang: query.lang };
  const directory = directoryOf(context);
  const known = representation.fileName === null ? null : findKnownDownload(context, directory, variant);
  if (known !== null) return known;

  const ordering = query.ordering ?? defaultOrdering(query, format === "html");
  const answer = (found: Result | null): Answer | Promise<Answer> => {
    const listing = directory.find(query, ordering, found);
    return renderers[format]({ context, directory, query, ordering, listing, found }, variant);
  };
  if (query.search === "") return answer(null);
  return directory.search(query.search, query.isExact, request.signal).then((found) => {
    options.onSearch(found?.reading ?? null);
    return answer(found);
  });
}

/** Whether the answer is an HTML page, provided that the request is acceptable. */
function isListPage(format: Format | null, accept: string | null): boolean {
  if (format !== null) return format === "html";
  return chooseMediaType(accept, listMediaTypes) === representations.html.mediaType;
}

const listMediaTypes = listRepresentations.flatMap(({ mediaType }) => mediaType ?? []);

type Renderer = (request: FoundListing, variant: Variant) => Answer | Promise<Answer>;

const renderers: Readonly<Record<Format, Renderer>> = {
  json: (request, variant) => answerPage(request, variant, renderJson(request)),
  html: async (request, variant) => answerPage(request, variant, await renderList(request)),
  csv: renderAs(csv),
  ndjson: renderAs(ndjson),
  xlsx: (request, variant) => answerDownload(request, variant, renderWorkbook(request, rangeOf(request))),
};

function answerPage({ context, directory, found }: FoundListing, variant: Variant, body: string): Answer {
  return pageAnswer(context, directory, variant, body, readingOf(found));
}

function answerDownload({ context, directory, found }: FoundListing, variant: Variant, pieces: Pieces): Answer {
  return downloadAnswer(context, directory, variant, pieces, readingOf(found));
}

function readingOf(found: Result | null): Readonly<Record<string, string>> {
  return found?.reading == null ? {} : { "Search-Reading": found.reading };
}

/** The envelope of a page (specification, section 2.2). */
function renderJson({ context, directory, query, listing }: FoundListing): string {
  const { count } = listing;
  const links = pageLinks(context.base + context.target.path, query, count);
  const results = directory.ranksOn(listing, query.offset, query.limit).map(directory.teacherAt);
  const [next, previous] = [renderLink(links, links.next), renderLink(links, links.previous)];
  return JSON.stringify({ count, next, previous, results });
}

function renderAs(format: RowFormat): Renderer {
  return (request, variant) => {
    const rows = renderTextRows(request.directory, request.listing, rangeOf(request), format);
    return answerDownload(request, variant, piecesOf(rows, request.context.options.turns));
  };
}

/** Downloads contain every match, or the requested page. */
function rangeOf({ query, listing }: FoundListing): Pick<ListQuery, "offset" | "limit"> {
  return query.paged ? query : { offset: 0, limit: listing.count };
}
