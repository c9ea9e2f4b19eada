/** The routes: which resource a path names, and what answers for each. */

import { type Resource, type ResourceName, resources } from "../contract/resources.ts";
import { type Answer, jsonAnswer } from "./answer.ts";
import { getLive, getReady } from "./health-handlers.ts";
import type { Call } from "./request-context.ts";
import { getAsset, getDocs, getIndex, getOpenapi } from "./service-handlers.ts";
import { getList, getPerson } from "./teacher-handlers.ts";
import type { VersionAnswer } from "./version-headers.ts";

const answers: Readonly<Record<ResourceName, (call: Call) => Answer | VersionAnswer>> = {
  list: getList,
  person: getPerson,
  index: getIndex,
  openapi: getOpenapi,
  docs: getDocs,
  asset: getAsset,
  live: getLive,
  ready: getReady,
};

export interface Route {
  readonly resource: Resource;
  /** What the path's pattern captured. */
  readonly captured: Readonly<Record<string, string | undefined>>;
  /** Whether the path lacks its last slash. */
  readonly isSlashless: boolean;
  get(call: Call): Answer | VersionAnswer;
}

const table = (Object.entries(resources) as [ResourceName, Resource][]).map(([name, resource]) => ({
  resource,
  get: answers[name],
}));

/** The routes of paths that capture nothing: most requests need no pattern. */
const plainRoutes: ReadonlyMap<string, Route> = new Map(
  table
    .filter(({ resource }) => !resource.path.includes("{"))
    .map(({ resource, get }) => [resource.path, { resource, captured: {}, isSlashless: false, get }]),
);

/** The route of a path, or null. */
export function findRoute(path: string): Route | null {
  const plain = plainRoutes.get(path);
  if (plain !== undefined) return plain;
  for (const { resource, get } of table) {
    const match = resource.pattern.exec(path);
    if (match !== null) return { resource, captured: match.groups ?? {}, isSlashless: false, get };
    if (resource.slashless?.test(path)) return { resource, captured: {}, isSlashless: true, get };
  }
  return null;
}

/** What OPTIONS says of a resource, in the shape of the original service; it parses nothing, being read-only. */
export function describeResource({ name, description, representations }: Resource): Answer {
  const renders = [...new Set(representations.flatMap(({ mediaType }) => mediaType ?? []))];
  return jsonAnswer(200, { name, description, renders, parses: [] });
}
