import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SettingError } from "./settings.ts";
import { parseSettingsFile, readSettingsFile } from "./settings-file.ts";

test.each<[text: string, variables: Readonly<Record<string, string>>]>([
  ["A=1\nB=2\n", { A: "1", B: "2" }],
  ["A=1", { A: "1" }],
  ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["# A=1\n; B=2\n\n  \t\n C=3\n", { C: "3" }],
  ["A=\nB=2\n", { A: "", B: "2" }],
  ["A= a b # c \n", { A: "a b # c" }],
  ["A=postgres://u:p@h/d?sslmode=require\n", { A: "postgres://u:p@h/d?sslmode=require" }],
  [`A="postgres://u@a/d postgres://u@b/d"\nB='x "y"'  \n`, { A: "postgres://u@a/d postgres://u@b/d", B: 'x "y"' }],
  ['A="a \\"b\\" \\\\"\n', { A: 'a "b" \\' }],
  ["A=1\nA=2\n", { A: "2" }],
])("parseSettingsFile(%j)", (text, variables) => {
  expect(parseSettingsFile(text, "file")).toEqual(variables);
});

test.each([
  ["A\n", 1],
  ["A=1\nexport B=2\n", 2],
  ['A="b\nc"\n', 1],
  ["\nA='b'c\n", 2],
  ["1=2\n", 1],
])("parseSettingsFile(%j) refuses line %d", (text, line) => {
  const refusal = `/etc/a.env: Line ${line} is not a comment and not NAME=VALUE`;
  expect(() => parseSettingsFile(text, "/etc/a.env")).toThrow(new SettingError(refusal));
});

test("deploy/teachers.env can be parsed", () => {
  const text = readFileSync(join(import.meta.dir, "../../../deploy/teachers.env"), "utf8");
  expect(parseSettingsFile(text, "teachers.env")).toEqual({
    TEACHERS_DATABASE: "sqlite:/var/lib/teachers/teachers.db",
  });
});

test("readSettingsFile() warns of a file that it can't read", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-file-"));
  const warnings: string[] = [];
  expect(readSettingsFile(folder, (text) => warnings.push(text))).toEqual({});
  expect(warnings).toEqual([expect.stringContaining(`${folder} can't be read: `)]);
  rmSync(folder, { recursive: true });
});
