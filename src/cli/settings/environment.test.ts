import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareEnvironment } from "./environment.ts";
import { SettingError } from "./settings.ts";

/** The variables that a settings file with this text gives. */
function parse(text: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "settings-file-"));
  const file = join(folder, "a.env");
  const variables: Record<string, string> = {};
  try {
    writeFileSync(file, text);
    prepareEnvironment(variables, file);
    return variables;
  } catch (error) {
    throw new SettingError((error as Error).message.replace(file, "a.env"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each<[given: Record<string, string>, prepared: Record<string, string>]>([
  [{ TEACHERS_PORT: " 80 " }, { TEACHERS_PORT: "80" }],
  [{ TEACHERS_PORT: " " }, {}],
  [{ TEACHERS_ALLOW_INDEXING: "true" }, { TEACHERS_ALLOW_INDEXING: "true" }],
  [{ TEACHERS_ALLOW_INDEXING: "0" }, {}],
])("prepareEnvironment(%j) leaves %j", (given, prepared) => {
  prepareEnvironment(given);
  expect(given).toEqual(prepared);
});

test.each<[variable: string, message: string]>([
  ["TEACHERS_PROT", "TEACHERS_PROT is not the variable of a setting; `teachers COMMAND --help` lists them"],
  ["TEACHERS_DRY_RUN", "TEACHERS_DRY_RUN: Only the flag --dry-run sets this"],
  ["TEACHERS_ALLOW_INDEXING", 'TEACHERS_ALLOW_INDEXING: "yes" is not true or false'],
])("prepareEnvironment() refuses %s=yes", (variable, message) => {
  expect(() => prepareEnvironment({ [variable]: "yes" })).toThrow(new SettingError(message));
});

test.each<[text: string, variables: Readonly<Record<string, string>>]>([
  ["A=1\nB=2\n", { A: "1", B: "2" }],
  ["A=1", { A: "1" }],
  ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["# A=1\n; B=2\n\n  \t\n C=3\n", { C: "3" }],
  ["A=\nB=2\n", { A: "", B: "2" }],
  ["A= a b # c \n", { A: "a b # c" }],
  ["A=postgres://u:p@h/d?sslmode=require\n", { A: "postgres://u:p@h/d?sslmode=require" }],
  [`A="a folder/teachers.db"\nB='x "y"'  \n`, { A: "a folder/teachers.db", B: 'x "y"' }],
  ['A="a \\"b\\" \\\\"\n', { A: 'a "b" \\' }],
  ["A=1\nA=2\n", { A: "2" }],
])("the settings file %j", (text, variables) => {
  expect(parse(text)).toEqual(variables);
});

test.each([
  ["A\n", 1],
  ["A=1\nexport B=2\n", 2],
  ['A="b\nc"\n', 1],
  ["\nA='b'c\n", 2],
  ["1=2\n", 1],
])("the settings file %j refuses line %d", (text, line) => {
  const refusal = `a.env: Line ${line} is neither a comment nor NAME=VALUE`;
  expect(() => parse(text)).toThrow(new SettingError(refusal));
});

test("deploy/teachers.env can be parsed", () => {
  const text = readFileSync(join(import.meta.dir, "../../../deploy/teachers.env"), "utf8");
  expect(parse(text)).toEqual({
    TEACHERS_DATABASE: "sqlite:/var/lib/teachers/teachers.db",
  });
});

test("a settings file that can't be read is refused, since a command would use another database", () => {
  expect(() => prepareEnvironment({}, tmpdir())).toThrow(`${tmpdir()} can't be read: `);
});
