/** The resources as a table: paths, parameters, representations and problems; read by the routes, OPTIONS and OpenAPI. */
import { assets } from "../pages/assets.ts";
import { langParameter, listParameters, type Parameter, teacherParameters } from "./parameters.ts";
import type { ProblemName } from "./problems.ts";
import {
  listRepresentations,
  type Representation,
  representations,
  teacherRepresentations,
} from "./representations.ts";

export interface Resource {
  /** The path as people write it. */
  readonly path: string;
  /** The path that always answers JSON, where there is one. */
  readonly jsonPath: string | null;
  /** What it captures is given to whoever answers, by name. */
  readonly pattern: RegExp;
  /** The path without its last slash, which redirects to the one with it. */
  readonly slashless: RegExp | null;
  /** Whether it is answered without a look at the Host header, for probes that know only an address. */
  readonly anyHost: boolean;
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly representations: readonly Representation[];
  /** How GET can fail in ways of its own; {@link problemsOf} has all. */
  readonly problems: readonly ProblemName[];
}

const json = [representations.json];

export const resources = {
  list: {
    path: "/teachers/",
    jsonPath: "/teachers.json",
    pattern: /^\/teachers(?:\/|(?<suffix>\.json)\/?)$/,
    slashless: /^\/teachers$/,
    anyHost: false,
    name: "Teacher List",
    description: "A page of the teachers that match every filter given.",
    parameters: listParameters,
    representations: listRepresentations,
    problems: ["badParameters", "notAcceptable", "notReady", "busy"],
  },
  person: {
    path: "/teachers/{id}/",
    jsonPath: "/teachers/{id}.json",
    pattern: /^\/teachers\/(?<id>[^/]+?)(?:\/|(?<suffix>\.json)\/?)$/,
    slashless: /^\/teachers\/[0-9]+$/,
    anyHost: false,
    name: "Teacher",
    description: "One teacher by id.",
    parameters: teacherParameters,
    representations: teacherRepresentations,
    problems: ["badParameters", "notFound", "notAcceptable", "notReady"],
  },
  index: {
    path: "/",
    jsonPath: null,
    pattern: /^\/$/,
    slashless: null,
    anyHost: false,
    name: "Index",
    description: "The URLs of what exists.",
    parameters: [],
    representations: json,
    problems: [],
  },
  openapi: {
    path: "/openapi.json",
    jsonPath: null,
    pattern: /^\/openapi\.json$/,
    slashless: null,
    anyHost: false,
    name: "Description",
    description: "This description, as OpenAPI 3.1.",
    parameters: [],
    representations: json,
    problems: [],
  },
  docs: {
    path: "/docs/",
    jsonPath: null,
    pattern: /^\/docs\/$/,
    slashless: /^\/docs$/,
    anyHost: false,
    name: "Reference",
    description: "The reference for people, with a form to try each resource.",
    parameters: [langParameter],
    representations: [representations.html],
    problems: ["badParameters"],
  },
  asset: {
    path: "/{file}",
    jsonPath: null,
    pattern: new RegExp(`^(?:${Object.keys(assets).map(RegExp.escape).join("|")})$`),
    slashless: null,
    anyHost: false,
    name: "File",
    description: "The style sheet, the icon and the scripts of the pages.",
    parameters: [],
    representations: [],
    problems: [],
  },
  live: {
    path: "/livez",
    jsonPath: null,
    pattern: /^\/livez$/,
    slashless: null,
    anyHost: true,
    name: "Liveness",
    description: "Whether the process is alive.",
    parameters: [],
    representations: json,
    problems: [],
  },
  ready: {
    path: "/readyz",
    jsonPath: null,
    pattern: /^\/readyz$/,
    slashless: null,
    anyHost: true,
    name: "Readiness",
    description: "Whether a version is loaded, and which. 503 with the reason while there is none, and while draining.",
    parameters: [],
    representations: json,
    problems: [],
  },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

/** How GET of a resource can fail: in its own ways, and in those of all. */
export function problemsOf({ anyHost, problems }: Resource): ProblemName[] {
  return [...problems, ...(anyHost ? [] : (["badHost"] as const)), "uriTooLong", "internal"];
}
