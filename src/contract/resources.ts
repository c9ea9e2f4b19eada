/** The resources as a table for the routes, OPTIONS, OpenAPI and the API reference. */
import {
  degreesParameters,
  listParameters,
  matchParameters,
  namesMax,
  type Parameter,
  teacherParameters,
} from "./parameters.ts";
import { bodyBytesMax, bodyProblems, type ProblemName, problemNames, problems } from "./problems.ts";
import {
  type Format,
  listRepresentations,
  type Representation,
  representations,
  teacherRepresentations,
} from "./representations.ts";
import { allowedMethods, allowedMethodsWithBody, type ResponseHeaderName } from "./response-headers.ts";

export interface Resource {
  /** `{name}` stands for a parameter, see {@link pathParameters}. */
  readonly path: string;
  /**
   * The path also exists with each of these extensions in place of the trailing slash. Such a path always has the
   * format of its extension.
   */
  readonly pathFormats: readonly Format[];
  /** Whether any Host is accepted. Health probes may know only an address. */
  readonly anyHost: boolean;
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The media types of the bodies of POST; empty if it does not answer it. */
  readonly bodyTypes: readonly string[];
  readonly representations: readonly Representation[];
  /** The headers of a 200 response, besides the common ones. */
  readonly headers: readonly ResponseHeaderName[];
}

/** The files that pages load. */
export const assetNames = [
  "style.css",
  "icon.svg",
  "favicon.ico",
  "apple-touch-icon.png",
  "teacher.js",
  "list.js",
] as const;
export type AssetName = (typeof assetNames)[number];

/** The patterns of path parameters. `loose` also matches values that then get a 404. */
const pathParameters: Readonly<Record<string, { readonly loose: string; readonly exact: string }>> = {
  id: { loose: "[^/]+?", exact: "[0-9]+" },
  file: { loose: assetNames.map(RegExp.escape).join("|"), exact: "" },
};

/** A resource about the service itself: one representation without parameters. */
const service = {
  pathFormats: [],
  anyHost: false,
  parameters: [],
  bodyTypes: [],
  representations: [representations.json],
  headers: ["Cache-Control"],
} as const;

/** A file for browsers and crawlers, which is not part of the API. */
const file = { ...service, representations: [] } as const;

const versionHeaders = ["Vary", "ETag", "Last-Modified", "Cache-Control", "Dataset-Version"] as const;
const documentHeaders = ["Vary", "Content-Encoding", "Cache-Control"] as const;

/** A resource of the data, by default with JSON alone. */
const data = {
  pathFormats: ["json"],
  anyHost: false,
  bodyTypes: [],
  representations: [representations.json],
  headers: versionHeaders,
} as const;

