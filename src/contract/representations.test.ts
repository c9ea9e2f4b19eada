import { describe, expect, test } from "bun:test";
import { Problem } from "./problems.ts";
import {
  chooseCoding,
  chooseRepresentation,
  type Format,
  listRepresentations,
  teacherRepresentations,
} from "./representations.ts";

describe("chooseRepresentation()", () => {
  const cases: [format: Format | null, accept: string | null, chosen: Format, indent: number | null][] = [
    [null, null, "json", null],
    [null, "*/*", "json", null],
    [null, "application/json; indent=2", "json", 2],
    [null, "text/html,*/*;q=0.8", "html", null],
    [null, "text/csv", "csv", null],
    [null, "application/x-ndjson", "ndjson", null],
    ["json", "text/html", "json", null],
    ["json", "application/json; indent=4", "json", 4],
    ["json", "image/png", "json", null],
    ["excel", "image/png", "excel", null],
    ["html", "application/json; indent=2", "html", null],
  ];
  test.each(cases)("of format %s and Accept %s is %s, indented by %p", (format, accept, chosen, indent) => {
    const choice = chooseRepresentation(listRepresentations, format, accept);
    expect([choice.representation.format, choice.indent]).toEqual([chosen, indent]);
  });

  test("fails if nothing is acceptable", () => {
    expect(() => chooseRepresentation(listRepresentations, null, "image/png")).toThrow(new Problem("notAcceptable"));
    expect(() => chooseRepresentation(teacherRepresentations, null, "text/csv")).toThrow(new Problem("notAcceptable"));
  });
});

describe("chooseCoding()", () => {
  const cases: [format: Format, limit: number, acceptEncoding: string | null, coding: string, vary: string][] = [
    ["json", 100, "gzip", "identity", "Accept"],
    ["json", 101, "gzip", "gzip", "Accept, Accept-Encoding"],
    ["json", 101, null, "identity", "Accept, Accept-Encoding"],
    ["html", 20, "gzip", "identity", "Accept"],
    ["html", 21, "gzip", "gzip", "Accept, Accept-Encoding"],
    ["csv", 1, "gzip", "gzip", "Accept, Accept-Encoding"],
  ];
  test.each(cases)("of %s with limit %d and Accept-Encoding %s", (format, limit, acceptEncoding, coding, vary) => {
    const representation = listRepresentations.find((one) => one.format === format)!;
    expect(chooseCoding(representation, limit, acceptEncoding)).toEqual({ coding, vary } as never);
  });
});
