/** The resources: the list of teachers (specification, section 4.1) and one teacher. */
import type { Directory } from "../directory/directory.ts";
import { datasetVersionOf } from "../publication.ts";
import { idMax } from "../teacher.ts";
import { type Answer, jsonAnswer } from "./answer.ts";
import type { Call } from "./call.ts";
import { renderPage, renderTeacher } from "./json.ts";
import { buildLinks } from "./links.ts";
import { chooseMediaType } from "./negotiate.ts";
import { Problem } from "./problem.ts";
import { parseListQuery, parsePersonQuery } from "./query.ts";

/** A page of the list. */
export function getList(call: Call): Answer {
  const query = parseListQuery(call.target.query, { limitMax: call.options.limitMax });
  const indent = negotiate(call);
  const directory = directoryOf(call);
  const listing = directory.findListing({ filters: query.filters, ordering: query.ordering ?? "id" });
  const positions = directory.positionsOn(listing, query.offset, query.limit);
  const links = buildLinks(`${call.base}${call.target.path}`, query, listing.count);
  const page = renderPage(directory.content, listing.count, links, positions);
  return respondJson(directory, page, indent);
}

/** One teacher; leading zeros of the id are accepted. */
export function getPerson(call: Call, idText: string): Answer {
  parsePersonQuery(call.target.query);
  const indent = negotiate(call);
  const directory = directoryOf(call);
  const id = /^[0-9]+$/.test(idText) ? Number(idText) : Number.NaN;
  const position = id <= idMax ? directory.findPosition(id) : null;
  if (position === null) throw new Problem("notFound");
  return respondJson(directory, renderTeacher(directory.content, position), indent);
}

/** What OPTIONS says of a resource, in the shape of the original service. */
export function describe(name: string, description: string): Answer {
  return jsonAnswer(200, { name, description, renders: ["application/json"], parses: [] });
}

function negotiate({ request }: Call): number | null {
  const choice = chooseMediaType(request.headers.get("accept"), ["application/json"]);
  if (choice === null) throw new Problem("notAcceptable");
  return choice.indent;
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

function respondJson(directory: Directory, compact: Uint8Array<ArrayBuffer>, indent: number | null): Answer {
  const headers = {
    "Content-Type": "application/json",
    "Dataset-Version": datasetVersionOf(directory.publication),
  };
  if (indent === null || indent === 0) return { status: 200, headers, body: compact };
  const value: unknown = JSON.parse(new TextDecoder().decode(compact));
  return { status: 200, headers, body: JSON.stringify(value, null, indent) };
}
