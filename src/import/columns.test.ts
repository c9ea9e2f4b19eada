import { describe, expect, test } from "bun:test";
import { findHeader, findSeparator } from "./columns.ts";

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
    expect<string>(findSeparator(Buffer.from(header))).toBe(separator);
  });
});

describe("findHeader()", () => {
  const cases: [text: string, header: string | undefined][] = [
    ["id,degree\n1", "id,degree"],
    ["id,degree\r\n1", "id,degree"],
    ["id,degree\r1", "id,degree"],
    ['\r\n \n;;;\n""\nid;degree\n', "id;degree"],
    ['"id\n",degree\n', '"id\n",degree'],
    ["id,degree", undefined],
    ['"id\n', undefined],
    ["\n\n", undefined],
    ["", undefined],
  ];
  test.each(cases)("in %j is %j", (text, header) => {
    const found = findHeader(Buffer.from(text));
    expect(found && Buffer.from(found).toString()).toEqual(header as string);
  });
});
