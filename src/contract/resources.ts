/** The resources as a table: paths, parameters, representations and problems; read by the routes, OPTIONS and OpenAPI. */
import { langParameter, listParameters, type Parameter, teacherParameters } from "./parameters.ts";
import type { ProblemName } from "./problems.ts";
import {
  listRepresentations,
  type Representation,
  representations,
  teacherRepresentations,
} from "./representations.ts";

export interface Resource {
  /** The path; `{name}` stands for a parameter, see {@link pathParameters}. */
  readonly path: string;
  /** Whether the path with `.json` in place of the last slash exists too, and always answers JSON. */
  readonly hasJsonPath: boolean;
  /** Whether any Host is accepted: health probes know only an address. */
  readonly anyHost: boolean;
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly representations: readonly Representation[];
  /** The problems that are particular to GET of this resource; {@link problemsOf} adds the common ones. */
  readonly problems: readonly ProblemName[];
}

/** The files that pages load. */
export const assetNames = ["style.css", "icon.svg", "copy.js", "run-request.js", "select-search.js"] as const;
export type AssetName = (typeof assetNames)[number];

/** The patterns of the parameters in paths. `loose` also takes what is then answered 404. */
const pathParameters: Readonly<Record<string, { readonly loose: string; readonly exact: string }>> = {
  id: { loose: "[^/]+?", exact: "[0-9]+" },
  file: { loose: assetNames.map(RegExp.escape).join("|"), exact: "" },
};

const json = [representations.json];

export const resources = {
  list: {
    path: "/teachers/",
    hasJsonPath: true,
    anyHost: false,
    name: "Teacher List",
    description: "A page of the teachers that match every filter given.",
    parameters: listParameters,
    representations: listRepresentations,
    problems: ["badParameters", "notAcceptable", "notReady", "busy"],
  },
  teacher: {
    path: "/teachers/{id}/",
    hasJsonPath: true,
    anyHost: false,
    name: "Teacher",
    description: "One teacher by id.",
    parameters: teacherParameters,
    representations: teacherRepresentations,
    problems: ["badParameters", "notFound", "notAcceptable", "notReady"],
  },
  index: {
    path: "/",
    hasJsonPath: false,
    anyHost: false,
    name: "Index",
    description: "The URLs of what exists.",
    parameters: [],
    representations: json,
    problems: [],
  },
  openapi: {
    path: "/openapi.json",
    hasJsonPath: false,
    anyHost: false,
    name: "Description",
    description: "This description, as OpenAPI 3.1.",
    parameters: [],
    representations: json,
    problems: [],
  },
  docs: {
    path: "/docs/",
    hasJsonPath: false,
    anyHost: false,
    name: "Reference",
    description: "The reference for people, with a form to try each resource.",
    parameters: [langParameter],
    representations: [representations.html],
    problems: ["badParameters"],
  },
  asset: {
    path: "/{file}",
    hasJsonPath: false,
    anyHost: false,
    name: "File",
    description: "The style sheet, the icon and the scripts of the pages.",
    parameters: [],
    representations: [],
    problems: [],
  },
  live: {
    path: "/livez",
    hasJsonPath: false,
    anyHost: true,
    name: "Liveness",
    description: "Whether the process is alive.",
    parameters: [],
    representations: json,
    problems: [],
  },
  ready: {
    path: "/readyz",
    hasJsonPath: false,
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

/** The path that always answers JSON, such as `/teachers/{id}.json`; null where there is none. */
export function jsonPathOf({ path, hasJsonPath }: Resource): string | null {
  return hasJsonPath ? path.replace(/\/$/, ".json") : null;
}

/** Matches the resource's own path and its JSON path, the latter also with a slash behind; captures the parameters. */
export function patternOf({ path, hasJsonPath }: Resource): RegExp {
  if (!hasJsonPath) return new RegExp(`^${withParameters(path, "loose")}$`);
  return new RegExp(`^${withParameters(withoutLastSlash(path), "loose")}(?:/|(?<suffix>\\.json)/?)$`);
}

/** Matches the path without its last slash, which redirects to the path; null where the path has none to lose. */
export function slashlessPatternOf({ path }: Resource): RegExp | null {
  return /.\/$/.test(path) ? new RegExp(`^${withParameters(withoutLastSlash(path), "exact")}$`) : null;
}

function withoutLastSlash(path: string): string {
  return path.replace(/\/$/, "");
}

function withParameters(path: string, kind: "loose" | "exact"): string {
  return path
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? RegExp.escape(part) : `(?<${name}>${pathParameters[name]![kind]})`;
    })
    .join("");
}
