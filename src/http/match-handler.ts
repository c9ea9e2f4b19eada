/** The handler of matching: who is meant by each of several written names. */

import { chooseRepresentation } from "../contract/negotiation.ts";
import { parseMatchQuery } from "../contract/query.ts";
import { representations } from "../contract/representations.ts";
import type { Directory } from "../directory/directory.ts";
import type { NameMatch } from "../directory/match.ts";
import { directoryOf, signalOf, type VersionAnswer, versionAnswer } from "./answer.ts";
import type { RequestContext } from "./request-context.ts";

export function getMatch(context: RequestContext): VersionAnswer {
  const names = parseMatchQuery(context.target.query);
  const accept = context.request.headers.get("accept");
  const format = context.params.suffix === undefined ? null : "json";
  const choice = chooseRepresentation([representations.json], format, accept);
  const directory = directoryOf(context);
  return versionAnswer(context, directory, { ...choice, coding: "identity", vary: "Accept", lang: null }, () => {
    const write = (matches: readonly NameMatch[]) => {
      const results = matches.map((match, i) => renderMatch(directory, names[i]!, match));
      return { body: JSON.stringify({ results }, null, choice.indent ?? 0), reading: null };
    };
    const matches = directory.matchNames(names, signalOf(context));
    return matches instanceof Promise ? matches.then(write) : write(matches);
  });
}

function renderMatch({ teacherAt }: Directory, name: string, { verdict, reading, position, candidates }: NameMatch) {
  const teacher = position === null ? null : teacherAt(position);
  return { name, verdict, reading, teacher, candidates: candidates.map(teacherAt) };
}
