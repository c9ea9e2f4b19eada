/** The handlers of matching: who is meant by each of several written names, in the URL or in a body. */
import { chooseBodyType, parseMatchBody } from "../contract/match-body.ts";
import { chooseRepresentation, type RepresentationChoice } from "../contract/negotiation.ts";
import { badParameters, faultOf } from "../contract/problems.ts";
import { checkMatchBodyQuery, parseMatchQuery } from "../contract/query.ts";
import { representations } from "../contract/representations.ts";
import type { Directory } from "../directory/directory.ts";
import { type NameMatch, peopleMax, TooManyPeopleError } from "../directory/search/match.ts";
import {
  type Answer,
  type Body,
  notModifiedAnswer,
  type Pieces,
  pageAnswer,
  type Variant,
  whenReady,
} from "./answer.ts";
import { pathFormatOf, type RequestContext } from "./request-context.ts";
import { directoryOf, signalOf } from "./version.ts";

/** GET: the names are in the URL. */
export function getMatch(context: RequestContext): Answer | Promise<Answer> {
  const { headers, target, shared } = context;
  const names = parseMatchQuery(target.query);
  const choice = chooseJson(context);
  const variant: Variant = { ...choice, coding: "identity", vary: "Accept", lang: null };
  const directory = directoryOf(context);
  const version = shared.findHeaders(context, directory, variant);
  const notModified = notModifiedAnswer(headers, version);
  if (notModified !== null) return notModified;

  countNames(context, names);
  return whenReady(directory.matchCells(names, signalOf(context)), (matches) =>
    pageAnswer(version, renderMatches(directory, matches, choice)),
  );
}

/** QUERY and POST: the names are in the body. */
export async function matchBody(context: RequestContext): Promise<Answer> {
  const { request, headers, target, options } = context;
  checkMatchBodyQuery(target.query);
  const choice = chooseJson(context);
  const type = chooseBodyType(headers);
  return options.bodies.use(request, async (bytes) => {
    const names = parseMatchBody(bytes, type);
    const directory = directoryOf(context);
    countNames(context, names);
    const matches = await findMatches(context, directory, names);
    return {
      status: 200,
      headers: {
        "Content-Type": representations.json.contentType,
        Vary: "Accept",
        "Cache-Control": "no-store",
        "Dataset-Version": directory.datasetVersion,
      },
      body: renderMatches(directory, matches, choice),
      version: null,
    };
  });
}

async function findMatches(context: RequestContext, directory: Directory, names: readonly string[]) {
  try {
    return await directory.matchCells(names, signalOf(context));
  } catch (error) {
    if (!(error instanceof TooManyPeopleError)) throw error;
    const message = `must name at most ${peopleMax} people; send fewer names`;
    throw badParameters([faultOf("body", "too_long", names.join(" "), message)]);
  }
}

function chooseJson(context: RequestContext): RepresentationChoice {
  return chooseRepresentation([representations.json], pathFormatOf(context), context.headers.get("accept"));
}

/** Names that the rate limit counts as one request. */
const namesPerRequest = 50;

/** The request was counted as one when it came. */
function countNames({ request, options }: RequestContext, { length }: readonly string[]): void {
  options.rate?.charge(request, Math.ceil(length / namesPerRequest) - 1);
}

/** Larger answers are rendered as the client reads them: each result may have several teachers. */
const wholeMatchesMax = 128;

const encoder = new TextEncoder();

function renderMatches(directory: Directory, matches: readonly NameMatch[], { indent }: RepresentationChoice): Body {
  const pieces = renderPieces(directory, matches, indent ?? 0);
  return matches.length > wholeMatchesMax ? pieces : Uint8Array.from(Buffer.concat([...pieces]));
}

/** The JSON of `{ results }`, a piece for every {@link wholeMatchesMax} of them. */
function* renderPieces(directory: Directory, matches: readonly NameMatch[], indent: number): Pieces {
  const render = (results: readonly unknown[]): string => JSON.stringify({ results }, null, indent);
  const [start, end] = render([0]).split(/\s*0/) as [string, string];
  for (let at = 0; at < matches.length; at += wholeMatchesMax) {
    const results = matches.slice(at, at + wholeMatchesMax).map((match) => resultOf(directory, match));
    const isLast = at + wholeMatchesMax >= matches.length;
    const piece = render(results).slice(start.length, -end.length);
    yield encoder.encode(`${at === 0 ? start : ","}${piece}${isLast ? end : ""}`);
  }
}

function resultOf({ teacherAt }: Directory, match: NameMatch) {
  const { cell, name, verdict, reading, setAside, position, candidates } = match;
  const teacher = position === null ? null : teacherAt(position);
  const set_aside = setAside.join(" ");
  return { cell, name, verdict, reading, set_aside, teacher, candidates: candidates.map(teacherAt) };
}
