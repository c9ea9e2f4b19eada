/** The list of teachers (specification, section 4.1): a page, or all matches as a download; and their degrees. */
import type { Listing } from "../../directory/content.ts";
import type { Directory } from "../../directory/directory.ts";
import type { Result } from "../../directory/search/search.ts";
import { langs } from "../../domain/lang.ts";
import { type Format, type ListQuery, renderQuery } from "../../domain/list-query.ts";
import { renderListPage } from "../../pages/list/list-page.tsx";
import type { Answer } from "../answer.ts";
import { htmlLimitDefault, parameterSets } from "../contract/parameters.ts";
import { pageLinks, parseDegreesQuery, parseListQuery } from "../contract/query.ts";
import { type Pieces, piecesOf } from "../downloads.ts";
import { pageContextOf } from "../page-for-request.ts";
import { viewList } from "../render/html-list.ts";
import { csv, ndjson, type RowFormat, renderTextRows } from "../render/rows.ts";
import { renderWorkbook } from "../render/workbook.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, downloadAnswer, negotiateFormat, pageAnswer } from "../version-answer.ts";

/** A listing, and the request for which it was found. */
interface FoundListing {
  readonly context: RequestContext;
  readonly directory: Directory;
  readonly query: ListQuery;
  readonly listing: Listing;
  /** Whom the search found, before the filters; null without a search. */
  readonly found: Result | null;
}

export function getList(context: RequestContext): Answer | Promise<Answer> {
  const { target, route, options } = context;
  const format = negotiateFormat(context, parameterSets.list.formats);
  const query = parseListQuery(target.query, options.maxLimit, format === "html", route?.isJson);
  const directory = directoryOf(context);
  const answer = (found: Result | null): Answer | Promise<Answer> => {
    const listing = directory.find(query, query.ordering, found);
    return renderers[format]({ context, directory, query, listing, found });
  };
  return query.search === "" ? answer(null) : search(context, directory, query).then(answer);
}

async function search(
  { request, options }: RequestContext,
  directory: Directory,
  query: Pick<ListQuery, "search" | "isExact">,
): Promise<Result> {
  const found = await directory.search(query.search, query.isExact, request.signal);
  options.onSearch(found.reading);
  return found;
}

const renderers: Readonly<Record<Format, (request: FoundListing) => Answer | Promise<Answer>>> = {
  json: (request) => answerPage(request, "json", renderJson(request)),
  html: async (request) => answerPage(request, "html", await renderHtml(request)),
  csv: (request) => answerDownload(request, "csv", () => renderAs(csv, request)),
  ndjson: (request) => answerDownload(request, "ndjson", () => renderAs(ndjson, request)),
  xlsx: (request) => answerDownload(request, "xlsx", () => renderAsWorkbook(request)),
};

function answerPage({ context, directory, found }: FoundListing, format: Format, body: string): Answer {
  return pageAnswer(context, directory, format, body, readingOf(found));
}

function answerDownload(
  { context, directory, query, found }: FoundListing,
  format: Format,
  render: () => Pieces,
): Answer {
  return downloadAnswer(context, directory, format, query.lang, render, readingOf(found));
}

function readingOf(found: Result | null): Answer["headers"] {
  return found?.reading == null ? {} : { "Search-Reading": found.reading };
}

/** The envelope of a page (specification, section 2.2). */
function renderJson({ context, directory, query, listing }: FoundListing): string {
  const { count } = listing;
  const { next, previous } = pageLinks(`${context.base}${context.route!.path}`, query, count);
  const results = directory.ranksOn(listing, query.offset, query.limit).map(directory.teacherAt);
  return JSON.stringify({ count, next, previous, results });
}

async function renderHtml({ context, directory, query, found }: FoundListing): Promise<string> {
  const { request, options } = context;
  const limitDefault = Math.min(htmlLimitDefault, options.maxLimit);
  const view = await viewList({ directory, query, found, limitDefault, signal: request.signal });
  return renderListPage(pageContextOf(context, query.lang), view);
}

function renderAs(format: RowFormat, request: FoundListing): Pieces {
  const rows = renderTextRows(request.directory, request.listing, rangeOf(request), format);
  return piecesOf(rows, request.context.options.turns);
}

function renderAsWorkbook(request: FoundListing): Pieces {
  const { context, directory, query, listing } = request;
  const { turns } = context.options;
  const csvUrl = `${context.base}/teachers/?format=csv`;
  return renderWorkbook(directory, listing, rangeOf(request), { lang: query.lang ?? langs[0], turns, csvUrl });
}

/** Downloads contain every match, or the requested page. */
function rangeOf({ query, listing }: FoundListing): Pick<ListQuery, "offset" | "limit"> {
  return query.isPaged ? query : { offset: 0, limit: listing.count };
}

/** All degrees are in one answer up to this number. */
const degreesMax = 1000;

/** The degrees of the teachers who match, the most frequent first. */
export async function getDegrees(context: RequestContext): Promise<Answer> {
  const { base, target, options } = context;
  const format = negotiateFormat(context, parameterSets.degrees.formats);
  const query = parseDegreesQuery(target.query, options.maxLimit);
  const directory = directoryOf(context);
  const found = query.search === "" ? null : await search(context, directory, query);
  const others = query.given.filter(([name]) => !["format", "degree", "without"].includes(name));
  const results = directory
    .listDegrees(directory.find(query, "last_name", found))
    .slice(0, degreesMax)
    .map(({ degree, count }) => {
      const filter = degree === "" ? (["without", "degree"] as const) : (["degree", degree] as const);
      return { value: degree, count, href: `${base}/teachers/?${renderQuery([...others, filter])}` };
    });
  return pageAnswer(context, directory, format, JSON.stringify({ results }), readingOf(found));
}
