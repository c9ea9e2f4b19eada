/** The response headers as a table for the OpenAPI description and the API reference. */

import { readings } from "../domain/results.ts";

/** The methods of every resource, stated in every response (specification, section 4.1). */
export const allowedMethods = "GET, HEAD, OPTIONS";

/** The methods of a resource that also takes a query in a body: QUERY (RFC 10008), and POST for clients without it. */
export const allowedMethodsWithBody = `${allowedMethods}, QUERY, POST`;

export interface CacheAges {
  /** The time for which caches may reuse answers without revalidation, in seconds. */
  readonly maxAgeSeconds: number;
  /** The age for shared caches, such as a CDN; null for the same. */
  readonly cdnMaxAgeSeconds: number | null;
}

/** The time for which a shared cache may serve stale pages while no server answers. */
const staleIfErrorSeconds = 86_400;

/**
 * Caches must revalidate each time, unless the operator allows an age. A shared cache with its own age may also serve
 * stale pages while it revalidates, and while no server answers. `must-revalidate` would forbid that (RFC 5861, RFC
 * 9213).
 */
export function cachingHeaders({ maxAgeSeconds, cdnMaxAgeSeconds: age }: CacheAges): Readonly<Record<string, string>> {
  if (age === null) return { "Cache-Control": `public, max-age=${maxAgeSeconds}, must-revalidate` };
  const stale = `stale-while-revalidate=${age}, stale-if-error=${staleIfErrorSeconds}`;
  return {
    "Cache-Control": `public, max-age=${maxAgeSeconds}, s-maxage=${age}, ${stale}`,
    "CDN-Cache-Control": `public, max-age=${age}, ${stale}`,
  };
}

/** A Header Object of OpenAPI. */
export interface DescribedHeader {
  readonly description: string;
  /** Whether it is always present in the responses that list it. */
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: string | number;
}

const text = (pattern: string): DescribedHeader["schema"] => ({ type: "string", pattern });
const exactly = (value: string): DescribedHeader["schema"] => ({ type: "string", const: value });
const count: DescribedHeader["schema"] = { type: "integer", minimum: 0 };

/** A header with the same value in every response that has it. */
function constant<Value extends string>(value: Value, description: string): DescribedHeader & { example: Value } {
  return { description, required: true, schema: exactly(value), example: value };
}

/** A header with the methods of the path. */
function methods(description: string): DescribedHeader & { example: string } {
  const schema = { type: "string", enum: [allowedMethods, allowedMethodsWithBody] };
  return { description, required: true, schema, example: allowedMethods };
}

const common = {
  Allow: methods("Allowed methods."),
  "Access-Control-Allow-Origin": constant("*", "Scripts on any site may read the response."),
  "Access-Control-Expose-Headers": constant(
    "ETag, Dataset-Version, Search-Reading, Content-Disposition, Retry-After",
    "Headers that such scripts may read, besides the safelisted ones.",
  ),
  "X-Content-Type-Options": constant("nosniff", "Browsers must not guess the content type."),
  "Referrer-Policy": constant("no-referrer", "Browsers send no referrer."),
  "X-Frame-Options": constant("DENY", "The response may not be framed."),
  // The value is for everything except HTML pages, which have their own policy.
  "Content-Security-Policy": {
    ...constant("default-src 'none'; frame-ancestors 'none'", "What the response may load and run in a browser."),
    schema: { type: "string" },
  },
};

type CommonHeaderName = keyof typeof common;
export const commonHeaderNames = Object.keys(common) as CommonHeaderName[];

/** The values of the headers of every response, errors and redirects included. */
export const commonHeaders = Object.fromEntries(
  commonHeaderNames.map((name) => [name, common[name].example]),
) as Readonly<Record<CommonHeaderName, string>>;

const stalePattern = "stale-while-revalidate=[0-9]+, stale-if-error=[0-9]+";

export const responseHeaders = {
  ...common,
  Vary: {
    description: "Request headers that the response depends on.",
    required: true,
    schema: text("^(Accept(, Accept-Encoding)?(, Accept-Language)?|Accept-Encoding)$"),
    example: "Accept",
  },
  ETag: {
    description: "Identifies this exact response. Send it back in If-None-Match.",
    required: true,
    schema: text('^"[0-9a-z]+"$'),
    example: '"1f3k9s2x0q7ab"',
  },
  "Last-Modified": {
    description: "When this version of the data was published.",
    required: true,
    schema: text("^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$"),
    example: "Fri, 20 Nov 2026 09:00:00 GMT",
  },
  "Cache-Control": {
    description: "Caching policy.",
    required: true,
    schema: text(`^(no-store|public, max-age=[0-9]+, (must-revalidate|s-maxage=[0-9]+, ${stalePattern}))$`),
    example: "public, max-age=0, must-revalidate",
  },
  "CDN-Cache-Control": {
    description: "Caching policy for CDNs, if the operator allows them an age of their own.",
    required: false,
    schema: text(`^public, max-age=[0-9]+, ${stalePattern}$`),
    example: "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400",
  },
  "Dataset-Version": {
    description: "Version of the data. If it changes between pages, start again.",
    required: true,
    schema: text("^[0-9]+-[0-9a-f]{8}$"),
    example: "3-5f0c2d1e",
  },
  "Search-Reading": {
    description: "How the search found its matches; if in several ways, the most notable one. Absent without a search.",
    required: false,
    schema: text(`^(${readings.join("|")})$`),
    example: "typo",
  },
  "Content-Encoding": {
    description: "`gzip` for HTML pages, downloads and fixed documents, if the client accepts it.",
    required: false,
    schema: exactly("gzip"),
    example: "gzip",
  },
  "Content-Disposition": {
    description: "File name of a download.",
    required: false,
    schema: text('^attachment; filename="[a-z.-]+"$'),
    example: 'attachment; filename="teachers.csv"',
  },
  "X-Robots-Tag": {
    description: "On HTML pages: search engines must not index them, unless the operator allows it.",
    required: false,
    schema: exactly("noindex"),
    example: "noindex",
  },
  "Accept-Query": {
    description: "Media types of the bodies of QUERY and POST, on paths that accept them.",
    required: false,
    schema: text("^[a-z/]+(, [a-z/]+)*$"),
    example: "text/plain, application/json",
  },
  "Retry-After": {
    description: "Seconds to wait before trying again.",
    required: true,
    schema: count,
    example: 1,
  },
  Location: {
    description: "Redirect target.",
    required: true,
    // The query is passed on as sent, so it may be laxer than RFC 3986.
    schema: text("^https?://"),
    example: "https://api.example.edu/directory/v1/teachers/",
  },
  "Access-Control-Allow-Methods": methods("Methods that scripts on other sites may use."),
  "Access-Control-Allow-Headers": constant("*", "Request headers that scripts on other sites may send."),
  "Access-Control-Max-Age": {
    description: "Seconds for which browsers may cache the preflight response.",
    required: true,
    schema: count,
    example: 86400,
  },
} as const satisfies Readonly<Record<string, DescribedHeader>>;

export type ResponseHeaderName = Exclude<keyof typeof responseHeaders, CommonHeaderName>;

export const preflightHeaderNames = [
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Headers",
  "Access-Control-Max-Age",
] as const satisfies readonly ResponseHeaderName[];
