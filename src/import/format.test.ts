import { describe, expect, test } from "bun:test";
import { findFormat, type ImportFormat } from "./format.ts";

describe("findFormat()", () => {
  const cases: [fileName: string, format: ImportFormat | undefined][] = [
    ["teachers.csv", "csv"],
    ["teachers.tsv", "csv"],
    ["teachers.txt", "csv"],
    ["/data/2026.09/TEACHERS.CSV", "csv"],
    ["teachers.json", "json"],
    ["teachers.ndjson", "ndjson"],
    ["teachers.jsonl", "ndjson"],
    ["teachers.xlsx", undefined],
    ["teachers.csv.gz", undefined],
    ["teachers", undefined],
    ["csv", undefined],
    ["-", undefined],
    ["a.constructor", undefined],
  ];
  test.each(cases)("%s tells %p", (fileName, format) => {
    expect(findFormat(fileName)).toBe(format as ImportFormat);
  });
});
