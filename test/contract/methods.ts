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

const options: readonly Row[] = ["/teachers/", "/teachers/1/", "/teachers.json", "/", "/livez", "/readyz"].map(
  (url) => ({
    name: `OPTIONS of ${url} is a JSON object of name, description, renders and parses`,
    method: "OPTIONS",
    url,
    status: 200,
    carries: { "Content-Type": "application/json", Allow: "GET, HEAD, OPTIONS" },
    holds: describes,
  }),
);

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
  ...["/teachers/", "/teachers/1/", "/teachers.json", "/", "/openapi.json", "/readyz", "/nope"].map((url) => ({
    name: `a CORS preflight is answered on every path: ${url}`,
    url,
    ...preflight,
  })),
  { name: "a CORS preflight is answered without the slash", url: "/teachers", ...preflight },
  { name: "a CORS preflight is answered without the slash of a teacher", url: "/teachers/1", ...preflight },
  { name: "a CORS preflight is answered with any query", url: "/teachers/?limit=abc", ...preflight },
  {
    name: "a CORS preflight for headers and another method gets the same response",
    url: "/teachers/",
    ...preflight,
    headers: {
      Origin: "null",
      "Access-Control-Request-Method": "DELETE",
      "Access-Control-Request-Headers": "x-requested-with, authorization",
    },
  },
  {
    name: "OPTIONS with an Origin alone is not a preflight",
    method: "OPTIONS",
    url: "/teachers/",
    headers: { Origin: "https://example.com" },
    status: 200,
    holds: describes,
  },
  {
    name: "a request from another site is answered like any other",
    url: "/teachers/?limit=1",
    headers: { Origin: "https://example.com" },
    status: 200,
    carries: { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": null },
  },
];

const refused: readonly Row[] = [
  ...["POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
    ["/teachers/", "/teachers/1/", "/teachers.json"].map(
      (url): Row => ({
        name: `${method} of ${url} is 405`,
        method,
        url,
        status: 405,
        carries: { Allow: "GET, HEAD, OPTIONS" },
        json: problem(405, `Method "${method}" not allowed.`),
      }),
    ),
  ),
  {
    name: "a body makes no difference",
    method: "POST",
    url: "/teachers/",
    headers: { "Content-Type": "application/json" },
    sends: '{"last_name":"Нова"}',
    status: 405,
    json: problem(405, 'Method "POST" not allowed.'),
  },
  {
    name: "no other method is let through by a header",
    method: "POST",
    url: "/teachers/",
    headers: { "X-HTTP-Method-Override": "GET" },
    status: 405,
  },
  {
    name: "PROPFIND is 405",
    method: "PROPFIND",
    only: "sockets",
    url: "/teachers/",
    status: 405,
    json: problem(405, 'Method "PROPFIND" not allowed.'),
  },
  {
    name: "TRACE is 405 and echoes nothing",
    method: "TRACE",
    only: "sockets",
    url: "/teachers/",
    status: 405,
    json: problem(405, 'Method "TRACE" not allowed.'),
  },
];

export const methods: Section = { name: "methods and CORS", rows: [...options, ...preflights, ...refused] };
