/** Downloads of a started server, read by other parsers and compared with the imported data by byte and by field. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { composeTeacher, type StoredTeacher, storedFieldNames, type Teacher } from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { generateTeachers } from "./support/generate/teachers.ts";
import { run, startServer } from "./support/program.ts";
import { importTeachers } from "./support/publish.ts";
import { decode, headRow, parseCsv, rowOf, splitLines } from "./support/rows.ts";
import { shareServer } from "./support/shared.ts";

const maxLimit = 1000;

/** In each field: everything that CSV must quote, and everything that Excel would take for a formula. */
const tricky: readonly StoredTeacher[] = [
  ['Д"Арк', "Жан, Ів", "a;b", "доцент"],
  ["=1+1", "+380", "-5", "@SUM(A1)"],
  ["'=1+1", "О'Н", " = ", '"'],
  ["\uff1d1", "\uff0b1", "''\uff0d1", "'\uff20"],
  ["=", "", "", ""],
  ["", '=HYPERLINK("#example";"x")', "", ""],
  ["Нечуй-левицький", "О.", "", "-"],
  ["😀", "Їжак", "Ґ", "к\\н, доц.; зав."],
].map(([last_name, first_name, middle_name, degree], i) =>
  storedTeacher({
    id: 9_000_000 + i,
    last_name: last_name!,
    first_name: first_name!,
    middle_name: middle_name!,
    degree: degree!,
  }),
);
const last: StoredTeacher = { ...tricky[0]!, id: Number.MAX_SAFE_INTEGER, last_name: "Останній" };
/** More teachers than two chunks of a stream, and fewer than the largest page. */
const parts: readonly StoredTeacher[] = [...generateTeachers(800, 4), ...tricky, last];

/** The teachers as the import stores them, with trimmed values. */
const teachers: readonly Teacher[] = parts.map((one) =>
  composeTeacher({ ...one, middle_name: one.middle_name.trim() }),
);

const server = shareServer(async (folder) => {
  await importTeachers(folder, parts);
  return startServer(["--max-limit", String(maxLimit)], { folder });
});

/** A response as sent: not decompressed. No coding is requested unless the test requests one. */
async function get(query: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const response = await fetch(`${server.origin}/teachers/?${query}`, {
    headers: { "Accept-Encoding": "identity", ...headers },
    decompress: false,
  });
  if (response.status >= 400) throw new Error(`${response.status} for ${query}: ${await response.text()}`);
  return response;
}

async function getBytes(query: string, headers?: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  return (await get(query, headers)).bytes();
}

/** The teachers in the JSON list for the query: all matches, or the page. */
async function getTeachers(query: string): Promise<Teacher[]> {
  const isPaged = /(^|&)(limit|offset)=\d/.test(query);
  const { count, results } = (await (await get(isPaged ? query : `${query}&limit=${maxLimit}`)).json()) as {
    count: number;
    results: Teacher[];
  };
  if (!isPaged) expect(results).toHaveLength(count);
  return results;
}

const formats = ["csv", "ndjson"] as const;
type Format = (typeof formats)[number];

/** Compares a parsed download with the expected teachers, in order. */
function expectTeachers(format: Format, bytes: Uint8Array, expected: readonly Teacher[]): void {
  if (format === "csv") expect(parseCsv(bytes)).toEqual([headRow, ...expected.map(rowOf)]);
  else expect(splitLines(bytes)).toEqual(expected.map((teacher) => JSON.stringify(teacher)));
}

test.each(formats)("a download of all teachers as %s equals the data", async (format) => {
  expectTeachers(format, await getBytes(`format=${format}`), teachers);
});

describe("a download of a part", () => {
  const search = encodeURIComponent("ше");
  const degree = encodeURIComponent("доцент");
  const [{ last_name, first_name }] = teachers as [Teacher];
  const queries: readonly [query: string, finds: "some" | "none"][] = [
    ["limit=7", "some"],
    ["limit=600&offset=90", "some"],
    [`offset=${teachers.length - 3}`, "some"],
    ["offset=100000", "none"],
    ["limit=0", "some"],
    [`limit=${maxLimit + 1}&offset=256`, "some"],
    ["limit=&offset=", "some"],
    [`degree=${degree}`, "some"],
    [`degree=${degree}&limit=300&offset=100`, "some"],
    [`last_name=${encodeURIComponent(last_name)}&first_name=${encodeURIComponent(first_name)}`, "some"],
    [`last_name=${encodeURIComponent("=1+1")}`, "some"],
    ["last_name=Unknown", "none"],
    [`search=${search}`, "some"],
    [`search=${search}&degree=${degree}&ordering=-last_name`, "some"],
    ["search=shevchenko&limit=2&offset=1", "some"],
    ["search=%2E", "none"],
    [`search=${encodeURIComponent("ъъъ")}`, "none"],
    ["ordering=id", "some"],
    ["ordering=-id&limit=300", "some"],
    ["ordering=last_name", "some"],
    ["ordering=-last_name&offset=500", "some"],
  ];
  for (const [query, finds] of queries) {
    test(`?${decodeURIComponent(query)} has the teachers of the same list as JSON`, async () => {
      const expected = await getTeachers(query);
      expect(expected.length === 0).toBe(finds === "none");
      for (const format of formats) expectTeachers(format, await getBytes(`${query}&format=${format}`), expected);
    });
  }
});

