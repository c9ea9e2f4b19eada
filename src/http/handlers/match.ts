/** Who is meant by written names. */
import type { Directory } from "../../directory/directory.ts";
import { type NameMatch, peopleMax, TooManyPeopleError } from "../../directory/search/match.ts";
import type { Format } from "../../domain/list-query.ts";
import { quoteCsvField } from "../../domain/teacher.ts";
import { type Answer, noStore } from "../answer.ts";
import { checkMatchBodyQuery, chooseBodyType, parseMatchBody, parseMatchQuery } from "../contract/match-request.ts";
import { representations } from "../contract/negotiation.ts";
import { parameterSets } from "../contract/parameters.ts";
import { invalidParameters, issueOf } from "../contract/problem.ts";
import type { RequestContext } from "../request-context.ts";
import { directoryOf, negotiateFormat, pageAnswer } from "../version-answer.ts";

const { formats } = parameterSets.match;

/** GET: the names are in the URL. */
export async function getMatch(context: RequestContext): Promise<Answer> {
  const format = negotiateFormat(context, formats);
  const names = parseMatchQuery(context.target.query);
  const directory = directoryOf(context);
  const matches = await findMatches(context, directory, names);
  return pageAnswer(context, directory, format, await render(context, format, directory, matches));
}

/** POST: the names are in the body. */
export function postMatch(context: RequestContext): Promise<Answer> {
  const { request, headers, target, options } = context;
  const format = negotiateFormat(context, formats);
  checkMatchBodyQuery(target.query);
  const type = chooseBodyType(headers);
  return options.bodies.use(request, async (bytes) => {
    const names = parseMatchBody(bytes, type);
    const directory = directoryOf(context);
    const matches = await findMatches(context, directory, names);
    return {
      status: 200,
      headers: {
        "Content-Type": representations[format].contentType,
        Vary: "Accept",
        ...noStore,
        "Dataset-Version": directory.datasetVersion,
      },
      body: await render(context, format, directory, matches),
    };
  });
}

async function findMatches({ request }: RequestContext, directory: Directory, names: readonly string[]) {
  try {
    return await directory.match(names, request.signal);
  } catch (error) {
    if (!(error instanceof TooManyPeopleError)) throw error;
    const message = `names more than ${peopleMax} people; send fewer names`;
    throw invalidParameters([issueOf("names", "too_long", names[0]!, message)]);
  }
}

/** At most this many results are rendered in a turn, because each may have several teachers. */
const resultsPerTurn = 128;

async function render(
  { request, options }: RequestContext,
  format: Format,
  { teacherAt }: Directory,
  matches: readonly NameMatch[],
): Promise<string> {
  const { head, renderMatch, separator, end } = format === "csv" ? csv : json;
  const results: string[] = [];
  for (let start = 0; start < matches.length; start += resultsPerTurn) {
    const some = matches.slice(start, start + resultsPerTurn);
    const renderSome = () => some.map((match) => renderMatch(match, teacherAt));
    results.push(...(await options.turns.run(renderSome, request.signal)));
  }
  return head + results.join(separator) + end;
}

const json = {
  head: '{"results":[',
  renderMatch(match: NameMatch, teacherAt: Directory["teacherAt"]): string {
    const { cell, name, verdict, reading, setAside, rank, candidates } = match;
    const teacher = rank === null ? null : teacherAt(rank);
    const others = candidates.map(teacherAt);
    const set_aside = setAside.join(" ");
    return JSON.stringify({ cell, name, verdict, reading, set_aside, teacher, candidates: others });
  },
  separator: ",",
  end: "]}",
};

const csv: typeof json = {
  head: "cell,name,verdict,reading,id,full_name,candidates\r\n",
  renderMatch({ cell, name, verdict, reading, rank, candidates }, teacherAt) {
    const teacher = rank === null ? null : teacherAt(rank);
    const others = candidates.map(teacherAt).map(({ id, full_name }) => `${id} ${full_name}`);
    const known = [teacher?.id ?? "", teacher?.full_name ?? ""];
    const fields = [cell, name, verdict, reading ?? "", ...known, others.join("; ")];
    return `${fields.map((field) => quoteCsvField(String(field))).join(",")}\r\n`;
  },
  separator: "",
  end: "",
};
