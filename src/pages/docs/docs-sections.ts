/** The texts and tables that the HTML page and the Markdown of the API reference share. */
import { type Resource, type ResourceName, resources } from "../../contract/resources.ts";
import type { responseHeaders } from "../../contract/response-headers.ts";

export const heading = "Teachers Directory API";

/** The sections in order, each with its first paragraphs. Code is in backticks. */
export const sections = {
  start: { title: "Quick start", paragraphs: ["The first page of the list. Follow `next` until it is `null`:"] },
  resources: {
    title: "Resources",
    paragraphs: [
      "Leading and trailing white space in values is ignored. A blank value counts as absent. Filters are combined with AND.",
      "All fields of a teacher are always present and never `null`. Missing values are empty strings.",
    ],
  },
  paging: {
    title: "Pagination and sorting",
    paragraphs: [
      "Follow `next`: it carries all parameters, with the effective `limit`. `count` is exact and covers all pages.",
      "Order is stable; ties are broken by id. Following the links returns every match exactly once. An offset past the end returns 200 with empty `results`.",
      "Compare `Dataset-Version` across pages. If it changes, new data has been published: start again.",
      "To keep a copy current, send its version as `changed_since`, and to `/teachers/removed/` as `since`. If both answers have the same `Dataset-Version`, the copy then has that version. After 410, read everything again.",
    ],
  },
  searching: {
    title: "Search and filters",
    paragraphs: [
      "Filters are exact: `first_name=Т` does not match Тарас.",
      "`search` matches the start of each word: `шевч`, `Тарас Шевченко`, `Шевченко Т.Г.`, `доц. Коваль`. If no spelling matches, the search tries pronunciation, the other keyboard layout and typos: `Goncharenko`, `Ujyxfhtyrj` and `Гончаернко` find Гончаренко.",
      "`Search-Reading` says how the search was read. `reading=spelling` finds only exact spellings.",
    ],
  },
  formats: {
    title: "Formats",
    paragraphs: [
      "`format` selects the format; without it, the `Accept` header does. CSV, Excel and NDJSON stream all matches, or one page if `limit` or `offset` is given.",
    ],
  },
  headers: {
    title: "Headers and caching",
    paragraphs: [
      "Send the `ETag` of a previous response in `If-None-Match`. If nothing has changed, the response is 304 without a body.",
    ],
  },
  errors: {
    title: "Errors",
    paragraphs: [
      "Errors are `application/problem+json` (RFC 9457). `detail` is a message for people. `errors` lists the first ten invalid parameters, each with a stable `code`; `errors_omitted` counts the others.",
      "Requests that are not valid HTTP get no such body: 431 for headers of more than 16 KiB or about 200 fields, otherwise 400.",
    ],
  },
  clients: {
    title: "Generated clients",
    paragraphs: [
      "These generators write a typed client from `/openapi.json`. `.json` paths always return JSON, so the generated types stay simple. Each `client.ts` lists all teachers, reads one, and prints the problem for an id that nobody has.",
    ],
  },
} as const;

/** The response headers that a client's author can use. */
export const describedHeaders = [
  "ETag",
  "Last-Modified",
  "Cache-Control",
  "Vary",
  "Dataset-Version",
  "Search-Reading",
  "Content-Encoding",
  "Retry-After",
  "Allow",
  "Accept-Query",
] as const satisfies readonly (keyof typeof responseHeaders)[];

/** The resources that the reference describes. */
export const describedResources = (Object.entries(resources) as [ResourceName, Resource][]).filter(
  ([, { representations }]) => representations.length > 0,
);
