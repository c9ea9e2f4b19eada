/** Downloads and exports, read by other parsers, compared with the imported data by byte and by field, and imported again. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { generateTeachers } from "../sample/generate/teachers.ts";
import {
  composeTeacher,
  type StoredTeacher,
  storedFieldNames,
  type Teacher,
  textFieldNames,
} from "../src/domain/teacher.ts";
import { storedTeacher } from "../src/domain/teacher-testing.ts";
import { run, startServer } from "./support/program.ts";
import { importTeachers, parseExport } from "./support/publish.ts";
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
  ["Нечуй-левицький", "О.", "", "-д"],
  ["<script>alert(1)</script>", "__proto__", 'C:\\new\\u0041\\" \\', "null"],
  ["%3Cb%3E%00%0d%0a", "&lt;b&gt; &#60;i&#62;", "</bdi></a><!-- --><!", "a&b=c#d?e+f/../g;h"],
  ["😀", "Їжак", "Ґ", "к\\н, доц.; зав."],
].map((texts, i) =>
  storedTeacher({ id: 9_000_000 + i, ...Object.fromEntries(textFieldNames.map((name, n) => [name, texts[n]])) }),
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

/** A response as sent: not decompressed. */
async function getBytes(query: string, coding = "identity"): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { "Accept-Encoding": coding };
  const response = await fetch(`${server.origin}/teachers/?${query}`, { headers, decompress: false });
  if (response.status >= 400) throw new Error(`${response.status} for ${query}: ${await response.text()}`);
  expect(response.headers.get("content-encoding") ?? "identity").toBe(coding);
  return response.bytes();
}

/** Expects both downloads of a query to have these teachers in order, also if they are compressed. */
async function expectDownloads(query: string, expected: readonly Teacher[]): Promise<void> {
  const [csv, ndjson] = [`${query}&format=csv`, `${query}&format=ndjson`];
  expect(parseCsv(await getBytes(csv))).toEqual([headRow, ...expected.map(rowOf)]);
  expect(splitLines(await getBytes(ndjson))).toEqual(expected.map((teacher) => JSON.stringify(teacher)));
  for (const each of [csv, ndjson]) {
    expect(Bun.gunzipSync(await getBytes(each, "gzip"))).toEqual(await getBytes(each));
  }
}

test("downloads of all teachers equal the data", () => expectDownloads("", teachers));

test.each<[query: string, finds: "some" | "none"]>([
  ["limit=600&offset=90", "some"],
  ["limit=128", "some"],
  ["limit=129", "some"],
  [`offset=${teachers.length - 3}`, "some"],
  ["offset=100000", "none"],
  ["limit=0", "some"],
  [`limit=${maxLimit}&offset=256`, "some"],
  ["degree=доцент&limit=300&offset=100", "some"],
  ["last_name==1%2B1", "some"],
  ["search=ше&degree=доцент&ordering=-last_name", "some"],
  ["search=shevchenko&limit=2&offset=1", "some"],
  ["search=ъъъ", "none"],
  ["ordering=-id&limit=300", "some"],
  ["ordering=-last_name&offset=500", "some"],
])("downloads of ?%s have the teachers of the same list as JSON, which is one document", async (query, finds) => {
  const text = decode(await getBytes(/limit|offset/.test(query) ? query : `${query}&limit=${maxLimit}`));
  const page = JSON.parse(text) as { results: Teacher[] };
  expect(text).toBe(JSON.stringify(page));
  expect(page.results.length === 0).toBe(finds === "none");
  const [, limit, offset = 0] = /^limit=(\d+)(?:&offset=(\d+))?$/.exec(query) ?? [];
  if (Number(limit) > 0) expect(page.results).toEqual(teachers.slice(Number(offset), Number(offset) + Number(limit)));
  await expectDownloads(query, page.results);
});

const parsers = {
  csv: parseExport,
  ndjson: (text: string) => splitLines(Buffer.from(text)).map((line) => JSON.parse(line) as object),
} as const;

test.each(["csv", "ndjson"] as const)("an export .%s parsed again equals the data", async (format) => {
  const file = join(server.folder, `export.${format}`);
  expect(await run(["export", "--output", file], { folder: server.folder })).toMatchObject({ exitCode: 0 });
  const records = parsers[format](await Bun.file(file).text());
  expect(records).toEqual(
    teachers.map((teacher) => Object.fromEntries(storedFieldNames.map((name) => [name, teacher[name]]))),
  );
  for (const record of records) expect(Object.keys(record)).toEqual([...storedFieldNames]);
});

test.each(["export.csv", "export.ndjson", "download.csv", "download.ndjson"])(
  "%s imports again as the same",
  async (name) => {
    const file = join(server.folder, name);
    if (name.startsWith("download")) await Bun.write(file, await getBytes(`format=${name.split(".")[1]}`));
    const { exitCode, stdout } = await run(["import", file], { folder: server.folder });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`Nothing to publish: 0 added, 0 changed, 0 removed, ${teachers.length} unchanged`);
  },
);
