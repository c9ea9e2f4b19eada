/** The handlers of the list of teachers (specification, section 4.1) and of one teacher. */

import { buildLinks } from "../contract/links.ts";
import { htmlLimitMax, type Lang } from "../contract/parameters.ts";
import { Problem } from "../contract/problems.ts";
import { capLimit, type ListQuery, parseListQuery, parseTeacherQuery } from "../contract/query.ts";
import {
  type Choice,
  type Coding,
  chooseCoding,
  chooseRepresentation,
  type Format,
  listRepresentations,
  teacherRepresentations,
} from "../contract/representations.ts";
import { cacheControl } from "../contract/response-headers.ts";
import { etagOf } from "../contract/validators.ts";
import { type Directory, type GetSignal, stillWanted } from "../directory/directory.ts";
import type { Listing } from "../directory/listing.ts";
import { runTask, type Task } from "../directory/scheduler.ts";
import type { Ordering } from "../domain/ordering.ts";
import { datasetVersionOf } from "../domain/publication.ts";
import { idMax, type Teacher } from "../domain/teacher.ts";
import { renderListPage } from "../pages/list-page.tsx";
import type { ListView } from "../pages/list-view.ts";
import { renderTeacherPage } from "../pages/teacher-page.tsx";
import type { Body } from "./answer.ts";
import { csvRows, excelRows, type RowFormat } from "./csv-writer.ts";
import { countGarbage } from "./garbage.ts";
import { gzip, gzipPieces } from "./gzip.ts";
import { pageEnd, pageStart, renderLines, renderPage, renderResults, renderTeacher } from "./json-writer.ts";
import { htmlHeadersFor, pageContextOf } from "./page-for-request.ts";
import type { RequestContext } from "./request-context.ts";
import { type Range, renderRows, teachersAtOnceMax, writeTeachers } from "./rows.ts";
import { type VersionAnswer, versionHeadersOf } from "./version-headers.ts";

/** A page of the list, or all matches as a download. */
export function getList(context: RequestContext): VersionAnswer {
  const isJsonPath = context.params.suffix !== undefined;
  const asked = parseListQuery(context.target.query, { limitMax: context.options.limitMax, isJsonPath });
  const choice = chooseRepresentation(listRepresentations, isJsonPath ? "json" : asked.format, acceptOf(context));
  const { format } = choice.representation;
  const query = format === "html" ? capLimit(asked, htmlLimitMax) : asked;
  const acceptEncoding = context.request.headers.get("accept-encoding");
  const { coding, vary } = chooseCoding(choice.representation, query.limit, acceptEncoding);
  const directory = directoryOf(context);
  const ordering = query.ordering ?? (format === "html" ? "last_name" : "id");
  return answerFrom(context, directory, { choice, coding, vary, lang: query.lang }, () => {
    const listing = directory.findListing(
      { ids: query.ids, filters: query.filters, search: query.search, ordering },
      signalOf(context),
    );
    const write = (found: Listing): Body | Promise<Body> =>
      listWriters[format]({ context, directory, query, ordering, listing: found, indent: choice.indent });
    return listing instanceof Promise ? listing.then(write) : write(listing);
  });
}

/** One teacher; leading zeros of the id are accepted. */
export function getTeacher(context: RequestContext): VersionAnswer {
  const isJsonPath = context.params.suffix !== undefined;
  const query = parseTeacherQuery(context.target.query, isJsonPath);
  const choice = chooseRepresentation(teacherRepresentations, isJsonPath ? "json" : query.format, acceptOf(context));
  const directory = directoryOf(context);
  const idText = context.params.id ?? "";
  const id = /^[0-9]+$/.test(idText) ? Number(idText) : Number.NaN;
  const position = id <= idMax ? directory.findPosition(id) : null;
  if (position === null) throw new Problem("notFound");
  return answerFrom(context, directory, { choice, coding: "identity", vary: "Accept", lang: query.lang }, () =>
    choice.representation.format === "html"
      ? writeTeacherPage(context, directory, position, query.lang)
      : renderTeacher(directory.content, position, choice.indent ?? 0),
  );
}

async function writeTeacherPage(
  context: RequestContext,
  directory: Directory,
  position: number,
  lang: Lang | null,
): Promise<string> {
  const teacher = directory.teacherAt(position);
  const filters = { last_name: teacher.last_name };
  const { count } = await directory.findListing({ ids: null, filters, search: "", ordering: "id" }, signalOf(context));
  return renderTeacherPage({ context: pageContextOf(context, lang), teacher, sameLastNameCount: count });
}

/** The input of a list writer. */
interface ListRequest {
  readonly context: RequestContext;
  readonly directory: Directory;
  readonly query: ListQuery;
  /** The effective ordering. */
  readonly ordering: Ordering;
  readonly listing: Listing;
  readonly indent: number | null;
}

