/** The resources: the list of teachers (specification, section 4.1) and one teacher. */
import type { Directory } from "../directory/directory.ts";
import { datasetVersionOf } from "../publication.ts";
import { idMax } from "../teacher.ts";
import { type Answer, cacheControl } from "./answer.ts";
import type { Call } from "./call.ts";
import { renderPage, renderTeacher } from "./json.ts";
import { buildLinks } from "./links.ts";
import type { Format } from "./parameters.ts";
import { Problem } from "./problem.ts";
import { parseListQuery, parsePersonQuery } from "./query.ts";
import {
  type Choice,
  type Coding,
  chooseCoding,
  chooseRepresentation,
  listRepresentations,
  personRepresentations,
} from "./representations.ts";
import { isNotModified, validatorsOf } from "./validators.ts";

/** A page of the list. */
export function getList(call: Call): Answer {
  const query = parseListQuery(call.target.query, { limitMax: call.options.limitMax });
  const choice = chooseRepresentation(listRepresentations, suffixOf(call), query.format, acceptOf(call));
  const { coding, vary } = chooseCoding(query.limit, call.request.headers.get("accept-encoding"));
  const directory = directoryOf(call);
  return answerFrom(call, directory, { choice, coding, vary }, () => {
    const listing = directory.findListing({ filters: query.filters, ordering: query.ordering ?? "id" });
    const positions = directory.positionsOn(listing, query.offset, query.limit);
    const links = buildLinks(`${call.base}${call.target.path}`, query, listing.count);
    return renderPage(directory.content, listing.count, links, positions);
  });
}

/** One teacher; leading zeros of the id are accepted. */
export function getPerson(call: Call): Answer {
  const query = parsePersonQuery(call.target.query);
  const choice = chooseRepresentation(personRepresentations, suffixOf(call), query.format, acceptOf(call));
  const directory = directoryOf(call);
  const idText = call.captured.id ?? "";
  const id = /^[0-9]+$/.test(idText) ? Number(idText) : Number.NaN;
  const position = id <= idMax ? directory.findPosition(id) : null;
  if (position === null) throw new Problem("notFound");
  const form = { choice, coding: "identity", vary: "Accept" } as const;
  return answerFrom(call, directory, form, () => renderTeacher(directory.content, position));
}

/** The form of an answer: how its bytes are made from the data, and which headers decided about it. */
interface Form {
  readonly choice: Choice;
  readonly coding: Coding;
  readonly vary: string;
}

/** The answer about a version in a form: 304 where the client has it, so that `render` is not called in vain. */
function answerFrom(call: Call, directory: Directory, form: Form, render: () => Uint8Array<ArrayBuffer>): Answer {
  const { publication } = directory;
  const { choice, coding, vary } = form;
  const { representation, indent } = choice;
  const { limitMax, maxAgeSeconds } = call.options;
  const facts = [representation.format, indent ?? 0, coding, call.base, limitMax];
  const validators = validatorsOf(publication, facts);
  const headers: Record<string, string> = {
    Vary: vary,
    ETag: validators.etag,
    "Last-Modified": validators.lastModified,
    "Cache-Control": cacheControl(maxAgeSeconds),
    "Dataset-Version": datasetVersionOf(publication),
  };
  if (isNotModified(call.request.headers, validators)) return { status: 304, headers, body: null };
  headers["Content-Type"] = representation.contentType;
  const body = indented(render(), indent);
  if (coding === "identity") return { status: 200, headers, body };
  headers["Content-Encoding"] = coding;
  return { status: 200, headers, body: Bun.gzipSync(body) };
}

function indented(compact: Uint8Array<ArrayBuffer>, indent: number | null): Uint8Array<ArrayBuffer> {
  if (indent === null || indent === 0) return compact;
  const value: unknown = JSON.parse(new TextDecoder().decode(compact));
  return new TextEncoder().encode(JSON.stringify(value, null, indent));
}

function suffixOf({ captured }: Call): Format | null {
  return captured.suffix === undefined ? null : "json";
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
