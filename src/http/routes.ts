/** The routes: the resource of each path, and its handler. */

import { patternOf, type Resource, type ResourceName, resources, slashlessPatternOf } from "../contract/resources.ts";
import { type Answer, jsonAnswer, type VersionAnswer } from "./answer.ts";
import { getLive, getReady } from "./health-handlers.ts";
import { getList } from "./list-handler.ts";
import { getMatch } from "./match-handler.ts";
import type { RequestContext } from "./request-context.ts";
import { getAsset, getDocs, getIndex, getOpenapi, getRobots } from "./service-handlers.ts";
import { getTeacher } from "./teacher-handler.ts";

const handlers: Readonly<Record<ResourceName, (context: RequestContext) => Answer | VersionAnswer>> = {
  list: getList,
  match: getMatch,
  teacher: getTeacher,
  index: getIndex,
  openapi: getOpenapi,
  docs: getDocs,
  asset: getAsset,
  robots: getRobots,
  live: getLive,
  ready: getReady,
};

interface Route {
  readonly resource: Resource;
  /** The parameters in the path, by name. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Whether the path lacks its trailing slash. */
  readonly isSlashless: boolean;
  get(context: RequestContext): Answer | VersionAnswer;
}

const table = (Object.entries(resources) as [ResourceName, Resource][]).map(([name, resource]) => ({
  resource,
  pattern: patternOf(resource),
  slashless: slashlessPatternOf(resource),
  get: handlers[name],
}));

/** The routes of paths without parameters: most requests need no pattern matching. */
const plainRoutes: ReadonlyMap<string, Route> = new Map(
  table
    .filter(({ resource }) => !resource.path.includes("{"))
    .map(({ resource, get }) => [resource.path, { resource, params: {}, isSlashless: false, get }]),
);

/** The route of a path, or null. */
export function findRoute(path: string): Route | null {
  const plain = plainRoutes.get(path);
  if (plain !== undefined) return plain;
  for (const { resource, pattern, slashless, get } of table) {
    const match = pattern.exec(path);
    if (match !== null) return { resource, params: match.groups ?? {}, isSlashless: false, get };
    if (slashless?.test(path)) return { resource, params: {}, isSlashless: true, get };
  }
  return null;
}

/** The response to OPTIONS, in the format of the original service. `parses` is empty, since the service is read-only. */
export function describeResource({ name, description, representations }: Resource): Answer {
  const renders = [...new Set(representations.flatMap(({ mediaType }) => mediaType ?? []))];
  return jsonAnswer(200, { name, description, renders, parses: [] });
}
