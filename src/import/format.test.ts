import { describe, expect, test } from "bun:test";
import { findFormat, findTextFormat, type ImportFormat, type TextFormat } from "./format.ts";

describe("findFormat()", () => {
  const cases: [fileName: string, format: ImportFormat | undefined][] = [
    ["teachers.csv", "csv"],
    ["teachers.tsv", "csv"],
    ["teachers.txt", "csv"],
    ["/data/2026.09/TEACHERS.CSV", "csv"],
    ["teachers.json", "json"],
    ["teachers.ndjson", "ndjson"],
    ["teachers.jsonl", "ndjson"],
    ["teachers.xlsx", "xlsx"],
    ["Викладачі.ODS", "ods"],
    ["teachers.xls", undefined],
    ["teachers.csv.gz", "csv"],
    ["teachers.json.GZ", "json"],
    ["teachers.gz", undefined],
    ["teachers", undefined],
    ["csv", undefined],
    ["-", undefined],
    ["a.constructor", undefined],
  ];
  test.each(cases)("%s has the format %p", (fileName, format) => {
    expect(findFormat(fileName)).toBe(format as ImportFormat);
  });
});

describe("findTextFormat()", () => {
  const cases: [start: string, format: TextFormat][] = [
    ["id,last_name", "csv"],
    ["", "csv"],
    ["[]", "json"],
    [' \n[ {"id": 1', "json"],
    ["[1] a,b", "csv"],
    ['{"count": 2, "next"', "json"],
    ['{"count": 0, "next": null, "previous": null, "results": []}', "json"],
    ['{"id":1}', "ndjson"],
    ['{"id":1}\n{"id":2', "ndjson"],
    ['\ufeff{\n  "count": 2', "json"],
  ];
  test.each(cases)("%j starts a file of %s", (start, format) => {
    expect(findTextFormat(start)).toBe(format);
  });
});
