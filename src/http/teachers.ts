/** The resources: the list of teachers (specification, section 4.1) and one teacher. */
import type { Asker, Directory } from "../directory/directory.ts";
import type { Listing, Ordering } from "../directory/listing.ts";
import { datasetVersionOf } from "../publication.ts";
import { idMax } from "../teacher.ts";
import { type Body, cacheControl } from "./answer.ts";
import type { Call } from "./call.ts";
import { csvRows, excelRows, type RowFormat } from "./csv.ts";
import { renderListPage } from "./html/list.tsx";
import { renderPersonPage } from "./html/person.tsx";
import { indentJson, renderLines, renderPage, renderTeacher } from "./json.ts";
import { buildLinks } from "./links.ts";
import { htmlHeadersFor, pageContextOf } from "./page.ts";
import type { Format } from "./parameters.ts";
import { Problem } from "./problem.ts";
import { type ListQuery, parseListQuery, parsePersonQuery } from "./query.ts";
import {
  type Choice,
  type Coding,
  chooseCoding,
  chooseRepresentation,
  listRepresentations,
  personRepresentations,
} from "./representations.ts";
import { gzipped, renderRows, writeTeachers } from "./stream.ts";
import { etagOf } from "./validators.ts";
import { type VersionAnswer, versionHeadersOf } from "./version-answer.ts";

/** A page of the list, or all matches as a download. */
export function getList(call: Call): VersionAnswer {
  const isJsonPath = call.captured.suffix !== undefined;
  const query = parseListQuery(call.target.query, { limitMax: call.options.limitMax, isJsonPath });
  const choice = chooseRepresentation(listRepresentations, isJsonPath ? "json" : query.format, acceptOf(call));
  const { format, isStreamed } = choice.representation;
  const { coding, vary } = chooseCoding(isStreamed ? null : query.limit, call.request.headers.get("accept-encoding"));
  const directory = directoryOf(call);
  const ordering = query.ordering ?? (format === "html" ? "last_name" : "id");
  return answerFrom(call, directory, { choice, coding, vary, lang: query.lang }, () => {
    const listing = directory.findListing({ filters: query.filters, search: query.search, ordering }, askerOf(call));
    const write = (found: Listing): Body | Promise<Body> =>
      listWriters[format]({ call, directory, query, ordering, listing: found, indent: choice.indent });
    return listing instanceof Promise ? listing.then(write) : write(listing);
  });
}

/** One teacher; leading zeros of the id are accepted. */
export function getPerson(call: Call): VersionAnswer {
  const isJsonPath = call.captured.suffix !== undefined;
  const query = parsePersonQuery(call.target.query, isJsonPath);
  const choice = chooseRepresentation(personRepresentations, isJsonPath ? "json" : query.format, acceptOf(call));
  const directory = directoryOf(call);
  const idText = call.captured.id ?? "";
  const id = /^[0-9]+$/.test(idText) ? Number(idText) : Number.NaN;
  const position = id <= idMax ? directory.findPosition(id) : null;
  if (position === null) throw new Problem("notFound");
  return answerFrom(call, directory, { choice, coding: "identity", vary: "Accept", lang: query.lang }, () =>
    choice.representation.format === "html"
      ? renderPersonPage(pageContextOf(call, query.lang), directory.teacherAt(position))
      : indentJson(renderTeacher(directory.content, position), choice.indent),
  );
}

/** What a representation of the list is written from. */
interface ListRequest {
  readonly call: Call;
  readonly directory: Directory;
  readonly query: ListQuery;
  /** The effective one. */
  readonly ordering: Ordering;
  readonly listing: Listing;
  readonly indent: number | null;
}