describe("a large page", () => {
  for (const query of ["limit=1000", "limit=300&offset=7", "limit=128", "limit=129", "offset=100000"]) {
    test(`of JSON is one document: ${query}`, async () => {
      const text = decode(await getBytes(query));
      const page = JSON.parse(text) as { results: Teacher[] };
      expect(text).toBe(JSON.stringify(page));
      const [, limit = "10", offset = "0"] = /^(?:limit=(\d+))?&?(?:offset=(\d+))?$/.exec(query)!;
      expect(page.results).toEqual(teachers.slice(Number(offset), Number(offset) + Number(limit)));
      const asked = await getBytes(query, { "Accept-Encoding": "gzip" });
      expect(decode(asked)).toBe(text);
    });
  }

  test("for people has at most 100 teachers, and its links show that", async () => {
    const page = decode(await getBytes("format=html&limit=1000&offset=200"));
    expect(page.match(/<a href="\/teachers\/\d+\/"/g)).toHaveLength(100);
    expect(page).toContain('href="/teachers/?format=html&amp;limit=100&amp;offset=300"');
  });
});

describe("a compressed download", () => {
  for (const format of formats) {
    for (const query of ["", "&limit=2", "&limit=300&offset=300&ordering=last_name", "&last_name=Unknown"]) {
      test(`decompresses to the same: format=${format}${query}`, async () => {
        const plain = await get(`format=${format}${query}`);
        const compressed = await get(`format=${format}${query}`, { "Accept-Encoding": "br, gzip" });
        expect(compressed.headers.get("content-encoding")).toBe("gzip");
        expect(compressed.headers.get("vary")).toBe("Accept, Accept-Encoding");
        expect(compressed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
        const bytes = await compressed.bytes();
        const expected = await plain.bytes();
        expect(Bun.gunzipSync(bytes)).toEqual(expected);
        if (expected.length > 10_000) expect(bytes.length).toBeLessThan(expected.length / 4);
      });
    }
  }
});

describe("export", () => {
  const expected = teachers.map(({ id, last_name, first_name, middle_name, degree }) =>
    storedTeacher({ id, last_name, first_name, middle_name, degree }),
  );
  const parsers = {
    csv: (text: string) =>
      (parse(text, { columns: true, record_delimiter: "\r\n" }) as Record<string, string>[]).map((row) => ({
        ...row,
        id: Number(row.id),
      })),
    ndjson: (text: string) => splitLines(Buffer.from(text)).map((line) => JSON.parse(line) as unknown),
  } as const;

  for (const format of ["csv", "ndjson"] as const) {
    test(`a file .${format} parsed again equals the data, and imports again as the same`, async () => {
      const file = join(server.folder, `again.${format}`);
      const { exitCode } = await run(["export", "--output", file], { folder: server.folder });
      expect(exitCode).toBe(0);
      const records = parsers[format](await Bun.file(file).text());
      expect(records).toEqual(expected);
      for (const record of records as object[]) expect(Object.keys(record)).toEqual([...storedFieldNames]);

      const again = await run(["import", file], { folder: server.folder });
      expect(again.stdout).toContain(`Nothing to publish: 0 added, 0 changed, 0 removed, ${teachers.length} unchanged`);
    });
  }
});

test.each(["csv", "ndjson"])("a download as %s imports again as the same", async (format) => {
  const file = join(server.folder, format === "ndjson" ? "download.ndjson" : "download.csv");
  await Bun.write(file, await getBytes(`format=${format}`));
  const { exitCode, stdout } = await run(["import", file], { folder: server.folder });
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`Nothing to publish: 0 added, 0 changed, 0 removed, ${teachers.length} unchanged`);
});
