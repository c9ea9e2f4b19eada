/** Rows about downloads: CSV, NDJSON and workbooks. */
import { expect } from "bun:test";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import { type Teacher, teacherFields, textsOf } from "../../src/domain/teacher.ts";
import { idsFrom, teachers, teachersOf } from "./fixture.ts";
import { type Row, refuses, type Section } from "./row.ts";
import { type Answered, textOf } from "./rules.ts";

const allIds = teachers.map(({ id }) => id);

/** Asserts RFC 4180 with these teachers: a header line, CRLF, and values unchanged or as `write` returns them. */
function isCsv(ids: readonly number[]): (answer: Answered) => void {
  return (answer) => {
    const text = textOf(answer);
    expect(text).toStartWith(`${teacherFields.join(",")}\r\n`);
    expect(text).toEndWith("\r\n");
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    const rows = parse(text, { record_delimiter: "\r\n", relax_quotes: false });
    const wanted = teachersOf(ids).map((teacher) => teacherFields.map((field) => String(teacher[field])));
    expect(rows.slice(1)).toEqual(wanted);
  };
}

function isNdjson(ids: readonly number[]): (answer: Answered) => void {
  return (answer) => {
    expect(textOf(answer)).toBe(
      teachersOf(ids)
        .map((teacher: Teacher) => `${JSON.stringify(teacher)}\n`)
        .join(""),
    );
  };
}

/** Asserts a workbook with the stored fields of these teachers: ids as numbers, and all else as texts. */
function isWorkbook(ids: readonly number[], heading: string): (answer: Answered) => Promise<void> {
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
const csv = { "Content-Type": /^text\/csv\b/ } as const;
const ndjson = {
  "Content-Type": "application/x-ndjson; charset=utf-8",
  "Content-Disposition": 'attachment; filename="teachers.ndjson"',
} as const;

const rows: readonly Row[] = [
  {
    name: "format=csv is RFC 4180 of every match",
    url: "/teachers/?format=csv",
    status: 200,
    carries: csv,
    holds: isCsv(allIds),
  },
  {
    name: "text/csv is the same",
    url: "/teachers/",
    headers: { Accept: "text/csv" },
    status: 200,
    carries: csv,
    holds: isCsv(allIds),
  },
  {
    name: "CSV has no byte order mark and leaves values untouched",
    url: "/teachers/?format=csv&degree=доцент",
    status: 200,
    holds(answer) {
      expect(answer.bytes[0]).not.toBe(0xef);
      isCsv([1, 14, Number.MAX_SAFE_INTEGER])(answer);
      expect(textOf(answer)).toContain("\r\n14,@Зоря,Олена,=1+1,@Зоря Олена =1+1,");
    },
  },
  {
    name: "a download without a match is the header line",
    url: "/teachers/?format=csv&last_name=Нема",
    status: 200,
    holds: isCsv([]),
  },
  {
    name: "a download with a limit has that page",
    url: "/teachers/?format=csv&limit=2",
    status: 200,
    holds: isCsv([1, 2]),
  },
  {
    name: "a download with an offset has that page",
    url: "/teachers/?format=csv&offset=3",
    status: 200,
    holds: isCsv(idsFrom(4, 13)),
  },
  {
    name: "a download with blank limit and offset has every match",
    url: "/teachers/?format=csv&limit=&offset=+",
    status: 200,
    holds: isCsv(allIds),
  },
  {
    name: "a download past the end is the header line",
    url: "/teachers/?format=csv&offset=99",
    status: 200,
    holds: isCsv([]),
  },
  {
    name: "a download has the requested order, by default by id",
    url: "/teachers/?format=csv&ordering=-id",
    status: 200,
    holds: isCsv([...allIds].reverse()),
  },
  {
    name: "a download takes a search",
    url: "/teachers/?format=csv&search=шевч",
    status: 200,
    holds: isCsv([1]),
  },
  {
    name: "format=ndjson is one record per line, with every match",
    url: "/teachers/?format=ndjson",
    status: 200,
    carries: ndjson,
    holds: isNdjson(allIds),
  },
  {
    name: "application/x-ndjson is the same",
    url: "/teachers/?first_name=Олена",
    headers: { Accept: "application/x-ndjson" },
    status: 200,
    carries: ndjson,
    holds: isNdjson([2, 14]),
  },
  {
    name: "NDJSON takes limit and offset",
    url: "/teachers/?format=ndjson&limit=3&offset=1",
    status: 200,
    holds: isNdjson([2, 3, 4]),
  },
  {
    name: "NDJSON without a match is empty",
    url: "/teachers/?format=ndjson&last_name=Нема",
    status: 200,
    holds: isNdjson([]),
  },
  refuses("invalid parameters of a download are a problem", "/teachers/?format=csv&limit=abc", [
    ["limit", "not_an_integer", "abc"],
  ]),
  {
    name: "format=xlsx is a workbook, regardless of Accept",
    url: "/teachers/?format=xlsx",
    headers: { Accept: "text/html", "Accept-Encoding": "gzip" },
    status: 200,
    carries: workbook,
    holds: isWorkbook(allIds, "Прізвище"),
  },
  {
    name: "a workbook takes the parameters of the list, and headings in another language",
    url: "/teachers/?format=xlsx&lang=en&ordering=-id&degree=доцент&limit=2&offset=1",
    status: 200,
    carries: workbook,
    holds: isWorkbook([14, 1], "Last name"),
  },
  {
    name: "a workbook without a match has its headings",
    url: "/teachers/?format=xlsx&last_name=Нема",
    status: 200,
    holds: isWorkbook([], "Прізвище"),
  },
  { name: "HEAD of a workbook", method: "HEAD", url: "/teachers/?format=xlsx", status: 200, carries: workbook },
  {
    name: "the tag of JSON is not that of a workbook",
    url: "/teachers/?format=xlsx",
    headers: { "If-None-Match": "{etag}" },
    status: 200,
  },
  {
    name: "the media type of workbooks is the same",
    url: "/teachers/",
    headers: { Accept: workbook["Content-Type"] },
    status: 200,
    carries: workbook,
    holds: isWorkbook(allIds, "Прізвище"),
  },
  ...["csv", "ndjson"].flatMap((format): Row[] => [
    {
      name: `${format} is gzipped for clients that accept it, even a page of one`,
      url: `/teachers/?format=${format}&limit=1`,
      headers: { "Accept-Encoding": "gzip" },
      status: 200,
      carries: { "Content-Encoding": "gzip", Vary: "Accept, Accept-Encoding" },
      holds: (answer) => expect(textOf(answer)).toContain("Шевченко"),
    },
    {
      name: `${format} is not gzipped for other clients`,
      url: `/teachers/?format=${format}`,
      headers: { "Accept-Encoding": "br" },
      status: 200,
      carries: { "Content-Encoding": null, Vary: "Accept, Accept-Encoding" },
    },
    {
      name: `the tag of JSON is not that of ${format}`,
      url: `/teachers/?format=${format}`,
      headers: { "If-None-Match": "{etag}" },
      status: 200,
    },
  ]),
];

export const downloads: Section = { name: "CSV, NDJSON and workbooks", rows };
