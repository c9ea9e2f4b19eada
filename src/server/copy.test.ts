import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildContent } from "../directory/content.ts";
import { buildWords } from "../directory/search/words.ts";
import { rosterOf } from "../domain/roster-testing.ts";
import { copyPathOf, identityOf, type LoadedVersion, packCopy, readCopy, writeCopy } from "./copy.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "copy-test-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function versionOf(number: number, lastName: string): LoadedVersion {
  const roster = rosterOf([
    { id: 1, last_name: lastName },
    { id: 2 ** 53 - 1, degree: "доцент" },
  ]);
  const publishedAt = "2026-01-01T00:00:00.000Z";
  const counts = { count: 2, added: 2, changed: 0, removed: 0 };
  const note = { message: "", publishedBy: "", answers: "" };
  const source = { kind: "input" } as const;
  const content = buildContent(
    { number, id: `${number}`, publishedAt, source, digest: roster.digest, ...counts, ...note },
    roster,
  );
  return { content, words: buildWords(content) };
}

const place = () => ({ path: join(folder, "sub", "teachers.copy"), database: "db:5432/teachers" });

test("a copy is what was written, and only its owner may read it", () => {
  expect(readCopy(place())).toBeNull();
  for (const version of [versionOf(1, "Коваль"), versionOf(2, "Мельник")]) {
    writeCopy(place(), packCopy(place(), version));
    expect(readCopy(place())).toEqual(version);
    expect(statSync(place().path).mode & 0o777).toBe(0o600);
  }
  expect(readdirSync(join(folder, "sub"))).toEqual(["teachers.copy"]);
});

test.each<[what: string, change: (bytes: Buffer) => Buffer]>([
  ["empty", () => Buffer.alloc(0)],
  ["without a head", () => Buffer.from("x".repeat(10_000))],
  ["cut off", (bytes) => bytes.subarray(0, -1)],
  ["longer", (bytes) => Buffer.concat([bytes, Buffer.from("x")])],
  ["changed", (bytes) => Buffer.from(bytes.map((byte, i) => (i === bytes.length - 9 ? byte ^ 1 : byte)))],
  ["of another release", (bytes) => Buffer.from(bytes.toString("latin1").replace('["', '["0'), "latin1")],
  ["of another database", (bytes) => Buffer.from(bytes.toString("latin1").replace("db:5432", "other:5432"), "latin1")],
])("a file that is %s is not read", (_, change) => {
  writeCopy(place(), packCopy(place(), versionOf(1, "Коваль")));
  writeFileSync(place().path, change(readFileSync(place().path)));
  expect(() => readCopy(place())).toThrow("teachers.copy is damaged, or of another database or release");
});

test("if a copy can't be replaced, the old one goes, because it may contain somebody who was erased", () => {
  writeCopy(place(), packCopy(place(), versionOf(1, "Коваль")));
  const broken = [new Uint8Array(1), null as unknown as Uint8Array];
  expect(() => writeCopy(place(), broken)).toThrow();
  expect(readdirSync(join(folder, "sub"))).toEqual([]);
});

test("what a killed server left behind is removed, and nothing that another one writes or that is not ours", () => {
  mkdirSync(join(folder, "sub"));
  const [killed, running, other] = ["teachers.copy.0123cdef.tmp", "teachers.copy.89abcdef.tmp", "other.tmp"];
  for (const name of [killed, running, other]) writeFileSync(join(folder, "sub", name), "");
  for (const name of [killed, other]) utimesSync(join(folder, "sub", name), 0, 0);
  writeCopy(place(), packCopy(place(), versionOf(1, "Коваль")));
  expect(readdirSync(join(folder, "sub")).sort()).toEqual([other, "teachers.copy", running]);
});

test("a copy whose folder can't be created is an error", () => {
  writeFileSync(join(folder, "sub"), "");
  expect(() => writeCopy(place(), [])).toThrow("sub");
});

test("a folder in the place of a copy is an error", () => {
  mkdirSync(place().path, { recursive: true });
  expect(() => readCopy(place())).toThrow();
});

test.each([
  ["postgres://u:p@a/school%20one", "school%20one@a"],
  ["postgres://other:role@a/school%20one", "school%20one@a"],
  ["postgres://a:5433/t?host=/run/pg", "t@a_5433_run_pg"],
  ["postgres://a/t?schema=staff", "t:staff@a"],
  ["postgres://a/t?schema=public", "t@a"],
  ["postgres://a/%D1%94", "%D1%94@a"],
])("identityOf() and copyPathOf() of %s", (url, identity) => {
  expect(identityOf(url)).toBe(identity);
  expect(copyPathOf(url, null)).toBe(`${process.cwd()}/var/${identity}.copy`);
  expect(copyPathOf(url, "/srv/a.copy")).toBe("/srv/a.copy");
});

test("a SQLite file has an identity, and no copy", () => {
  expect(identityOf("sqlite:var/teachers.db")).toBe(`${process.cwd()}/var/teachers.db`);
  expect(copyPathOf("sqlite:/srv/t.db", "/srv/a.copy")).toBeNull();
});
