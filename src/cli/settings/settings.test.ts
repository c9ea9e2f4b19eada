import { expect, test } from "bun:test";
import { type SettingName, settings } from "./settings.ts";

/** Parses the texts of repeated flags as commander does. */
function parse(name: SettingName, ...texts: readonly string[]): unknown {
  const option = settings[name] as unknown as { parseArg(text: string, before: unknown): unknown };
  return texts.reduce<unknown>((before, text) => option.parseArg(text, before), settings[name].defaultValue);
}

test.each<[name: SettingName, text: string, value: unknown]>([
  ["database", "sqlite:a b.db", "sqlite:a b.db"],
  ["copy", "a file", "a file"],
  ["host", "fe80::1", "fe80::1"],
  ["host", "name-1.example.edu", "name-1.example.edu"],
  ["port", "0", 0],
  ["port", "65535", 65535],
  ["baseUrl", "https://пошук.example.edu/a//", "https://xn--j1ahcry.example.edu/a"],
  ["encoding", "UTF-8", "utf-8"],
  ["message", " Наказ № 5 ", "Наказ № 5"],
  ["before", "2024-02-29", "2024-02-29"],
  ["keep", "1000000", 1_000_000],
])("%s accepts %j", (name, text, value) => {
  expect(parse(name, text)).toEqual(value);
});

test.each<[name: SettingName, text: string, message: string]>([
  ["database", "a.db", '--database (TEACHERS_DATABASE): "a.db" is not a database that this release can open; '],
  ["copy", "", "Expected a text that is not empty."],
  ["port", "65536", "Expected a number from 0 to 65535."],
  ["baseUrl", "https://anna@example.edu", "Expected http:// or https:// with a host and perhaps a path"],
  ["message", "а\tб", "Expected one line of at most"],
  ["message", " ", "Expected one line of at most"],
  ["message", "\ud800", "Expected one line of at most"],
  ["before", "2025-02-29", "Expected a date, YYYY-MM-DD."],
  ["keep", "1000001", "Expected a number from 1 to 1000000."],
  ["map", "surname=Прізвище", "Expected FIELD=COLUMN, each field once; the fields are id, last_name"],
])("%s refuses %j", (name, text, message) => {
  expect(() => parse(name, text)).toThrow(message);
});

test("--map is repeated, with each field once", () => {
  expect(parse("map", "last_name=Family name", "degree=Rank")).toEqual({ last_name: "Family name", degree: "Rank" });
  expect(() => parse("map", "degree=a", "degree=b")).toThrow("each field once");
});

test("every setting is named after its flag, and every variable after its setting", () => {
  for (const [name, option] of Object.entries(settings)) {
    expect(option.attributeName()).toBe(name);
    const variable = `TEACHERS_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
    expect([undefined, variable]).toContain(option.envVar);
  }
  expect(Object.values(settings).filter(({ envVar }) => envVar !== undefined).length).toBeLessThanOrEqual(30);
});
