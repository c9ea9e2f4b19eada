import { expect, test } from "bun:test";
import { type Login, parsePasswordFile } from "./password-file.ts";

const login: Login = { host: "db.example.edu", port: "5432", database: "teachers", user: "anna" };

test.each<[what: string, text: string, password: string | null]>([
  ["a line with every field", "db.example.edu:5432:teachers:anna:secret", "secret"],
  ["asterisks", "*:*:*:*:secret\n", "secret"],
  ["the first of several", "*:*:other:*:no\r\n*:*:*:anna:first\r\n*:*:*:*:second\r\n", "first"],
  ["escaped colons and backslashes", "*:*:*:anna:a\\:b\\\\c", "a:b\\c"],
  ["unescaped colons in a password", "*:*:*:anna:a:b", "a:b"],
  ["blanks in a password", "*:*:*:anna: a b ", " a b "],
  ["a comment", "#*:*:*:*:secret", null],
  ["an empty password", "*:*:*:*:", null],
  ["too few fields", "*:*:*:secret", null],
  ["another host", "db:5432:teachers:anna:secret", null],
  ["another port", "*:5433:*:*:secret", null],
  ["another database", "*:*:teacher:*:secret", null],
  ["another user", "*:*:*:Anna:secret", null],
  ["an asterisk within a field", "db.*:*:*:*:secret", null],
  ["an empty file", "", null],
])("parsePasswordFile() of %s", (_, text, password) => {
  expect(parsePasswordFile(text, login)).toBe(password);
});

test.each<[host: string, field: string, isMatch: boolean]>([
  ["::1", "\\:\\:1", true],
  ["/run/postgresql", "localhost", true],
  ["/run/postgresql", "/run/postgresql", true],
  ["/srv/sockets", "/srv/sockets", true],
  ["/srv/sockets", "localhost", false],
])("parsePasswordFile() of host %s with %s", (host, field, isMatch) => {
  expect(parsePasswordFile(`${field}:*:*:*:secret`, { ...login, host })).toBe(isMatch ? "secret" : null);
});