/** What writes each representation of the list. */
const listWriters: Readonly<Record<Format, (request: ListRequest) => Body | Promise<Body>>> = {
  json({ context, directory, query, listing, indent }) {
    const { content } = directory;
    const spaces = indent ?? 0;
    const links = linksOf(context, query, listing);
    const positions = directory.positionsOn(listing, query.offset, Math.min(query.limit, teachersAtOnceMax + 1));
    if (positions.length <= teachersAtOnceMax) return renderPage(content, listing.count, links, positions, spaces);
    return writeTeachers(directory, listing, query, {
      head: pageStart(listing.count, links, spaces, false),
      tail: pageEnd(spaces, false),
      render: (some, isFirst) => renderResults(content, some, spaces, isFirst),
    });
  },
  csv: (request) => downloadRows(request, csvRows),
  excel: (request) => downloadRows(request, excelRows),
  ndjson: ({ directory, query, listing }) =>
    writeTeachers(directory, listing, rangeOf(query, listing), {
      head: "",
      tail: "",
      render: (positions) => renderLines(directory.content, positions),
    }),
  async html(request) {
    const { context, directory, query, ordering } = request;
    const { degree: _, ...otherFilters } = query.filters;
    const anyDegree = await directory.findListing({ ...query, ordering, filters: otherFilters }, signalOf(context));
    const degrees = await directory.countDegrees(anyDegree, signalOf(context));
    return runTask(
      renderHtml({ ...request, degrees, anyDegreeCount: anyDegree.count }),
      stillWanted(signalOf(context)),
    );
  },
};

/** The estimated heap that rendering a page takes, as a multiple of its length. */
const htmlGarbageFactor = 4;

/** Teachers composed between two yields: some tens of microseconds. */
const teachersBetweenYields = 20;

function* renderHtml(request: ListRequest & Pick<ListView, "degrees" | "anyDegreeCount">): Task<string> {
  const { context, directory, query, ordering, listing, degrees, anyDegreeCount } = request;
  const teachers: Teacher[] = [];
  for (const position of directory.positionsOn(listing, query.offset, query.limit)) {
    if (teachers.length % teachersBetweenYields === 0) yield;
    teachers.push(directory.teacherAt(position));
  }
  const page = yield* renderListPage(pageContextOf(context, query.lang), {
    query,
    ordering,
    count: listing.count,
    total: directory.publication.count,
    teachers,
    degrees,
    anyDegreeCount,
    links: linksOf(context, query, listing),
  });
  countGarbage(htmlGarbageFactor * page.length);
  return page;
}

function downloadRows({ directory, query, listing }: ListRequest, format: RowFormat): Body {
  return writeTeachers(directory, listing, rangeOf(query, listing), {
    head: format.head,
    tail: "",
    render: (positions) => renderRows(directory, format, positions),
  });
}

/** Downloads contain every match, or the requested page. */
function rangeOf({ paged, offset, limit }: ListQuery, { count }: Listing): Range {
  return paged ? { offset, limit } : { offset: 0, limit: count };
}

function linksOf(
  { base, target }: RequestContext,
  query: ListQuery,
  { count }: Listing,
): ReturnType<typeof buildLinks> {
  return buildLinks(`${base}${target.path}`, query, count);
}

/** The variant of an answer: its representation, coding and language, and the headers that selected them. */
interface Variant {
  readonly choice: Choice;
  readonly coding: Coding;
  readonly vary: string;
  /** The language in the query; null if absent. */
  readonly lang: ListQuery["lang"];
}

/** The answer for a version in one variant. */
function answerFrom(
  context: RequestContext,
  directory: Directory,
  variant: Variant,
  write: () => Body | Promise<Body>,
): VersionAnswer {
  const { coding } = variant;
  const { representation, indent } = variant.choice;
  const { limitMax, maxAgeSeconds, indexable } = context.options;
  const isPage = representation.format === "html";
  const pageInputs = isPage ? `${pageContextOf(context, variant.lang).lang} ${indexable}` : "";
  const etagInputs = `${representation.format} ${indent ?? 0} ${coding} ${limitMax} ${context.base} ${pageInputs}`;
  const headerInputs = `${etagInputs} ${variant.vary} ${maxAgeSeconds}`;
  return {
    directory,
    headers: versionHeadersOf(directory, headerInputs, context.options.state.settingsDateMs, () =>
      makeHeaders(context, directory, variant, etagInputs),
    ),
    write() {
      const body = write();
      if (coding === "identity") return body;
      return body instanceof Promise
        ? body.then((late) => compress(late, signalOf(context)))
        : compress(body, signalOf(context));
    },
  };
}

/** `etagInputs` holds everything that the bytes depend on, except version, release and URL. */
function makeHeaders(
  { options }: RequestContext,
  { publication }: Directory,
  { choice, coding, vary }: Variant,
  etagInputs: string,
): { etag: string; headers: Record<string, string> } {
  const { format, contentType, fileName } = choice.representation;
  const isPage = format === "html";
  const headers: Record<string, string> = {
    "Content-Type": contentType,
    Vary: isPage ? `${vary}, Accept-Language` : vary,
    "Cache-Control": cacheControl(options.maxAgeSeconds),
    "Dataset-Version": datasetVersionOf(publication),
    ...(isPage ? htmlHeadersFor(options) : {}),
  };
  if (coding !== "identity") headers["Content-Encoding"] = coding;
  if (fileName !== null) headers["Content-Disposition"] = `attachment; filename="${fileName}"`;
  return { etag: etagOf(publication, etagInputs), headers };
}

function compress(body: Body, getSignal: GetSignal): Body | Promise<Body> {
  if (typeof body === "function") return () => gzipPieces(body());
  return runTask(gzip(typeof body === "string" ? new TextEncoder().encode(body) : body), stillWanted(getSignal));
}

function signalOf({ request }: RequestContext): GetSignal {
  return () => request.signal;
}

function acceptOf({ request }: RequestContext): string | null {
  return request.headers.get("accept");
}

/** The version for this request. Read once per request, so the whole answer comes from one version. */
function directoryOf({ options }: RequestContext): Directory {
  const { directory, waitingFor } = options.state;
  if (directory !== null) return directory;
  throw new Problem("notReady", {
    detail: `The directory is not ready: ${waitingFor}.`,
    headers: { "Retry-After": "1" },
  });
}
