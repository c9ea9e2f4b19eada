/** Rows about matching names in a body, by POST. src/directory/search/match.test.ts checks which teacher a name means. */
import { expect } from "bun:test";
import { jsonOf, type Row, refuses, type Section, says } from "./row.ts";
import { type Answered, textOf } from "./rules.ts";

const url = "/teachers/match/";
const text = { "Content-Type": "text/plain;charset=UTF-8" };
const csvHead = "cell,name,verdict,reading,id,full_name,candidates\r\n";
const json = { "Content-Type": "application/json" };

/** The results, as cell and name. */
function has(...wanted: readonly [cell: number, name: string][]): (answer: Answered) => void {
  return (answer) => {
    const { results } = jsonOf<{ readonly results: readonly { cell: number; name: string }[] }>(answer);
    expect<unknown>(results.map(({ cell, name }) => [cell, name])).toEqual(wanted);
  };
}

const posts = (
  name: string,
  sends: string,
  answer: Partial<Row> & { readonly status: number },
  headers: Record<string, string> = text,
): Row => ({ name, method: "POST", url, headers, sends, ...answer });

const answered: readonly Row[] = [
  posts("POST takes a name on each line, and answers about each", "Ніхто\r\n\nХтось / Інший\n", {
    status: 200,
    carries: { "Cache-Control": "no-store", ETag: null, "Dataset-Version": /^\d+-/ },
    holds: has([0, "Ніхто"], [1, ""], [2, "Хтось"], [2, "Інший"]),
  }),
  posts(
    "POST takes JSON, and a name with a line break is one cell",
    '{"names": ["Ніхто", "Хтось\\nІнший"]}',
    { status: 200, holds: has([0, "Ніхто"], [1, "Хтось"], [1, "Інший"]) },
    json,
  ),
  posts("POST without the slash is answered as with it", "Ніхто", {
    url: "/teachers/match",
    status: 200,
    holds: has([0, "Ніхто"]),
  }),
  posts(
    "POST of a thousand names is answered in pieces",
    Array.from({ length: 1000 }, (_, i) => `Ніхто${i}`).join("\n"),
    {
      only: "plain",
      status: 200,
      holds: (answer) => {
        has(...Array.from({ length: 1000 }, (_, i): [number, string] => [i, `Ніхто${i}`]))(answer);
        expect(textOf(answer)).toBe(JSON.stringify(jsonOf(answer)));
      },
    },
  ),
  posts(
    "POST with another type of body is 415, and says what is accepted",
    "name=Ніхто",
    { status: 415, holds: says("send application/json or text/plain in UTF-8, not compressed") },
    { "Content-Type": "application/x-www-form-urlencoded" },
  ),
  posts(
    "POST without Content-Type is 415, and says what is accepted",
    "Ніхто",
    {
      only: "plain",
      status: 415,
      holds: says("The body has no Content-Type; send application/json or text/plain in UTF-8, not compressed."),
    },
    {},
  ),
  ...['{"names": ["Ніхто"]}', ' \n["Ніхто"]', "{", "["].map((sends) =>
    posts(`POST of a text that begins as JSON is 400, and says what to send: ${JSON.stringify(sends)}`, sends, {
      status: 400,
      faults: [["body", "unknown_value"]],
      holds: says("send it as Content-Type: application/json"),
    }),
  ),
  posts("POST with 1,001 names is 400", "a\n".repeat(1001), {
    status: 400,
    faults: [["names", "too_long", "a"]],
    holds: says("at most 1000 are accepted"),
  }),
  posts("POST with more than 256 KiB is 413", "x".repeat(256 * 1024 + 1), { status: 413 }),
  posts("POST checks the query like GET", "Ніхто", {
    url: `${url}?format=xlsx&name=x`,
    status: 400,
    faults: [
      ["format", "unknown_value", "xlsx"],
      ["name", "conflict", "x"],
    ],
  }),
  ...Object.entries({ "text/html": /html/, "image/png": /problem/ }).map(([Accept, type]) => {
    const refusal = { status: 406, carries: { "Content-Type": type } };
    return posts(`POST is refused by Accept: ${Accept}`, "Ніхто", refusal, { ...text, Accept });
  }),
  posts("POST as CSV", 'доц. Шевченко Т. Г.\n"Ніхто"', {
    url: `${url}?format=csv`,
    status: 200,
    carries: { "Content-Type": "text/csv; charset=utf-8", Vary: "Accept" },
    text: `${csvHead}0,доц. Шевченко Т. Г.,one,spelling,1,доцент Шевченко Тарас Григорович,\r\n1,"""Ніхто""",none,,,,\r\n`,
  }),
  posts("POST needs data", "Ніхто", { setup: "empty", status: 503 }),
];

const several = "13 (a!*~-._)' +%&=100% Гнатюк И\u0302ван 😀; 12 (a!*~-._)' +%&=100% Гнатюк Їжак Ґ";
const others: readonly Row[] = [
  {
    name: "GET is answered like POST",
    url: `${url}?name=Ніхто&name=Хтось`,
    status: 200,
    holds: has([0, "Ніхто"], [1, "Хтось"]),
  },
  {
    name: "GET as CSV, by Accept too",
    url: `${url}?name=Гнатюк&name=Ніхто`,
    headers: { Accept: "text/csv" },
    status: 200,
    carries: { "Content-Type": "text/csv; charset=utf-8", Vary: "Accept" },
    text: `${csvHead}0,Гнатюк,several,spelling,,,"${several}"\r\n1,Ніхто,none,,,,\r\n`,
  },
  {
    name: "GET with a line break in a name is one cell with two people",
    url: `${url}?name[]=Ніхто%0AХтось&name[1]=Інший`,
    status: 200,
    holds: has([0, "Ніхто"], [0, "Хтось"], [1, "Інший"]),
  },
  refuses("GET without a name is 400", url, [["name", "missing", ""]]),
  refuses("GET refuses the body's word for names", `${url}?names=x`, [["names", "unknown_parameter", "x"]]),
  {
    name: "as many names as the URL has room for are answered",
    only: "plain",
    url: `${url}?${Array(500).fill("name=N").join("&")}`,
    status: 200,
    holds: (answer) => expect(jsonOf<{ results: unknown[] }>(answer).results).toHaveLength(500),
  },
  { name: "a redirect to the slash names the methods", url: "/teachers/match?name=x", status: 301 },
  { name: "DELETE of match is 405", method: "DELETE", url, status: 405 },
  {
    name: "OPTIONS of match names the types of bodies",
    method: "OPTIONS",
    url,
    status: 200,
    holds: (answer) => expect(jsonOf<{ parses: string[] }>(answer).parses).toEqual(["application/json", "text/plain"]),
  },
  {
    name: "a preflight of match allows POST",
    method: "OPTIONS",
    url,
    headers: { Origin: "https://example.com", "Access-Control-Request-Method": "POST" },
    status: 204,
    carries: { "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS" },
  },
  { name: "a URL of match that is too long names the methods", url: `${url}?name=${"x".repeat(8000)}`, status: 414 },
];

export const match: Section = { name: "matching names in a body", rows: [...answered, ...others] };
