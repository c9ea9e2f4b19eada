/** The response headers as a table, for the OpenAPI description: what each says, its values, and which answers have it. */
/** The methods that every resource has, and every answer says so (specification, section 4.1). */
export const allowedMethods = "GET, HEAD, OPTIONS";

/** What every answer carries, errors and redirects too. */
export const commonHeaders = {
  Allow: allowedMethods,
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Dataset-Version, Retry-After",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  // Nothing of ours but pages may run or load anything; those bring a policy of their own.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** What caches may do: ask again each time, unless the operator allows an age, as for a content delivery network. */
export function cacheControl(maxAgeSeconds: number): string {
  return `public, max-age=${maxAgeSeconds}, must-revalidate`;
}

/** A Header Object of OpenAPI. */
export interface DescribedHeader {
  readonly description: string;
  /** Whether every answer has it that is described with it. */
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: string | number;
}

const text = (pattern: string): DescribedHeader["schema"] => ({ type: "string", pattern });
const exactly = (value: string): DescribedHeader["schema"] => ({ type: "string", const: value });
const count: DescribedHeader["schema"] = { type: "integer", minimum: 0 };

/** What every answer carries; the policy differs by kind. */
const commonDescriptions: Readonly<Record<keyof typeof commonHeaders, string>> = {
  Allow: "The methods that resources have.",
  "Access-Control-Allow-Origin": "Pages of every site may read the answer.",
  "Access-Control-Expose-Headers": "What such pages may read besides the usual headers.",
  "X-Content-Type-Options": "Browsers must not guess the type.",
  "Referrer-Policy": "What browsers tell other sites of the page that they come from.",
  "X-Frame-Options": "No page may frame the answer.",
  "Content-Security-Policy": "What the answer may load and run in a browser.",
};

export type CommonHeaderName = keyof typeof commonHeaders;
export const commonHeaderNames = Object.keys(commonHeaders) as CommonHeaderName[];

const common = Object.fromEntries(
  commonHeaderNames.map((name): [string, DescribedHeader] => {
    const value = commonHeaders[name];
    const schema = name === "Content-Security-Policy" ? { type: "string" } : exactly(value);
    return [name, { description: commonDescriptions[name], required: true, schema, example: value }];
  }),
) as Record<CommonHeaderName, DescribedHeader>;

export const responseHeaders = {
  ...common,
  Vary: {
    description: "The request headers that the answer depends on.",
    required: true,
    schema: text("^(Accept(, Accept-Encoding)?(, Accept-Language)?|Accept-Language)$"),
    example: "Accept",
  },
  ETag: {
    description: "Names these very bytes; send it back in If-None-Match.",
    required: true,
    schema: text('^"[0-9a-z]+"$'),
    example: '"1f3k9s2x0q7ab"',
  },
  "Last-Modified": {
    description: "When this version was published. For people: only the ETag tells whether an answer has changed.",
    required: true,
    schema: text("^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$"),
    example: "Fri, 20 Nov 2026 09:00:00 GMT",
  },
  "Cache-Control": {
    description: "What caches may do.",
    required: true,
    schema: text("^(no-store|public, max-age=[0-9]+, must-revalidate)$"),
    example: "public, max-age=0, must-revalidate",
  },
  "Dataset-Version": {
    description: "The version of the data; where it changes during a walk over pages, start again.",
    required: true,
    schema: text("^[0-9]+-[0-9a-f]{8}$"),
    example: "3-5f0c2d1e",
  },
  "Content-Encoding": {
    description: "`gzip` for larger pages, where the client accepts it.",
    required: false,
    schema: exactly("gzip"),
    example: "gzip",
  },
  "Content-Disposition": {
    description: "The name that browsers save a download as.",
    required: false,
    schema: text('^attachment; filename="[a-z.-]+"$'),
    example: 'attachment; filename="teachers.csv"',
  },
  "X-Robots-Tag": {
    description: "On pages for people: search engines must not list them, unless the operator allows it.",
    required: false,
    schema: exactly("noindex"),
    example: "noindex",
  },
  "Retry-After": {
    description: "Seconds after which to try again.",
    required: true,
    schema: count,
    example: 1,
  },
  Location: {
    description: "Where to go instead.",
    required: true,
    // The query is kept as it was sent, which may be laxer than RFC 3986.
    schema: text("^https?://"),
    example: "https://api.example.edu/directory/v1/teachers/",
  },
  "Access-Control-Allow-Methods": {
    description: "The methods that pages of other sites may use.",
    required: true,
    schema: exactly(allowedMethods),
    example: allowedMethods,
  },
  "Access-Control-Allow-Headers": {
    description: "The request headers that pages of other sites may send.",
    required: true,
    schema: exactly("*"),
    example: "*",
  },
  "Access-Control-Max-Age": {
    description: "Seconds for which browsers need not ask again.",
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
