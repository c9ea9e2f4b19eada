/** The response headers as a table for the OpenAPI description and the API reference. */
import { readings } from "../domain/results.ts";

/** The methods of every resource, stated in every response (specification, section 4.1). */
export const allowedMethods = "GET, HEAD, OPTIONS";

/** The methods of a resource that also takes a query in a body. */
export const allowedMethodsWithBody = `${allowedMethods}, POST`;

/** Caches must revalidate each time, unless the operator allows an age. */
export function cachingHeaders(maxAgeSeconds: number): Readonly<Record<string, string>> {
  return { "Cache-Control": `public, max-age=${maxAgeSeconds}, must-revalidate` };
}

/** A Header Object of OpenAPI. */
export interface DescribedHeader {
  readonly description: string;
  /** Whether it is always present in the responses that list it. */
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: string | number;
}

/** A header that is always present in the responses that list it. */
function always(description: string, schema: DescribedHeader["schema"], example: string | number): DescribedHeader {
  return { description, required: true, schema, example };
}

function sometimes(description: string, schema: DescribedHeader["schema"], example: string): DescribedHeader {
  return { description, required: false, schema, example };
}

const text = (pattern: string): DescribedHeader["schema"] => ({ type: "string", pattern });
const exactly = (value: string): DescribedHeader["schema"] => ({ type: "string", const: value });
const count = { type: "integer", minimum: 0 };
/** The methods of a path. */
const methods = { type: "string", enum: [allowedMethods, allowedMethodsWithBody] };

/** A header with the same value in every response that has it. */
function constant(value: string, description: string): DescribedHeader {
  return always(description, exactly(value), value);
}

const common = {
  Allow: always("Allowed methods.", methods, allowedMethods),
  "Access-Control-Allow-Origin": constant("*", "Scripts on any site may read the response."),
  "Access-Control-Expose-Headers": constant(
    "ETag, Dataset-Version, Search-Reading, Content-Disposition, Retry-After",
    "Headers that such scripts may read, besides the safelisted ones.",
  ),
  "X-Content-Type-Options": constant("nosniff", "Browsers must not guess the content type."),
  "Referrer-Policy": constant("no-referrer", "Browsers send no referrer."),
  "X-Frame-Options": constant("DENY", "The response may not be framed."),
  // The value is for everything except HTML pages, which have their own policy.
  "Content-Security-Policy": always(
    "What the response may load and run in a browser.",
    { type: "string" },
    "default-src 'none'; frame-ancestors 'none'",
  ),
};

type CommonHeaderName = keyof typeof common;
export const commonHeaderNames = Object.keys(common) as CommonHeaderName[];

/** The values of the headers of every response, errors and redirects included. */
export const commonHeaders = Object.fromEntries(
  commonHeaderNames.map((name) => [name, common[name].example]),
) as Readonly<Record<CommonHeaderName, string>>;

export const responseHeaders = {
  ...common,
  Vary: always(
    "Request headers that the response depends on.",
    text("^(Accept(, Accept-Encoding)?(, Accept-Language)?|Accept-Encoding)$"),
    "Accept",
  ),
  ETag: always(
    "Identifies this exact response. Send it back in If-None-Match.",
    text('^"[0-9a-z]+(-gzip)?"$'),
    '"1f3k9s2x0q7ab"',
  ),
  "Last-Modified": always(
    "When this version of the data was published.",
    text("^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$"),
    "Fri, 20 Nov 2026 09:00:00 GMT",
  ),
  "Cache-Control": always(
    "Caching policy.",
    text("^(no-store|public, max-age=[0-9]+, must-revalidate)$"),
    "public, max-age=0, must-revalidate",
  ),
  "Dataset-Version": always(
    "Version of the data. If it changes between pages, start again.",
    text("^[0-9]+-[0-9a-f]{8}$"),
    "3-5f0c2d1e",
  ),
  "Search-Reading": sometimes(
    "How the search found its matches; if in several ways, the most notable one. Absent without a search.",
    text(`^(${readings.join("|")})$`),
    "typo",
  ),
  "Content-Encoding": sometimes(
    "`gzip` for HTML pages, downloads and fixed documents, if the client accepts it.",
    exactly("gzip"),
    "gzip",
  ),
  "Content-Disposition": sometimes(
    "File name of a download.",
    text('^attachment; filename="[a-z.-]+"$'),
    'attachment; filename="teachers.csv"',
  ),
  "X-Robots-Tag": sometimes(
    "On HTML pages: search engines must not index them, unless the operator allows it.",
    exactly("noindex"),
    "noindex",
  ),
  "Retry-After": always("Seconds to wait before trying again.", count, 1),
  // The query is passed on as sent, so it may be laxer than RFC 3986.
  Location: always("Redirect target.", text("^https?://"), "https://api.example.edu/directory/v1/teachers/"),
  "Access-Control-Allow-Methods": always("Methods that scripts on other sites may use.", methods, allowedMethods),
  "Access-Control-Allow-Headers": constant("*", "Request headers that scripts on other sites may send."),
  "Access-Control-Max-Age": always("Seconds for which browsers may cache the preflight response.", count, 86400),
};

export type ResponseHeaderName = Exclude<keyof typeof responseHeaders, CommonHeaderName>;
