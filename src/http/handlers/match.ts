/** The handlers of name matching, which find the teacher that each written name refers to. */
import { checkMatchBodyQuery, chooseBodyType, parseMatchBody, parseMatchQuery } from "../../contract/match-request.ts";
import { badParameters, faultOf } from "../../contract/problems.ts";
import { representations } from "../../contract/representations.ts";
import type { Directory } from "../../directory/directory.ts";
import { type NameMatch, peopleMax, TooManyPeopleError } from "../../directory/search/match.ts";
import type { Answer } from "../answer.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, jsonVariantOf, pageAnswer } from "../version-answer.ts";

/** GET: the names are in the URL. */
export async function getMatch(context: RequestContext): Promise<Answer> {
  const names = parseMatchQuery(context.target.query);
  const variant = jsonVariantOf(context);
  const directory = directoryOf(context);
  const matches = await directory.match(names, context.request.signal);
  return pageAnswer(context, directory, variant, await renderMatches(context, directory, matches));
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
      body: await renderMatches(context, directory, matches),
    };
  });
}

async function findMatches({ request }: RequestContext, directory: Directory, names: readonly string[]) {
  try {
    return await directory.match(names, request.signal);
  } catch (error) {
    if (!(error instanceof TooManyPeopleError)) throw error;
    const message = `must name at most ${peopleMax} people; send fewer names`;
    throw badParameters([faultOf("body", "too_long", names.join(" "), message)]);
  }
}

/** At most this many results are rendered in a turn, because each may have several teachers. */
const resultsPerTurn = 128;

/** `{ results }` as JSON. */
async function renderMatches(
  { options }: RequestContext,
  { teacherAt }: Directory,
  matches: readonly NameMatch[],
): Promise<string> {
  const results: string[] = [];
  for (const { cell, name, verdict, reading, setAside, rank, candidates } of matches) {
    if (results.length > 0 && results.length % resultsPerTurn === 0) await options.turns.next();
    const teacher = rank === null ? null : teacherAt(rank);
    const match = { cell, name, verdict, reading, set_aside: setAside.join(" "), teacher };
    results.push(JSON.stringify({ ...match, candidates: candidates.map(teacherAt) }));
  }
  return `{"results":[${results.join(",")}]}`;
}
