/** The handler of matching: who is meant by each of several written names. */

import { chooseRepresentation } from "../contract/negotiation.ts";
import { parseMatchQuery } from "../contract/query.ts";
import { representations } from "../contract/representations.ts";
import type { Directory } from "../directory/directory.ts";
import type { NameMatch } from "../directory/search/match.ts";
import { type Answer, notModifiedAnswer, pageAnswer, type Variant, whenReady } from "./answer.ts";
import { pathFormatOf, type RequestContext } from "./request-context.ts";
import { directoryOf, signalOf } from "./version.ts";

export function getMatch(context: RequestContext): Answer | Promise<Answer> {
  const { headers, target, shared } = context;
  const names = parseMatchQuery(target.query);
  const choice = chooseRepresentation([representations.json], pathFormatOf(context), headers.get("accept"));
  const variant: Variant = { ...choice, coding: "identity", vary: "Accept", lang: null };
  const directory = directoryOf(context);
  const version = shared.findHeaders(context, directory, variant);
  const notModified = notModifiedAnswer(headers, version);
  if (notModified !== null) return notModified;

  return whenReady(directory.matchCells(names, signalOf(context)), (matches) => {
    const results = matches.map((match) => renderMatch(directory, match));
    const json = JSON.stringify({ results }, null, choice.indent ?? 0);
    return pageAnswer(version, new TextEncoder().encode(json));
  });
}

function renderMatch({ teacherAt }: Directory, match: NameMatch) {
  const { cell, name, verdict, reading, setAside, position, candidates } = match;
  const teacher = position === null ? null : teacherAt(position);
  const set_aside = setAside.join(" ");
  return { cell, name, verdict, reading, set_aside, teacher, candidates: candidates.map(teacherAt) };
}
