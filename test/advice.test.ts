/** Every piece of advice in an error works when it is followed literally: a wrong request, the advice, the right one. */
import { describe, expect, test } from "bun:test";
import type { ProblemBody } from "./contract/rules.ts";
import { shareServer } from "./support/shared.ts";

const server = shareServer();

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.origin + path, { headers });

const long = "я".repeat(201);

/** A wrong query of the list, what the message says, and the query that follows it. */
const queries: readonly (readonly [wrong: string, advice: string, right: string])[] = [
  ["limit=ten", "must be a whole number of at most 15 digits", "limit=10"],
  ["limit=5.0", "must be a whole number", "limit=5"],
  ["offset=1e3", "must be a whole number", "offset=1000"],
  ["limit=9999999999999999", "of at most 15 digits", "limit=999999999999999"],
  ["page=0", "use page=1 for the first page", "page=1"],
  ["page=-1", "use page=1 for the first page", "page=1"],
  ["id=x", "must be ids separated by commas, each a whole number from 1 to 9007199254740991", "id=1,9007199254740991"],
  ["id=3;7", "must be ids separated by commas", "id=3,7"],
  [`id=${"7,".repeat(1001)}`, "has 1001 ids; at most 1000 are accepted", `id=${"7,".repeat(1000)}`],
  ["first_name=a%00b", "has the control character U+0000; leave it out", "first_name=ab"],
  ["degree=a%09b", "has the control character U+0009; leave it out", "degree=ab"],
  ["search=a%07", "has the control character U+0007; leave it out", "search=a"],
  ["degree=100%", "must be percent-encoded UTF-8; write % as %25", "degree=100%25"],
  ["last_name=%E9", "must be percent-encoded UTF-8", "last_name=%C3%A9"],
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
    const refused = await get(`/teachers/?${wrong}`);
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as ProblemBody).detail).toContain(advice);
    expect([right, (await get(`/teachers/?${right}`)).status]).toEqual([right, 200]);
  });

  test.each(["without", "exact", "ordering", "format", "lang"])("with an unknown value of %s", async (name) => {
    const { detail } = (await (await get(`/teachers/?${name}=none`)).json()) as ProblemBody;
    const values = /must be ([^.]*)\./.exec(detail)![1]!.split(/, | or /);
    expect(values).not.toBeEmpty();
    for (const value of values) {
      const others = value === "relevance" ? "&search=a" : "";
      expect([value, (await get(`/teachers/?${name}=${value}${others}`)).status]).toEqual([value, 200]);
    }
  });

  test.each([
    ["/teachers/?sort=name", ""],
    ["/teachers/7/?sort=name", ""],
    ["/teachers/degrees/?sort=name", ""],
    ["/teachers/match/?name=a&sort=name", "name=a"],
  ])("with an unknown parameter: %s", async (url, others) => {
    const { detail } = (await (await get(url)).json()) as ProblemBody;
    const names = /use ([^.]*)\./.exec(detail)![1]!.split(/, | or /);
    const numbers = { limit: "5", offset: "5", page: "2", page_size: "5", id: "7" };
    const words = { without: "degree", exact: "true", ordering: "id", format: "json", lang: "uk" };
    const examples: Readonly<Record<string, string>> = { ...numbers, ...words };
    for (const name of names) {
      const path = `${url.split("?")[0]}?${others === "" || name === "name" ? "" : `${others}&`}${name}=${examples[name] ?? "a"}`;
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
  });

  test("with an unknown parameter where there are none: leave it out", async () => {
    for (const path of ["/", "/openapi.json"]) {
      expect(((await (await get(`${path}?a=1`)).json()) as ProblemBody).detail).toContain("leave it out");
      expect((await get(path)).status).toBe(200);
    }
  });
});

describe("of another request", () => {
  test("an unknown path: each path that the message names", async () => {
    const { detail } = (await (await get("/teacher")).json()) as ProblemBody;
    const [, base, paths] = /Below (\S+) there are (.*) and (?:docs\/)\.$/.exec(detail)!.map(String);
    for (const path of [...paths!.split(", "), "docs/"]) {
      const url = `${base}${path.replace("{id}", "7")}${path.includes("match") ? "?name=a" : ""}`;
      expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    }
  });

  test.each(["/teachers/", "/teachers/7/", "/teachers/degrees/", "/teachers/match/?name=a"])(
    "a type that %s does not have: each that the message names",
    async (path) => {
      const { detail } = (await (await get(path, { Accept: "image/png" })).json()) as ProblemBody;
      const types = /there are (.*)\.$/.exec(detail)![1]!.split(", ");
      for (const type of types) expect([type, (await get(path, { Accept: type })).status]).toEqual([type, 200]);
    },
  );

  type Post = readonly [type: string | null, body: string | Blob, query?: string];
  const post = ([type, body, query = ""]: Post): Promise<Response> =>
    fetch(`${server.origin}/teachers/match/${query}`, {
      method: "POST",
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
      headers: type === null ? {} : { "Content-Type": type },
    });
  const [json, text] = ["application/json", "text/plain"];
  const example = '{"names": ["доц. Шевченко Т. Г."]}';
  const people = "Ковальчук / Шевченко / Бондаренко / Мельник / Кравченко / Ткаченко\n";
  const notUtf8 = new Blob([new Uint8Array([0x61, 0x0a, 0xe9])]);

  test.each<[what: string, wrong: Post, advice: string, right: Post]>([
    ["no Content-Type", [null, "a"], "send application/json or text/plain", [text, "a"]],
    ["a form", ["application/x-www-form-urlencoded", "a"], json, [json, example]],
    ["JSON as text", [text, example], "send it as Content-Type: application/json", [json, example]],
    ["broken JSON", [json, "{"], `must be JSON such as ${example}`, [json, example]],
    ["a number", [json, '{"names": [5]}'], "must be a string", [json, '{"names": ["5"]}']],
    [
      "another member",
      [json, '{"names": ["a"], "limit": 5}'],
      "the body has only names; leave it out",
      [json, '{"names": ["a"]}'],
    ],
    ["a name in the query too", [text, "a", "?name=b"], "the names are in the body; leave this out", [text, "a"]],
    ["bytes that are not UTF-8", [text, notUtf8], 'line 2="�": must be UTF-8', [text, "a\né"]],
    [
      "another encoding",
      [`${text}; charset=windows-1251`, "a"],
      `${json} or ${text} in UTF-8`,
      [`${text}; charset=UTF-8`, "a"],
    ],
    [
      "5,001 people",
      [text, people.repeat(900)],
      "names more than 5000 people; send fewer names",
      [text, people.repeat(800)],
    ],
    ["an empty body", [text, ""], "send a name on each line", [text, "a\nb\n"]],
    ["1,001 names", [text, "a\n".repeat(1001)], "at most 1000", [text, "a\n".repeat(1000)]],
    ["256 KiB and more", [text, "a".repeat(262_145)], "the limit is 256 KiB", [text, "a"]],
  ])("%s in a body", async (_, wrong, advice, right) => {
    const refused = await post(wrong);
    expect(refused.status).toBeOneOf([400, 413, 415]);
    expect(((await refused.json()) as ProblemBody).detail).toContain(advice);
    expect((await post(right)).status).toBe(200);
  });

  test("no name to match", async () => {
    const { detail } = (await (await get("/teachers/match/")).json()) as ProblemBody;
    expect(detail).toContain("as in ?name=Шевченко");
    expect((await get("/teachers/match/?name=Шевченко")).status).toBe(200);
  });
});
