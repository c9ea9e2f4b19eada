/** Rows about downloads: CSV, NDJSON and workbooks. */
import { expect } from "bun:test";
import { readXlsx } from "hucre/xlsx";
import { type Teacher, textsOf } from "../../src/domain/teacher.ts";
import { renderNdjson } from "../support/publish.ts";
import { headRow, parseCsv, rowOf } from "../support/rows.ts";
import { idsFrom, teachers, teachersOf } from "./fixture.ts";
import { type Row, refuses, type Section } from "./row.ts";
import { type Answered, textOf } from "./rules.ts";

const allIds = teachers.map(({ id }) => id);

/** Asserts RFC 4180 with these teachers: a header line, CRLF, and values unchanged. */
function isCsv(ids: readonly number[]): (answer: Answered) => void {
  return (answer) => {
    const text = textOf(answer);
    expect(text).toEndWith("\r\n");
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(parseCsv(Buffer.from(text))).toEqual([headRow, ...teachersOf(ids).map(rowOf)]);
  };
}

const isNdjson = (ids: readonly number[]) => (answer: Answered) =>
  expect(textOf(answer)).toBe(renderNdjson(teachersOf(ids)));

/** Asserts a workbook with the stored fields of these teachers: ids as numbers, and all else as texts. */
function isWorkbook(ids: readonly number[], heading = "Прізвище"): (answer: Answered) => Promise<void> {
  return async ({ bytes }) => {
    const { sheets } = await readXlsx(bytes);
    const [head, ...found] = sheets[0]!.rows;
    expect(head).toContain(heading);
    const texts = (teacher: Teacher) => textsOf(teacher).map((text) => text || null);
    const idOf = ({ id }: Teacher) => (id > 999_999_999_999_999 ? String(id) : id);
    expect(found.map((row) => Array.from({ length: 5 }, (_, i) => row[i] || null))).toEqual(
      teachersOf(ids).map((teacher) => [idOf(teacher), ...texts(teacher)]),
    );
  };
}

const workbook = {
  "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "Content-Disposition": 'attachment; filename="teachers.xlsx"',
  "Content-Encoding": null,
  Vary: "Accept",
  ETag: /./,
} as const;
const csv = {
  "Content-Type": "text/csv; charset=utf-8",
  "Content-Disposition": 'attachment; filename="teachers.csv"',
} as const;
const ndjson = {
  "Content-Type": "application/x-ndjson; charset=utf-8",
  "Content-Disposition": 'attachment; filename="teachers.ndjson"',
} as const;

const got = (name: string, query: string, holds: Row["holds"], carries: Row["carries"] = {}, Accept = "*/*"): Row => ({
  name,
  url: `/teachers/?${query}`,
  headers: { Accept },
  status: 200,
  carries,
  ...(holds && { holds }),
});

const rows: readonly Row[] = [
  got("format=csv is RFC 4180 of every match", "format=csv", isCsv(allIds), csv),
  got("text/csv is the same", "", isCsv(allIds), csv, "text/csv"),
  got("CSV has no byte order mark and leaves values untouched", "format=csv&degree=доцент", (answer) => {
    expect(answer.bytes[0]).not.toBe(0xef);
    isCsv([1, 14, Number.MAX_SAFE_INTEGER])(answer);
    expect(textOf(answer)).toContain("\r\n14,@Зоря,Олена,=1+1,@Зоря Олена =1+1,");
  }),
  got("a download without a match is the header line", "format=csv&last_name=Нема", isCsv([])),
  got("a download with a limit has that page", "format=csv&limit=2", isCsv([1, 2])),
  got("a download with an offset has that page", "format=csv&offset=3", isCsv(idsFrom(4, 13))),
  got("a download with blank limit and offset has every match", "format=csv&limit=&offset=+", isCsv(allIds)),
  got("a download past the end is the header line", "format=csv&offset=99", isCsv([])),
  got("a download has the requested order", "format=csv&ordering=-id", isCsv(allIds.toReversed())),
  got("a download takes a search", "format=csv&search=шевч", isCsv([1])),
  got("format=ndjson is one record per line, with every match", "format=ndjson", isNdjson(allIds), ndjson),
  got("application/x-ndjson is the same", "first_name=Олена", isNdjson([2, 14]), ndjson, "application/x-ndjson"),
  got("NDJSON takes limit and offset", "format=ndjson&limit=3&offset=1", isNdjson([2, 3, 4])),
  got("NDJSON without a match is empty", "format=ndjson&last_name=Нема", isNdjson([])),
  got("format=xlsx is a workbook, regardless of Accept", "format=xlsx", isWorkbook(allIds), workbook, "text/html"),
  got(
    "a workbook takes the parameters of the list, and headings in another language",
    "format=xlsx&lang=en&ordering=-id&degree=доцент&limit=2&offset=1",
    isWorkbook([14, 1], "Last name"),
    workbook,
  ),
  got("a workbook without a match has its headings", "format=xlsx&last_name=Нема", isWorkbook([])),
  got("the media type of workbooks is the same", "", isWorkbook(allIds), workbook, workbook["Content-Type"]),
  refuses("invalid parameters of a download are a problem", "/teachers/?format=csv&limit=abc", [
    ["limit", "not_an_integer", "abc"],
  ]),
  ...["csv", "ndjson", "xlsx"].map((format): Row => {
    const [name, headers] = [`the tag of JSON is not that of ${format}`, { "If-None-Match": "{etag}" }];
    return { name, url: `/teachers/?format=${format}`, headers, status: 200 };
  }),
];

export const downloads: Section = { name: "CSV, NDJSON and workbooks", rows };
