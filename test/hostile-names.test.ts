/** Names with a meaning for browsers, spreadsheets, terminals or URLs are treated as text everywhere. src/pages/pages.test.ts shows them on pages. */
import { describe, expect, test } from "bun:test";
import { cleanText } from "../src/domain/names/names.ts";
import { composeTeacher, type StoredTeacher, type Teacher, textFieldNames } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import type { ProblemBody } from "./contract/rules.ts";
import type { Page } from "./support/asking.ts";
import { expectHarmless, type ParsedPage, parsePage } from "./support/page-views.ts";
import { startServer } from "./support/program.ts";
import { publish } from "./support/publish.ts";
import { headRow, parseCsv, rowOf, splitLines } from "./support/rows.ts";
import { shareServer } from "./support/shared.ts";

/** The names in NFC and trimmed, as the import stores them. */
const hostile: readonly (readonly [what: string, name: string])[] = [
  ["a script", "<script>alert(1)</script>"],
  ["the end of an attribute", '"><img src=x onerror=alert(1)>'],
  ["the end of the title", "</title><svg onload=alert(1)>"],
  ["the end of its element", "</bdi></a></textarea><h1>"],
  ["a comment", "<!-- --><!"],
  ["entities", "&lt;b&gt; &amp; &#60;i&#62; &nbsp"],
  ["a URL of script", "javascript:alert(1)"],
  ["backslashes", 'C:\\new\\u0041\\" \\'],
  ["a quotation mark", '"'],
  ["apostrophes", "О'Н\u2019Н\u02bcН''"],
  ["a right-to-left override", "\u202eкшалИ"],
  ["a right-to-left mark", "\u200fшалом\u200e"],
  ["directions that it opens and closes", "а\u2069\u2069\u202eб\u2066в"],
  ["Hebrew", "שלום"],
  ["an emoji", "👩\u200d🏫👍🏽"],
  ["a formula with quotes and separators", '=HYPERLINK("#example";"x,y")'],
  ["an at sign", "@SUM(A1)"],
  ["signs of formulas in full width", "\uff1d1\uff0b1\uff0d\uff20"],
  ["a formula that is disarmed already", "'=1+1"],
  ["apostrophes before a formula", "'''\uff20SUM(A1)"],
  ["separators of CSV", 'a,b;c"d'],
  ["200 letters", "Щ".repeat(200)],
  ["200 code units of emoji", "😀".repeat(100)],
  ["combining marks", `Z${"\u0300\u0323\u034f".repeat(40)}algo`.normalize("NFC")],
  ["й in two characters of another alphabet", "q\u0323\u0301"],
  ["percent signs", "%3Cscript%3E%00%0d%0aSet-Cookie:%20a=b%"],
  ["the signs of a query", "a&b=c#d?e+f/../g;h"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are part of a hostile name.
  ["templates", "${7*7}{{7*7}}<%=7*7%>"],
  ["names of properties", "__proto__"],
  ["null", "null"],
  ["characters of no width", "а\u200b\ufeffб\u00adв"],
  ["private use and what is no character", "\ue000\ufdd0\u{10ffff}"],
];

/**
 * Two teachers per name, so there is a second page, and the first and the last in the alphabet, so all others have neighbours.
 * U+FFFF sorts last.
 */
const parts: readonly StoredTeacher[] = [
  ...hostile.flatMap(([, name], i) =>
    [2 * i + 1, 2 * i + 2].map((id) =>
      storedTeacher({ id, last_name: name, first_name: name, middle_name: name, degree: name }),
    ),
  ),
  storedTeacher({ id: 1001, first_name: "А" }),
  storedTeacher({ id: 1002, last_name: "\uffff" }),
];
const teachers = parts.map((one) => composeTeacher(one));
const server = shareServer(async (folder) => {
  await publish(folder, parts);
  return startServer([], { folder });
});

/** Returns the response after checking its headers: none is unexpected, and none contains a part of a name. */
async function get(target: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const response = await fetch(new URL(target, server.origin), { headers, redirect: "manual" });
  response.headers.forEach((value, name) => {
    expect(`${name}: ${value}`).toMatch(/^[\x20-\x7e]*$/);
  });
  expect(response.headers.has("set-cookie")).toBe(false);
  return response;
}

const getList = async (target: string): Promise<Page> => (await get(target)).json();

async function getPage(target: string): Promise<ParsedPage> {
  const page = parsePage(await (await get(target, { Accept: "text/html" })).text());
  expectHarmless(page);
  return page;
}

/** Encodes a text as browsers do, which also encode an apostrophe in a query. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll("'", "%27");

test("the whole directory parses to the same as JSON, CSV and NDJSON", async () => {
  expect((await getList("/teachers/?limit=1000")).results).toEqual(teachers);
  const csv = await (await get("/teachers/?format=csv")).bytes();
  expect(parseCsv(csv)).toEqual([headRow, ...teachers.map(rowOf)]);
  const lines = splitLines(await (await get("/teachers/?format=ndjson")).bytes());
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(teachers);
});

describe.each(hostile)("a name of %s", (_, name) => {
  const [first, second] = teachers.filter(({ last_name }) => last_name === name) as [Teacher, Teacher];
  // An import removes invisible characters, and so does a filter.
  const isStorable = cleanText(name) === name;

  test.if(isStorable)("is found by every filter, whose links lead on and back", async () => {
    for (const part of textFieldNames) {
      const start = await getList(`/teachers/?${part}=${encodeURIComponent(name)}&limit=1&utm_source=x`);
      expect(start).toMatchObject({ count: 2, previous: null, results: [first] });
      expect(start.next).toMatch(/^http:\/\/[\w.:]+\/teachers\/\?[\w.~%+=&-]+$/);
      expect(new URL(start.next!).searchParams.get(part)).toBe(name);
      const end = await getList(start.next!);
      expect(end).toMatchObject({ count: 2, next: null, results: [second] });
      expect((await getList(end.previous!)).results).toEqual([first]);
    }
  });

  test("is unchanged in the redirect to the path with the slash", async () => {
    const query = `last_name=${encode(name)}&format=csv`;
    const { status, headers } = await get(`/teachers?${query}`);
    expect([status, headers.get("location")]).toEqual([301, `${server.origin}/teachers/?${query}`]);
  });

  test("is quoted as text in error pages and problems", async () => {
    const value = encodeURIComponent(name);
    for (const target of [`/teachers/?ordering=${value}&lang=uk`, `/teachers/?format=${value}&ordering=${value}`]) {
      const problem = (await (await get(target)).json()) as ProblemBody;
      expect(problem.status).toBe(400);
      const quoted = problem.errors![0]!.value;
      expect(name).toStartWith(quoted.replace(/…$/, ""));
      expect((await getPage(target)).text).toContain(quoted);
    }
    for (const path of [`/teachers/${value}/`, `/${value}`]) await getPage(path);
  });

  // A search drops tags, and what is left of some names has no letter and no digit.
  test.if(/[\p{L}\p{N}]/u.test(name.replaceAll(/<[^>]*>?/g, "")))("is found by searching for it", async () => {
    // A search has at most 200 characters.
    const search = encodeURIComponent([...name].slice(0, 200).join(""));
    expect((await getList(`/teachers/?search=${search}&limit=1000`)).results).toContainEqual(first);
  });
});
