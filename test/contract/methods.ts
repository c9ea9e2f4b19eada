/** Rows about methods: OPTIONS, preflights and refused methods. HEAD is derived from every GET row. */
import { expect } from "bun:test";
import { jsonOf, problem, type Row, type Section } from "./row.ts";
import type { Answered } from "./rules.ts";

function describes(answer: Answered): void {
  const described = jsonOf<Record<string, unknown>>(answer);
  expect(Object.keys(described)).toEqual(["name", "description", "renders", "parses"]);
  expect([typeof described.name, typeof described.description]).toEqual(["string", "string"]);
  expect(described.renders).toContain("application/json");
  expect(described.parses).toBeArray();
}

const described: Omit<Row, "name" | "url"> = {
  method: "OPTIONS",
  status: 200,
  carries: { "Content-Type": "application/json", Allow: "GET, HEAD, OPTIONS" },
  holds: describes,
};
const readable = ["/teachers/", "/teachers/1/", "/teachers.json", "/teachers", "/teachers/1"];
const resources = [...readable, "/", "/livez", "/readyz"];
const documents = { "/docs/": "text/html", "/robots.txt": "text/plain", "/style.css": "text/css" };
const options: readonly Row[] = [
  ...resources.map((url) => ({ name: `OPTIONS of ${url} describes it`, url, ...described })),
  ...Object.entries(documents).map(([url, type]): Row => {
    const holds: Row["holds"] = (answer) => expect(jsonOf<{ renders: string[] }>(answer).renders).toEqual([type]);
    return { ...described, name: `OPTIONS of ${url} names ${type}`, url, holds };
  }),
  {
    ...described,
    name: "OPTIONS with an Origin alone is not a preflight",
    url: "/teachers/",
    headers: { Origin: "https://example.com" },
  },
];

const preflight = {
  method: "OPTIONS",
  headers: { Origin: "https://example.com", "Access-Control-Request-Method": "GET" },
  status: 204,
  carries: {
    "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Max-Age": "86400",
  },
} as const;

const preflights: readonly Row[] = [
  ...[...resources, "/openapi.json", "/nope", "/teachers/?limit=abc"].map((url) => ({
    name: `a CORS preflight is answered on every path: ${url}`,
    url,
    ...preflight,
  })),
  {
    name: "a CORS preflight for headers and another method gets the same response",
    url: "/teachers/",
    ...preflight,
    headers: { Origin: "null", "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": "x-any" },
  },
  {
    name: "a request from another site is answered like any other",
    url: "/teachers/?limit=1",
    headers: { Origin: "https://example.com" },
    status: 200,
    carries: { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": null },
  },
];

const refusal = (method: string, url = "/teachers/"): Row => ({
  name: `${method} of ${url} is 405`,
  method,
  url,
  status: 405,
  carries: { Allow: "GET, HEAD, OPTIONS" },
  json: problem(405, `Method "${method}" not allowed.`),
});
const refused: readonly Row[] = [
  ...["POST", "PUT", "PATCH", "DELETE"].flatMap((method) => readable.map((url) => refusal(method, url))),
  ...["/", "/livez"].map((url) => refusal("POST", url)),
  // TRACE echoes nothing.
  ...["PROPFIND", "TRACE"].map((method): Row => ({ ...refusal(method), only: "plain" })),
  { ...refusal("POST"), name: "a body makes no difference", sends: '{"last_name":"Нова"}' },
  {
    ...refusal("POST"),
    name: "no other method is let through by a header",
    headers: { "X-HTTP-Method-Override": "GET", Accept: "image/png" },
  },
];

export const methods: Section = { name: "methods and CORS", rows: [...options, ...preflights, ...refused] };
