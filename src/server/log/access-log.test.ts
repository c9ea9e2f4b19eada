import { describe, expect, test } from "bun:test";
import { logAnswer, withoutValues } from "./access-log.ts";

describe("withoutValues()", () => {
  test.each<[target: string, shown: string]>([
    ["/", "/"],
    ["/teachers/7/", "/teachers/7/"],
    ["/teachers/?", "/teachers/?"],
    ["/teachers/?search=%D0%A8%D0%B5%D0%B2&limit=5", "/teachers/?search=&limit="],
    ["/teachers/?search", "/teachers/?search="],
    ["/teachers/match/?name=a&name=b", "/teachers/match/?name=&name="],
    ["/teachers/degrees/?degree=a&q=b", "/teachers/degrees/?degree=&q="],
    // Unknown parameters are left out, because their names can be anything that a user typed.
    ["/teachers/?Shevchenko&limit=5&_=1&SEARCH=x", "/teachers/?limit="],
    ["/teachers/?search=a=b?c", "/teachers/?search="],
  ])("%s is %s", (target, shown) => {
    expect(withoutValues(target)).toBe(shown);
  });
});

describe("logAnswer()", () => {
  const request = new Request("http://localhost:8000/teachers/?search=Anna");
  const answered = { request, route: null, status: 200, bytes: 12, ms: 1.23456, id: null, isAborted: false };
  const logged = (change: object): unknown => {
    const lines: unknown[] = [];
    logAnswer((_event, fields) => lines.push(fields), { ...answered, ...change });
    expect(lines).toHaveLength(1);
    return lines[0];
  };
  const common = { method: "GET", path: "/teachers/?search=", status: 200, bytes: 12, ms: 1.235 };

  test.each<[change: object, fields: object]>([
    [{}, common],
    [{ id: "a-1" }, { ...common, id: "a-1" }],
    [
      { isAborted: true, status: 499 },
      { ...common, status: 499, aborted: true },
    ],
  ])("of %j logs %j", (change, fields) => {
    expect(logged(change)).toEqual(fields);
  });

  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  test.each([
    [traceparent, { ...common, traceparent }],
    [traceparent.toUpperCase(), common],
    [`${traceparent}, ${traceparent}`, common],
    ["00-1-1-01", common],
  ])("logs the traceparent %s only if it is well-formed", (value, fields) => {
    const traced = new Request(request, { headers: { traceparent: value } });
    expect(logged({ request: traced })).toEqual(fields);
  });
});
