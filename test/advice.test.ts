/** Every piece of advice in an error works when it is followed literally: a wrong request, the advice, the right one. */
import { describe, expect, test } from "bun:test";
import type { ProblemBody } from "./contract/rules.ts";
import { shareServer } from "./support/shared.ts";

const server = shareServer();

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, server.origin), { redirect: "manual", ...init });

/** The detail of the problem that a request gets. */
const adviceOn = async (path: string, init: RequestInit = {}): Promise<string> => {
  const refused = await ask(path, init);
  expect(refused.status).toBeOneOf([400, 404, 406, 413, 415]);
  return ((await refused.json()) as ProblemBody).detail;
};

/** What a message lists behind these words. */
const listedIn = (advice: string, pattern: RegExp): string[] => pattern.exec(advice)![1]!.split(/, | or /);

/** Expects the request of advice to be right. */
const expectRight = async (path: string, init: RequestInit = {}): Promise<void> =>
  expect([path, (await ask(path, init)).status]).toEqual([path, 200]);

const long = "я".repeat(201);

/** A wrong query of the list, what the message says, and the query that follows it. */
const queries: readonly (readonly [wrong: string, advice: string, right: string])[] = [
  ["limit=ten", "must be a whole number of at most 15 digits", "limit=10"],
  ["offset=1e3", "must be a whole number", "offset=1000"],
  ["limit=9999999999999999", "of at most 15 digits", "limit=999999999999999"],
  ["page=0", "use page=1 for the first page", "page=1"],
  ["id=x", "must be ids separated by commas, each a whole number from 1 to 9007199254740991", "id=1,9007199254740991"],
  ["id=3;7", "must be ids separated by commas", "id=3,7"],
  [`id=${"7,".repeat(1001)}`, "has 1001 ids; at most 1000 are accepted", `id=${"7,".repeat(1000)}`],
  ["first_name=a%00b", "has the control character U+0000; leave it out", "first_name=ab"],
  ["search=a%07", "has the control character U+0007; leave it out", "search=a"],
  ["degree=100%", "must be percent-encoded UTF-8; write % as %25", "degree=100%25"],
  [`last_name=${long}`, "has 201 characters; at most 200 are accepted", `last_name=${long.slice(1)}`],
  ["search=a+b+c+d+e+f+g+h+i+j+k+l+m", "has 13 words; at most 12 are accepted", "search=a+b+c+d+e+f+g+h+i+j+k+l"],
  ["limit=5&limit=6", 'given twice with different values; the first is "5"', "limit=5"],
  ["page=2&offset=5", "contradicts offset=5; use one of the two", "page=2"],
  ["page=2&offset=5", "contradicts offset=5; use one of the two", "offset=5"],
  ["page_size=5&limit=6", "contradicts limit=6; use one of the two", "limit=6"],
  ["page_size=5&limit=6", "contradicts limit=6; use one of the two", "page_size=5"],
  ["search=a&q=b", 'is another name of search, which is given as "a"; use one of the two', "q=b"],
  ["without=degree&degree=a", "contradicts degree; use one of the two", "without=degree"],
  ["ordering=relevance", "needs a search; without one, use id or last_name", "ordering=last_name"],
  ["ordering=relevance", "needs a search", "ordering=relevance&search=a"],
];

describe("of a query", () => {
  test.each(queries)("%s", async (wrong, advice, right) => {
    expect(await adviceOn(`/teachers/?${wrong}`)).toContain(advice);
    await expectRight(`/teachers/?${right}`);
  });

  test.each(["without", "exact", "ordering", "format", "lang"])("with an unknown value of %s", async (name) => {
    for (const value of listedIn(await adviceOn(`/teachers/?${name}=none`), /must be ([^.]*)\./))
      await expectRight(`/teachers/?${name}=${value}${value === "relevance" ? "&search=a" : ""}`);
  });

  test.each(["/teachers/", "/teachers/7/", "/teachers/degrees/", "/teachers/match/"])(
    "with an unknown parameter: %s",
    async (path) => {
      const numbers = { limit: "5", offset: "5", page: "2", page_size: "5", id: "7" };
      const words = { without: "degree", exact: "true", ordering: "id", format: "json", lang: "uk" };
      const examples: Readonly<Record<string, string>> = { ...numbers, ...words };
      const given = path.includes("match") ? "name=a&" : "";
      for (const name of listedIn(await adviceOn(`${path}?${given}sort=name`), /use ([^.]*)\./))
        await expectRight(`${path}?${name === "name" ? "" : given}${name}=${examples[name] ?? "a"}`);
    },
  );

  test.each(["/", "/openapi.json"])("with an unknown parameter where there are none: %s", async (path) => {
    expect(await adviceOn(`${path}?a=1`)).toContain("leave it out");
    await expectRight(path);
  });
});

