import { describe, expect, test } from "bun:test";
import { parseListQuery } from "../../contract/query.ts";
import { composeTeacher } from "../../domain/teacher.ts";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { contentWith } from "../../image/content-testing.ts";
import { resultPieces, writePageHead } from "./json-writer.ts";
import { ByteWriter, writeTeachers } from "./writer.ts";

const stored = [{ id: 1, last_name: "Шевченко" }, { id: 90, last_name: 'a"b\\c' }, { id: 91 }].map(storedTeacher);
const teachers = stored.map(composeTeacher);
const content = contentWith(stored);
const all = Uint32Array.of(0, 1, 2);
const writer = new ByteWriter();
const finish = (): string => new TextDecoder().decode(writer.finish());

describe("writePageHead() and writeTeachers()", () => {
  const url = "http://localhost/teachers/";
  const query = parseListQuery("degree=%22&limit=3&offset=3", { limitMax: 1000 });
  const links = {
    next: "http://localhost/teachers/?degree=%22&limit=3&offset=6",
    previous: "http://localhost/teachers/?degree=%22&limit=3",
  };
  test("give the page that JSON.stringify() gives", () => {
    for (const positions of [all, Uint32Array.of(2), new Uint32Array(0)]) {
      writer.begin();
      writePageHead(writer, url, query, 7);
      writeTeachers(writer, content, positions, resultPieces);
      writer.ascii("]}");
      const results = Array.from(positions, (position) => teachers[position]);
      expect(finish()).toBe(JSON.stringify({ count: 7, ...links, results }));
    }
  });

  test("give the only page without links", () => {
    writer.begin();
    writePageHead(writer, url, parseListQuery("", { limitMax: 1000 }), 0);
    writer.ascii("]}");
    expect(finish()).toBe(JSON.stringify({ count: 0, next: null, previous: null, results: [] }));
  });

  test("write a long link, for which the buffer has to grow", () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => i + 1).join(",");
    writer.begin();
    writePageHead(writer, url, parseListQuery(`id=${ids}`, { limitMax: 20_000 }), 11);
    writer.ascii("]}");
    expect(JSON.parse(finish()).next).toBe(
      `http://localhost/teachers/?id=${ids.replaceAll(",", "%2C")}&limit=10&offset=10`,
    );
  });
});
