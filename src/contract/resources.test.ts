import { describe, expect, test } from "bun:test";
import {
  assetNames,
  formatPathsOf,
  patternOf,
  problemsOf,
  type Resource,
  type ResourceName,
  resources,
  slashlessPatternOf,
} from "./resources.ts";

const table = Object.entries(resources) as [ResourceName, Resource][];

describe("patternOf()", () => {
  const cases: [path: string, matches: ResourceName[], params?: Record<string, string>][] = [
    ["/teachers/", ["list"], {}],
    ["/teachers.json", ["list"], { format: "json" }],
    ["/teachers.json/", ["list"], { format: "json" }],
    ["/teachers", []],
    ["/teachers//", []],
    ["/Teachers/", []],
    ["/teachers.jsonx", []],
    ["/teachers.JSON", []],
    ["/teachers/12/", ["teacher"], { id: "12" }],
    ["/teachers/12.json", ["teacher"], { id: "12", format: "json" }],
    ["/teachers/12.json/", ["teacher"], { id: "12", format: "json" }],
    ["/teachers/abc/", ["teacher"], { id: "abc" }],
    ["/teachers/12", []],
    ["/teachers/12/x/", []],
    ["/", ["index"], {}],
    ["", []],
    ["/openapi.json", ["openapi"], {}],
    ["/openapi.json/", []],
    ["/openapixjson", []],
    ["/docs/", ["docs"], {}],
    ["/docs.json", []],
    ...assetNames.map((file): [string, ResourceName[], Record<string, string>] => [`/${file}`, ["asset"], { file }]),
    ["/style_css", []],
    ["/robots.txt", ["robots"], {}],
    ["/livez", ["live"], {}],
    ["/livez/", []],
    ["/readyz", ["ready"], {}],
    ["/readyz\n", []],
  ];
  for (const [path, matches, params = {}] of cases) {
    test(`on ${JSON.stringify(path)} matches ${matches.join() || "nothing"}`, () => {
      const found = table.filter(([, resource]) => patternOf(resource).test(path));
      expect(found.map(([name]) => name)).toEqual(matches);
      for (const [, resource] of found) {
        const { groups = {} } = patternOf(resource).exec(path)!;
        const given = Object.entries(groups).filter(([, value]) => value !== undefined);
        expect(Object.fromEntries(given)).toEqual(params);
      }
    });
  }
});

describe("slashlessPatternOf()", () => {
  const cases: [path: string, matches: ResourceName[]][] = [
    ["/teachers", ["list"]],
    ["/teachers/", []],
    ["/teachers/12", ["teacher"]],
    ["/teachers/abc", []],
    ["/teachers/12.json", []],
    ["/docs", ["docs"]],
    ["", []],
    ["/livez", []],
  ];
  test.each(cases)("on %j matches %j", (path, matches) => {
    const found = table.filter(([, resource]) => slashlessPatternOf(resource)?.test(path)).map(([name]) => name);
    expect(found).toEqual(matches);
  });
});

describe("formatPathsOf()", () => {
  test("has paths for the resources under /teachers/", () => {
    const paths = table.flatMap(([, resource]) => formatPathsOf(resource).map(([, path]) => path));
    expect(paths).toEqual([
      "/teachers.json",
      "/teachers.csv",
      "/teachers.ndjson",
      "/teachers.xlsx",
      "/teachers/match.json",
      "/teachers/degrees.json",
      "/teachers/{id}.json",
    ]);
  });
});

describe("problemsOf()", () => {
  const cases: [name: ResourceName, problems: string][] = [
    ["list", "badParameters badHost workbookTooLarge notAcceptable uriTooLong internal notReady busy"],
    ["match", "badParameters badHost notAcceptable uriTooLong internal notReady busy"],
    ["teacher", "badParameters badHost notFound notAcceptable uriTooLong internal notReady"],
    ["index", "badHost uriTooLong internal"],
    ["live", "uriTooLong internal"],
  ];
  test.each(cases)("of %s", (name, problems) => {
    expect(problemsOf(name).join(" ")).toBe(problems);
  });
});