describe("of another request", () => {
  test("an unknown path: each path that the message names", async () => {
    const [, base, paths] = /Below (\S+) there are (.*) and (?:docs\/)\.$/
      .exec(await adviceOn("/teacher"))!
      .map(String);
    for (const path of [...paths!.split(", "), "docs/"])
      await expectRight(`${base}${path.replace("{id}", "7")}${path.includes("match") ? "?name=a" : ""}`);
  });

  test.each(["/teachers/", "/teachers/7/", "/teachers/degrees/", "/teachers/match/?name=a"])(
    "a type that %s does not have: each that the message names",
    async (path) => {
      const advice = await adviceOn(path, { headers: { Accept: "image/png" } });
      for (const type of listedIn(advice, /there are (.*)\.$/)) await expectRight(path, { headers: { Accept: type } });
    },
  );

  type Post = readonly [type: string | null, body: string | Uint8Array<ArrayBuffer>, query?: string];
  const requestOf = ([type, body, query = ""]: Post): [path: string, init: RequestInit] => {
    const headers: Record<string, string> = type === null ? {} : { "Content-Type": type };
    // A string would be sent as text/plain.
    return [`/teachers/match/${query}`, { method: "POST", body: new Blob([body]), headers }];
  };
  const [json, text] = ["application/json", "text/plain"];
  const example = '{"names": ["доц. Шевченко Т. Г."]}';
  const people = "Ковальчук / Шевченко / Бондаренко / Мельник / Кравченко / Ткаченко\n";
  const notUtf8 = Uint8Array.of(0x61, 0x0a, 0xe9);

  test.each<[what: string, wrong: Post, advice: string, right: Post]>([
    ["no Content-Type", [null, "a"], "send application/json or text/plain", [text, "a"]],
    ["a form", ["application/x-www-form-urlencoded", "a"], json, [json, example]],
    ["JSON as text", [text, example], "send it as Content-Type: application/json", [json, example]],
    ["broken JSON", [json, "{"], `must be JSON such as ${example}`, [json, example]],
    ["a number", [json, '{"names": [5]}'], "must be a string", [json, '{"names": ["5"]}']],
    ["another member", [json, '{"names": [], "limit": 5}'], "has only names; leave it out", [json, '{"names": ["a"]}']],
    ["a name in the query too", [text, "a", "?name=b"], "the names are in the body; leave this out", [text, "a"]],
    ["bytes that are not UTF-8", [text, notUtf8], 'line 2="�": must be UTF-8', [text, "a\né"]],
    [
      "another encoding",
      [`${text}; charset=windows-1251`, "a"],
      `${json} or ${text} in UTF-8`,
      [`${text}; charset=UTF-8`, "a"],
    ],
    ["5,001 people", [text, people.repeat(900)], "more than 5000 people; send fewer", [text, people.repeat(800)]],
    ["an empty body", [text, ""], "send a name on each line", [text, "a\nb\n"]],
    ["1,001 names", [text, "a\n".repeat(1001)], "at most 1000", [text, "a\n".repeat(1000)]],
    ["256 KiB and more", [text, "a".repeat(262_145)], "the limit is 256 KiB", [text, "a"]],
  ])("%s in a body", async (_, wrong, advice, right) => {
    expect(await adviceOn(...requestOf(wrong))).toContain(advice);
    await expectRight(...requestOf(right));
  });

  test("no name to match", async () => {
    expect(await adviceOn("/teachers/match/")).toContain("as in ?name=Шевченко");
    await expectRight("/teachers/match/?name=Шевченко");
  });
});
