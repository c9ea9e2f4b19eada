import { describe, expect, test } from "bun:test";
import { teacherFields } from "../../domain/teacher.ts";
import type { ResourceName } from "../resources.ts";
import { listSchemaFields } from "./schema-fields.ts";

describe("listSchemaFields()", () => {
  const cases: readonly [name: ResourceName, types: Readonly<Record<string, string>>][] = [
    ["list", { count: "integer", next: "URL or null", previous: "URL or null", results: "array of Teacher" }],
    [
      "index",
      { teachers: "URL", match: "URL", degrees: "URL", letters: "URL", removed: "URL", openapi: "URL", docs: "URL" },
    ],
    ["live", { status: '"alive"' }],
    ["openapi", {}],
    ["docs", {}],
  ];
  test.each(cases)("of %s", (name, types) => {
    expect(Object.fromEntries(listSchemaFields(name).map((field) => [field.name, field.type]))).toEqual(types);
  });

  test("has every field of a teacher, described", () => {
    const fields = listSchemaFields("teacher");
    expect(fields.map(({ name }) => name)).toEqual([...teacherFields]);
    for (const { description } of fields) expect(description).not.toBe("");
  });

  test("has every field of the results of matching, described", () => {
    const fields = listSchemaFields("match");
    const names = ["cell", "name", "verdict", "reading", "set_aside", "teacher", "candidates"];
    expect(fields.map(({ name }) => name)).toEqual(["results", ...names.map((name) => `results[].${name}`)]);
    for (const { description } of fields) expect(description).not.toBe("");
    expect(fields.find(({ name }) => name === "results[].teacher")!.type).toBe("Teacher or null");
  });

  test("labels optional fields", () => {
    const fields = Object.fromEntries(listSchemaFields("ready").map(({ name, type }) => [name, type]));
    expect(fields).toMatchObject({
      published_at: "date-time",
      database: '"reachable" or "unreachable", optional',
      newest_version: "integer, optional",
    });
  });
});
