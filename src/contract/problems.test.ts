import { describe, expect, test } from "bun:test";
import {
  badParameters,
  clip,
  type FaultCode,
  faultCodes,
  faultOf,
  methodNotAllowed,
  Problem,
  type ProblemName,
  problemNames,
  problems,
  renderProblem,
} from "./problems.ts";

describe("problems", () => {
  const cases: [name: ProblemName, status: number, title: string][] = [
    ["badParameters", 400, "Bad Request"],
    ["badHost", 400, "Bad Request"],
    ["workbookTooLarge", 400, "Bad Request"],
    ["notFound", 404, "Not Found"],
    ["methodNotAllowed", 405, "Method Not Allowed"],
    ["notAcceptable", 406, "Not Acceptable"],
    ["requestTimeout", 408, "Request Timeout"],
    ["contentTooLarge", 413, "Content Too Large"],
    ["uriTooLong", 414, "URI Too Long"],
    ["unsupportedMediaType", 415, "Unsupported Media Type"],
    ["internal", 500, "Internal Server Error"],
    ["notReady", 503, "Service Unavailable"],
    ["busy", 503, "Service Unavailable"],
  ];
  for (const [name, status, title] of cases) {
    test(`has ${name} with its status and title`, () => {
      expect(problems[name]).toMatchObject({ status, title });
    });
  }

  test("has nothing else", () => {
    expect(problemNames).toEqual(cases.map(([name]) => name));
  });
});

describe("faultCodes", () => {
  test("has every code, each with a sentence", () => {
    expect(Object.keys(faultCodes) as FaultCode[]).toEqual([
      "not_an_integer",
      "control_character",
      "bad_encoding",
      "too_long",
      "unknown_value",
      "repeated",
      "not_a_page",
      "unknown_parameter",
      "missing",
      "conflict",
    ]);
    for (const sentence of Object.values(faultCodes)) expect(sentence).toEndWith(".");
  });
});

describe("renderProblem()", () => {
  const cases: [name: string, problem: Problem, body: string][] = [
    [
      "the detail of the table",
      new Problem("notFound"),
      '{"type":"about:blank","title":"Not Found","status":404,"detail":"Not found."}',
    ],
    [
      "the detail of the thrower",
      new Problem("notReady", { detail: "Loading.", headers: { "Retry-After": "1" } }),
      '{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"Loading."}',
    ],
    [
      "the sentence of an unacceptable Accept header",
      new Problem("notAcceptable"),
      '{"type":"about:blank","title":"Not Acceptable","status":406,"detail":"Could not satisfy the request Accept header."}',
    ],
    [
      "the method",
      methodNotAllowed("POST"),
      '{"type":"about:blank","title":"Method Not Allowed","status":405,"detail":"Method \\"POST\\" not allowed."}',
    ],
    [
      "every fault, in its order of keys",
      badParameters([faultOf("limit", "not_an_integer", "a", "is bad"), faultOf("x", "repeated", "b", "is twice")]),
      '{"type":"about:blank","title":"Bad Request","status":400,"detail":"limit=\\"a\\": is bad. x=\\"b\\": is twice.",' +
        '"errors":[{"parameter":"limit","code":"not_an_integer","value":"a","detail":"limit=\\"a\\": is bad"},' +
        '{"parameter":"x","code":"repeated","value":"b","detail":"x=\\"b\\": is twice"}]}',
    ],
  ];
  for (const [name, problem, body] of cases) {
    test(`writes ${name}`, () => {
      expect(JSON.stringify(renderProblem(problem))).toBe(body);
    });
  }
});

describe("Problem", () => {
  test("is an error with headers", () => {
    const problem = new Problem("notReady", { headers: { "Retry-After": "5" } });
    expect(problem).toBeInstanceOf(Error);
    expect(problem).toMatchObject({
      name: "Problem",
      problem: "notReady",
      status: 503,
      headers: { "Retry-After": "5" },
    });
    expect(problem.faults).toEqual([]);
  });
});

describe("badParameters()", () => {
  const cases: [faults: number, reported: number, omitted: number | undefined, end: string][] = [
    [1, 1, undefined, 'p1="x": is bad.'],
    [10, 10, undefined, 'p10="x": is bad.'],
    [11, 10, 1, 'p10="x": is bad. And 1 more.'],
    [1000, 10, 990, 'p10="x": is bad. And 990 more.'],
  ];
  for (const [faults, reported, omitted, end] of cases) {
    test(`reports ${reported} of ${faults} faults and counts the rest`, () => {
      const all = Array.from({ length: faults }, (_, i) => faultOf(`p${i + 1}`, "repeated", "x", "is bad"));
      const problem = badParameters(all);
      expect(problem.message).toEndWith(end);
      const { errors, errors_omitted } = renderProblem(problem);
      expect(errors).toHaveLength(reported);
      expect(errors_omitted).toBe(omitted);
    });
  }
});

describe("clip()", () => {
  const cases: [name: string, value: string, clipped: string][] = [
    ["keeps the empty text", "", ""],
    ["keeps 60 characters", "і".repeat(60), "і".repeat(60)],
    ["keeps 60 characters of two code units", "😀".repeat(60), "😀".repeat(60)],
    ["cuts 61 characters", "і".repeat(61), `${"і".repeat(59)}…`],
    ["cuts between code points", "😀".repeat(61), `${"😀".repeat(59)}…`],
    ["cuts a very long text", "x".repeat(100_000), `${"x".repeat(59)}…`],
    ["replaces control characters", "a\n\u001b[31m\u0085b\u007f", "a\uFFFD\uFFFD[31m\uFFFDb\uFFFD"],
  ];
  for (const [name, value, clipped] of cases) {
    test(name, () => {
      expect(clip(value)).toBe(clipped);
    });
  }
});
