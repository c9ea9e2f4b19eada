import { describe, expect, test } from "bun:test";
import { adviceFor, findCloseName, listAdvice } from "./near-miss.ts";

const known = ["limit", "first_name", "id", "lang"];

describe("findCloseName()", () => {
  const cases: [name: string, meant: string | null][] = [
    ["limits", "limit"],
    ["imit", "limit"],
    ["lemit", "limit"],
    ["ilmit", "limit"],
    ["lim😀it", "limit"],
    ["limitss", null],
    ["timil", null],
    ["LIMIT", "limit"],
    ["LIMITS", null],
    ["first_name__icontains", "first_name"],
    ["first_nam__icontains", null],
    ["__limit", null],
    ["ids", "id"],
    ["ID", "id"],
    ["Id", "id"],
    ["id__in", "id"],
    ["i", null],
    ["d", null],
    ["di", null],
    ["id1", null],
    ["sid", null],
    ["uid", null],
    ["cid", null],
    ["", null],
  ];
  test.each(cases)("of %j is %j", (name, meant) => {
    expect(findCloseName(name, known)).toBe(meant);
  });
});

describe("adviceFor()", () => {
  const cases: [name: string, advice: string | null][] = [
    ["limits", "unknown parameter; did you mean limit?"],
    ["per_page", "unknown parameter; use page_size"],
    ["cursor", "unknown parameter; use limit and offset, or follow next"],
    ["full_name", "not a filter; use search"],
    ["filter[last_name]", "unknown parameter; use last_name, first_name, middle_name, degree, id or search"],
    ["utm_source", null],
  ];
  test.each(cases)("says of %s %j", (name, advice) => {
    expect(adviceFor(name, known, listAdvice)).toBe(advice);
  });

  test("gives no advice on a field that is a filter", () => {
    for (const name of ["id", "last_name", "first_name", "middle_name", "degree"]) {
      expect(listAdvice.has(name)).toBe(false);
    }
  });
});
