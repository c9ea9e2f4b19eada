import { expect, test } from "bun:test";
import { copyPathOf, identityOf } from "./copy-path.ts";

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