export const resources = {
  list: {
    ...data,
    path: "/teachers/",
    pathFormats: ["json", "csv", "ndjson", "xlsx"],
    name: "List teachers",
    description: "A page of the teachers that match all filters.",
    parameters: listParameters,
    representations: listRepresentations,
    headers: [...versionHeaders, "Search-Reading", "Content-Encoding", "Content-Disposition", "X-Robots-Tag"],
  },
  // The next two resources must come before `teacher`, because its pattern also matches paths such as
  // `/teachers/match.json`.
  match: {
    ...data,
    path: "/teachers/match/",
    name: "Match names",
    description: `Finds the teacher that each written name refers to. POST takes up to ${namesMax} names in a body of up to ${bodyBytesMax / 1024} KiB: as text with a name on each line, or as JSON.`,
    parameters: matchParameters,
    bodyTypes: ["text/plain", "application/json"],
  },
  degrees: {
    ...data,
    path: "/teachers/degrees/",
    name: "Degrees",
    description: "The degrees of the teachers that match all filters, the most frequent first.",
    parameters: degreesParameters,
  },
  teacher: {
    ...data,
    path: "/teachers/{id}/",
    name: "Get a teacher",
    description: "One teacher by id.",
    parameters: teacherParameters,
    representations: teacherRepresentations,
    headers: [...versionHeaders, "Content-Encoding", "X-Robots-Tag"],
  },
  index: {
    ...service,
    path: "/",
    name: "Index",
    description: "Links to all resources.",
    headers: ["Vary", "Cache-Control"],
  },
  openapi: {
    ...service,
    path: "/openapi.json",
    name: "OpenAPI",
    description: "This API as an OpenAPI 3.1 document.",
    headers: documentHeaders,
  },
  docs: {
    ...service,
    path: "/docs/",
    name: "Reference",
    description: "The API reference in English.",
    representations: [representations.html],
    headers: [...documentHeaders, "X-Robots-Tag"],
  },
  suggestions: {
    ...file,
    path: "/suggestions/",
    name: "Suggestions",
    description: "A fragment of HTML for the search box of the pages.",
  },
  asset: { ...file, path: "/{file}", name: "File", description: "A style sheet, icon or script of the pages." },
  robots: { ...file, path: "/robots.txt", name: "Robots", description: "Rules for crawlers." },
  live: {
    ...service,
    path: "/livez",
    anyHost: true,
    name: "Liveness",
    description: "Whether the process is running.",
  },
  ready: {
    ...service,
    path: "/readyz",
    anyHost: true,
    name: "Readiness",
    description: "Whether data is loaded, and which version. 503 with the reason if not, and while shutting down.",
  },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;

/** The value of `Allow` for a resource; null stands for an unknown path. */
export function allowedMethodsOf(resource: Resource | null): string {
  return resource === null || resource.bodyTypes.length === 0 ? allowedMethods : allowedMethodsWithBody;
}

/** The problems with which a request can fail: GET of the resource, or POST if `hasBody`. */
export function problemsOf(name: ResourceName, hasBody = false): ProblemName[] {
  const kinds: Readonly<Record<ProblemName, { readonly resources: readonly ResourceName[] | null }>> = problems;
  const ofGet = problemNames.filter((problem) => kinds[problem].resources?.includes(name) ?? true);
  return hasBody ? [...ofGet, ...bodyProblems] : ofGet;
}

/** The error statuses of a resource, ascending. Readiness also has 503, without a problem body. */
export function errorStatusesOf(name: ResourceName, hasBody = false): number[] {
  const statuses: number[] = problemsOf(name, hasBody).map((problem) => problems[problem].status);
  return [...new Set(name === "ready" ? [...statuses, 503] : statuses)].sort();
}

/** The paths that always have one format, such as `/teachers/{id}.json`. */
export function formatPathsOf({ path, pathFormats }: Resource): readonly (readonly [format: Format, path: string])[] {
  return pathFormats.map((format) => [format, `${withoutTrailingSlash(path)}.${format}`]);
}

/**
 * Matches the path of the resource, and its paths with a format, whose trailing slash is optional. Captures the
 * parameters.
 */
export function patternOf({ path, pathFormats }: Resource): RegExp {
  if (pathFormats.length === 0) return new RegExp(`^${withParameters(path, "loose")}$`);
  const formats = pathFormats.join("|");
  return new RegExp(`^${withParameters(withoutTrailingSlash(path), "loose")}(?:/|\\.(?<format>${formats})/?)$`);
}

/**
 * Matches the path without its trailing slash; such a request is redirected. Null if the path has no trailing slash.
 */
export function slashlessPatternOf({ path }: Resource): RegExp | null {
  return /.\/$/.test(path) ? new RegExp(`^${withParameters(withoutTrailingSlash(path), "exact")}$`) : null;
}

function withoutTrailingSlash(path: string): string {
  return path.replace(/\/$/, "");
}

/** The source of a pattern for the path, with a named group for each parameter. */
function withParameters(path: string, kind: "loose" | "exact"): string {
  const parts = path.split(/\{(\w+)\}/);
  // Every second part is the name of a parameter.
  return parts
    .map((part, i) => (i % 2 === 0 ? RegExp.escape(part) : `(?<${part}>${pathParameters[part]![kind]})`))
    .join("");
}
