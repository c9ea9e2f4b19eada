import { describe, expect, test } from "bun:test";
import { findSeparator, parseHeader } from "./columns.ts";
import { createFaultList } from "./fault.ts";

describe("findSeparator()", () => {
  const cases: [header: string, separator: string][] = [
    ["id,last_name,degree", ","],
    ["id;last_name;degree", ";"],
    ["id\tlast_name\tdegree", "\t"],
    ['"id;";"a,b,c,d";degree', ";"],
    ['"id;;;""",degree', ","],
    ["id", ","],
    ["", ","],
  ];
  test.each(cases)("%j has %j", (header, separator) => {
    expect<string>(findSeparator(header)).toBe(separator);
  });
});

describe("parseHeader()", () => {
  const fields = ["id", "last_name", "first_name", "middle_name", "degree"];
  const cases: [header: string[], id: number, texts: number[]][] = [
    [fields, 0, [1, 2, 3, 4]],
    [fields.toReversed(), 4, [3, 2, 1, 0]],
    [[" degree", "name", ...fields.slice(0, 4)], 2, [3, 4, 5, 0]],
  ];
  test.each(cases)("finds the columns of %j", (header, id, texts) => {
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toMatchObject({ id, texts });
    expect(faults.stopped).toBe(false);
  });

  const refused: [header: string[], count: number][] = [
    [[], 5],
    [[...fields, "id"], 1],
    [[...fields, "tel", "tel", "", ""], 3],
    [Array<string>(101).fill("id"), 1],
  ];
  test.each(refused)("refuses %j", (header, count) => {
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toBeUndefined();
    expect(faults).toMatchObject({ stopped: true, count });
  });
});