/** What writes each representation of the list. */
const listWriters: Readonly<Record<Format, (request: ListRequest) => Body | Promise<Body>>> = {
  json({ call, directory, query, listing, indent }) {
    const positions = directory.positionsOn(listing, query.offset, query.limit);
    return indentJson(renderPage(directory.content, listing.count, linksOf(call, query, listing), positions), indent);
  },
  csv: (request) => downloadRows(request, csvRows),
  excel: (request) => downloadRows(request, excelRows),
  ndjson: ({ directory, query, listing }) =>
    writeTeachers(directory, listing, rangeOf(query, listing), "", (positions) =>
      renderLines(directory.content, positions),
    ),
  async html({ call, directory, query, ordering, listing }) {
    const { degree: _, ...otherFilters } = query.filters;
    const anyDegree = await directory.findListing({ ...query, ordering, filters: otherFilters }, askerOf(call));
    const degrees = await directory.countDegrees(anyDegree);
    const positions = directory.positionsOn(listing, query.offset, query.limit);
    return renderListPage(pageContextOf(call, query.lang), {
      query,
      ordering,
      count: listing.count,
      total: directory.publication.count,
      teachers: Array.from(positions, directory.teacherAt),
      degrees: degrees.map(({ value, count }) => ({ degree: value, count })),
      links: linksOf(call, query, listing),
    });
  },
};

function downloadRows({ directory, query, listing }: ListRequest, format: RowFormat): Body {
  return writeTeachers(directory, listing, rangeOf(query, listing), format.head, (positions) =>
    renderRows(directory, format, positions),
  );
}

/** Downloads hold every match, or the page that is asked for. */
function rangeOf({ paged, offset, limit }: ListQuery, { count }: Listing): { offset: number; limit: number } {
  return paged ? { offset, limit } : { offset: 0, limit: count };
}

function linksOf({ base, target }: Call, query: ListQuery, { count }: Listing): ReturnType<typeof buildLinks> {
  return buildLinks(`${base}${target.path}`, query, count);
}

/** The form of an answer: how its bytes are made from the data, and which headers decided about it. */
interface Form {
  readonly choice: Choice;
  readonly coding: Coding;
  readonly vary: string;
  /** The language asked for by the query. */
  readonly lang: ListQuery["lang"];
}

/** The answer about a version in a form. */
function answerFrom(call: Call, directory: Directory, form: Form, write: () => Body | Promise<Body>): VersionAnswer {
  const { coding } = form;
  const { representation, indent } = form.choice;
  const { limitMax, maxAgeSeconds, indexable } = call.options;
  const isPage = representation.format === "html";
  const pageFacts = isPage ? `${pageContextOf(call, form.lang).lang} ${indexable}` : "";
  const facts = `${representation.format} ${indent ?? 0} ${coding} ${limitMax} ${call.base} ${pageFacts}`;
  const headerFacts = `${facts} ${form.vary} ${maxAgeSeconds}`;
  return {
    directory,
    headers: versionHeadersOf(directory, headerFacts, () => makeHeaders(call, directory, form, facts)),
    write() {
      const body = write();
      return body instanceof Promise ? body.then((late) => encode(late, coding)) : encode(body, coding);
    },
  };
}

/** `facts` is what the bytes of the answer depend on besides version, release and URL. */
function makeHeaders(
  { options }: Call,
  { publication }: Directory,
  { choice, coding, vary }: Form,
  facts: string,
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
  return { etag: etagOf(publication, facts), headers };
}

function encode(body: Body, coding: Coding): Body {
  if (coding === "identity") return body;
  return typeof body === "function" ? gzipped(body) : Bun.gzipSync(body);
}

function askerOf({ request }: Call): Asker {
  return () => request.signal;
}

function acceptOf({ request }: Call): string | null {
  return request.headers.get("accept");
}

/** The version that this answer is made from; fetched once a request, so that all of the answer is of one version. */
function directoryOf({ options }: Call): Directory {
  const { directory, waitingFor } = options.state;
  if (directory !== null) return directory;
  throw new Problem("notReady", {
    detail: `The directory is not ready yet: ${waitingFor}.`,
    headers: { "Retry-After": "1" },
  });
}
