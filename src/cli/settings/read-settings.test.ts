import { describe, expect, test } from "bun:test";
import { readSettings } from "./read-settings.ts";
import { SettingError, type SettingName, settings } from "./settings.ts";

describe("readSettings() parses", () => {
  test.each<[name: SettingName, text: string, value: unknown]>([
    ["database", "sqlite:a b.db", "sqlite:a b.db"],
    ["dataDir", "a folder", "a folder"],
    ["host", "fe80::1", "fe80::1"],
    ["host", "name-1.example.edu", "name-1.example.edu"],
    ["port", "0", 0],
    ["port", "65535", 65535],
    ["baseUrl", "https://пошук.example.edu/a//", "https://xn--j1ahcry.example.edu/a"],
    ["keep", "1000000", 1_000_000],
    ["format", "ndjson", "ndjson"],
    ["dryRun", "1", true],
    ["dryRun", "false", false],
  ])("%s %j", (name, text, value) => {
    expect<unknown>(readSettings([name], { [name]: text }, {}).values[name]).toEqual(value);
  });
});

describe("readSettings() refuses", () => {
  test.each<[name: SettingName, text: string, message: string]>([
    ["database", "a.db", '--database: "a.db" is not a database that this release can open; '],
    ["dataDir", "", '--data-dir: "" is not a folder'],
    ["host", "127.0.0.999", '--host: "127.0.0.999" is not an address or a name'],
    ["host", "fe80::1%eth0", '--host: "fe80::1%eth0" is not an address or a name'],
    ["port", "65536", '--port: "65536" is not a port; expected 0 to 65535'],
    ["baseUrl", "https://anna:secret@example.edu", '--base-url: "https://anna:***@example.edu" is not a base URL; '],
    ["keep", "1000001", '--keep: "1000001" is not a number of versions; expected 1 to 1000000'],
    ["format", "CSV", '--format: "CSV" is not a format; expected csv, json, ndjson'],
    ["dryRun", "toString", '--dry-run: "toString" is not true or false'],
  ])("%s %j", (name, text, message) => {
    expect(() => readSettings([name], { [name]: text }, {})).toThrow(message);
    expect(() => readSettings([name], { [name]: text }, {})).toThrow(SettingError);
  });
});

describe("readSettings() reads", () => {
  test.each<[what: string, names: SettingName[], environment: Record<string, string>, values: Record<string, unknown>]>(
    [
      ["the default", ["port", "output"], {}, { port: 8000, output: null }],
      ["our variable before the conventional one", ["port"], { TEACHERS_PORT: "1", PORT: "2" }, { port: 1 }],
      ["the conventional variable where ours is blank", ["port"], { TEACHERS_PORT: " ", PORT: "2" }, { port: 2 }],
      ["no conventional variable of other commands", ["keep"], { PORT: "any" }, { keep: null }],
    ],
  )("%s", (_, names, environment, values) => {
    expect<unknown>(readSettings(names, {}, environment).values).toMatchObject(values);
  });

  test("the flag or variable that set each value", () => {
    const flags = { keep: "2" };
    const environment = { TEACHERS_KEEP: "1", TEACHERS_ALLOW_ADDED: "60%", PORT: "1" };
    expect(readSettings(["port"], flags, environment).sources).toEqual({
      port: "PORT",
      keep: "--keep",
      allowAdded: "TEACHERS_ALLOW_ADDED",
    });
  });

  test("every default", () => {
    const names = Object.keys(settings) as SettingName[];
    for (const [name, value] of Object.entries(readSettings(names, {}, {}).values)) {
      expect(value === null, name).toBe(settings[name as SettingName].default === undefined);
    }
  });

  test.each<[environment: Record<string, string>, message: string]>([
    [{ TEACHERS_PORT: "any" }, 'TEACHERS_PORT: "any" is not a port'],
    [{ TEACHERS_PROT: "1" }, "TEACHERS_PROT is not a setting; the settings are TEACHERS_DATABASE, "],
  ])("no invalid or unknown variable: %j", (environment, message) => {
    expect(() => readSettings(["keep"], {}, environment)).toThrow(message);
  });
});
