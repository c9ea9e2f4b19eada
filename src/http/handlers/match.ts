/** The handlers of name matching, which find the teacher that each written name refers to. */
import { checkMatchBodyQuery, chooseBodyType, parseMatchBody, parseMatchQuery } from "../../contract/match-request.ts";
import { badParameters, faultOf } from "../../contract/problems.ts";
import { representations } from "../../contract/representations.ts";
import type { Directory } from "../../directory/directory.ts";
import { type NameMatch, peopleMax, TooManyPeopleError } from "../../directory/search/match.ts";
import { type Answer, type Body, type Pieces, pageAnswer, whenReady } from "../answer.ts";
import { answerUnlessKnown, directoryOf, signalOf } from "../page-headers.ts";
import type { RequestContext } from "../request-context.ts";
import { jsonVariantOf } from "./degrees.ts";

/** GET: the names are in the URL. */
export function getMatch(context: RequestContext): Answer | Promise<Answer> {
  const names = parseMatchQuery(context.target.query);
  const variant = { ...jsonVariantOf(context), takesBody: true };
  const directory = directoryOf(context);
  return answerUnlessKnown(context, directory, variant, (pageHeaders) =>
    whenReady(directory.matchCells(names, signalOf(context)), (matches) =>
      pageAnswer(pageHeaders, renderMatches(directory, matches)),
    ),
  );
}

/** POST: the names are in the body. */
export async function matchBody(context: RequestContext): Promise<Answer> {
  const { request, headers, target, options } = context;
  checkMatchBodyQuery(target.query);
  jsonVariantOf(context);
  const type = chooseBodyType(headers);
  return options.bodies.use(request, async (bytes) => {
    const names = parseMatchBody(bytes, type);
    const directory = directoryOf(context);
    const matches = await findMatches(context, directory, names);
    return {
      status: 200,
      headers: {
        "Content-Type": representations.json.contentType,
        Vary: "Accept",
        "Cache-Control": "no-store",
        "Dataset-Version": directory.datasetVersion,
      },
      body: renderMatches(directory, matches),
      pageHeaders: null,
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

/**
 * Answers with more results than this are rendered while the client reads them, because each result may have several
 * teachers.
 */
const matchesAtOnceMax = 128;

const encoder = new TextEncoder();

function renderMatches(directory: Directory, matches: readonly NameMatch[]): Body {
  const pieces = renderPieces(directory, matches);
  // At most this many matches are a single piece.
  return matches.length > matchesAtOnceMax ? pieces : [...pieces][0]!;
}

/** Renders `{ results }` as JSON, with {@link matchesAtOnceMax} results in each piece. */
function* renderPieces({ teacherAt }: Directory, matches: readonly NameMatch[]): Pieces {
  const render = ({ cell, name, verdict, reading, setAside, position, candidates }: NameMatch): string => {
    const teacher = position === null ? null : teacherAt(position);
    const match = { cell, name, verdict, reading, set_aside: setAside.join(" "), teacher };
    return JSON.stringify({ ...match, candidates: candidates.map(teacherAt) });
  };
  for (let at = 0; at < matches.length; at += matchesAtOnceMax) {
    const results = matches
      .slice(at, at + matchesAtOnceMax)
      .map(render)
      .join(",");
    const isLast = at + matchesAtOnceMax >= matches.length;
    yield encoder.encode(`${at === 0 ? '{"results":[' : ","}${results}${isLast ? "]}" : ""}`);
  }
}
