import { describe, expect, test } from "bun:test";
import { filterNames, listParameters, teacherParameters } from "./parameters.ts";
import { parseListQuery, parseTeacherQuery, type TeacherQuery } from "./query.ts";

describe("listParameters", () => {
  const names = listParameters.map(({ name }) => name);

  test("has no parameter twice", () => {
    expect(names).toEqual([...new Set(names)]);
  });

  test("has every filter", () => {
    expect(names).toEqual(expect.arrayContaining([...filterNames]));
  });

  test.each(listParameters.map(({ name, example, kind }) => [name, example, kind]))(
    "has %s, which the query has too",
    (name, example, kind) => {
      const { given, ...query } = parseListQuery(`${name}=${encodeURIComponent(example)}`, { limitMax: 1000 });
      const { given: _, ...plain } = parseListQuery("", { limitMax: 1000 });
      expect(given).toHaveLength(kind === "integer" ? 0 : 1);
      expect(query).not.toEqual(plain);
    },
  );
});

describe("teacherParameters", () => {
  test("has the format and the language", () => {
    expect(teacherParameters.map(({ name }) => name)).toEqual(["format", "lang"]);
  });
});

for (const [title, table, parse] of [
  ["listParameters", listParameters, (query: string) => parseListQuery(query, { limitMax: 1000 })],
  ["teacherParameters", teacherParameters, parseTeacherQuery],
] as const) {
  for (const parameter of table) {
    const { name, description, example } = parameter;
    test(`${title} describes ${name} in sentences`, () => {
      expect(description).toMatch(/^[A-Z].*\.$/);
    });
    test(`${title} has an example of ${name} that parses`, () => {
      expect(() => parse(`${name}=${encodeURIComponent(example)}`)).not.toThrow();
    });
    if (parameter.kind !== "choice") continue;
    test(`${title} has choices of ${name} that parse, and the default among them`, () => {
      for (const choice of parameter.choices) {
        const search = choice === "relevance" ? "&search=x" : "";
        const query: TeacherQuery & { readonly filters?: object } = parse(`${name}=${choice}${search}`);
        // `without` filters by the empty value.
        if (name === "without") {
          expect(query.filters).toEqual({ [choice]: "" });
          continue;
        }
        if (name === "exact") expect(query).toMatchObject({ isExact: choice === "true" });
        else expect({ ...query.filters, ...query }).toMatchObject({ [name]: choice });
      }
      if (parameter.default !== null) expect(parameter.choices).toContain(parameter.default);
    });
  }
}
