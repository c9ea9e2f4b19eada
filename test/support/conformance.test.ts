import { describe, expect, test } from "bun:test";
import { commonHeaders } from "../../src/http/app.ts";
import { describeService } from "../../src/http/openapi.ts";
import { type Check, type CheckedAnswer, createConformance } from "./conformance.ts";
import type { OpenapiDocument } from "./openapi.ts";

const base = "https://api.example.edu/directory/v1";
const document = describeService(base, 1000) as unknown as OpenapiDocument;
const findNonconformances = createConformance(document);

const teacher = {
  id: 1,
  last_name: "Шевченко",
  first_name: "Тарас",
  middle_name: "",
  name: "Шевченко Тарас",
  full_name: "доцент Шевченко Тарас",
  short_name: "Шевченко Т.",
  short_name_with_degree: "доц. Шевченко Т.",
  degree: "доцент",
};
const page = { count: 2, next: `${base}/teachers/?limit=1&offset=1`, previous: null, results: [teacher] };
const problem = { type: "about:blank", title: "Not Found", status: 404, detail: "Not found." };
const common = { ...commonHeaders, Vary: "Accept", Allow: "GET, HEAD, OPTIONS" };
const validated = {
  ETag: '"1f3k9s2x0q7ab"',
  "Last-Modified": "Fri, 20 Nov 2026 09:00:00 GMT",
  "Cache-Control": "public, max-age=0, must-revalidate",
  "Dataset-Version": "3-5f0c2d1e",
};

type Headers = Readonly<Record<string, string | null>>;

/** Headers that are null are left out. */
function answerOf(status: number, headers: Headers, body: unknown): CheckedAnswer {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  return { status, headers: pairs, body: typeof body === "string" ? body : JSON.stringify(body) };
}

function listAnswer(headers: Headers = {}, body: unknown = page, status = 200): CheckedAnswer {
  return answerOf(status, { ...common, ...validated, "Content-Type": "application/json", ...headers }, body);
}

function problemAnswer(body: unknown = problem, headers: Headers = {}): CheckedAnswer {
  const own = { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers };
  return answerOf((body as typeof problem).status, { ...common, ...own }, body);
}

const emptyAnswer = (status: number, headers: Headers): CheckedAnswer =>
  answerOf(status, { ...common, ...headers }, "");
const notAllowed = { ...problem, title: "Method Not Allowed", status: 405, detail: 'Method "POST" not allowed.' };
const list = "/teachers/";

describe("createConformance() finds nothing wrong with", () => {
  const cases: [name: string, method: string, target: string, answer: CheckedAnswer][] = [
    ["a page", "GET", list, listAnswer()],
    ["a page under the prefix, with a query", "GET", "/directory/v1/teachers/?limit=1", listAnswer()],
    ["a page by its whole URL", "GET", `${base}/teachers/`, listAnswer()],
    ["what frames a message", "GET", list, listAnswer({ date: "x", "content-length": "1", connection: "close" })],
    ["the headers of a page", "HEAD", list, listAnswer({}, "")],
    ["a page from the path with a suffix and a slash", "GET", "/teachers.json/", listAnswer()],
    ["an answer without a body", "GET", list, emptyAnswer(304, validated)],
    ["a redirect from the path without its slash", "GET", "/teachers", emptyAnswer(301, { Location: base })],
    ["a teacher who is not there", "GET", "/teachers/7/", problemAnswer()],
    ["an id that is not a number", "GET", "/teachers/x", problemAnswer()],
    ["the types of a resource", "OPTIONS", list, answerOf(200, { ...common, "Content-Type": "application/json" }, {})],
    ["a path that is not there", "POST", "/nothing", problemAnswer()],
    ["a method that is not there", "POST", list, problemAnswer(notAllowed)],
    ["a method that is not there, on the path without its slash", "POST", "/teachers", problemAnswer(notAllowed)],
  ];
  for (const [name, method, target, answer] of cases) {
    test(name, () => expect(findNonconformances(method, target, answer)).toEqual([]));
  }
});

describe("createConformance() finds", () => {
  const cases: [name: string, method: string, target: string, answer: CheckedAnswer, checks: Check[]][] = [
    ["an undescribed status", "GET", list, listAnswer({}, page, 201), ["status"]],
    ["404 where there is none", "GET", list, problemAnswer(), ["status"]],
    ["405 for a described method", "GET", list, problemAnswer(notAllowed), ["status"]],
    ["success by an undescribed method", "POST", list, listAnswer(), ["status"]],
    ["success on an undescribed path", "GET", "/nothing", listAnswer(), ["status"]],
    ["success on the path without its slash", "GET", "/teachers", listAnswer(), ["status"]],
    ["a redirect from the path itself", "GET", list, emptyAnswer(301, { Location: base }), ["status"]],
    ["500", "GET", list, problemAnswer({ ...problem, title: "Internal Server Error", status: 500 }), ["server error"]],
    ["a missing header", "GET", list, listAnswer({ ETag: null }), ["headers"]],
    ["a header of another form", "GET", list, listAnswer({ "Search-Reading": "magic" }), ["headers"]],
    ["an undescribed header", "GET", list, listAnswer({ Server: "bun" }), ["headers"]],
    ["a header that is there twice", "GET", list, listAnswer({ etag: '"1"' }), ["headers"]],
    ["methods missing from Allow", "GET", list, listAnswer({ Allow: "GET" }), ["allow"]],
    ["an undescribed content type", "GET", list, listAnswer({ "Content-Type": "text/plain" }), ["content type"]],
    ["no content type", "GET", list, listAnswer({ "Content-Type": null }), ["content type", "body"]],
    ["a body for HEAD", "HEAD", list, listAnswer(), ["body"]],
    ["a body that is not JSON", "GET", list, listAnswer({}, "{"), ["body"]],
    ["a body with a byte order mark", "GET", list, listAnswer({}, `\ufeff${JSON.stringify(page)}`), ["body"]],
    ["a body with a field too many", "GET", list, listAnswer({}, { ...page, total: 2 }), ["body"]],
    [
      "a teacher with a null",
      "GET",
      list,
      listAnswer({}, { ...page, results: [{ ...teacher, degree: null }] }),
      ["body"],
    ],
    ["a link that is not absolute", "GET", list, listAnswer({}, { ...page, next: "/teachers/" }), ["body"]],
    [
      "a problem with another status than its answer",
      "GET",
      "/nothing",
      { ...problemAnswer(), body: JSON.stringify({ ...problem, status: 400 }) },
      ["body"],
    ],
  ];
  for (const [name, method, target, answer, checks] of cases) {
    test(name, () => expect(findNonconformances(method, target, answer).map(({ check }) => check)).toEqual(checks));
  }
});
