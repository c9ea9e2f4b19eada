import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeyEntrance, createProxyEntrance } from "./entrance.ts";

const folder = mkdtempSync(join(tmpdir(), "entrance-test-"));
const usersFile = join(folder, "users");
afterAll(() => rmSync(folder, { recursive: true }));

test("a key works once, however it is typed, and within ten minutes", () => {
  let now = 0;
  const entrance = createKeyEntrance(() => now);
  expect(entrance.key).toMatch(/^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/);
  expect(entrance.spend("")).toBe(false);
  expect(entrance.spend(` ${entrance.key!.toUpperCase()}\n`)).toBe(true);
  expect(entrance.spend(entrance.key!)).toBe(false);
  const late = createKeyEntrance(() => now);
  now += 10 * 60_000;
  expect(late.spend(late.key!)).toBe(false);
});

test("a user that the proxy names may enter while the file lists the name", () => {
  const reasons: string[] = [];
  const entrance = createProxyEntrance({
    userHeader: "X-Remote-User",
    secret: null,
    usersFile,
    onUnreadable: (reason) => reasons.push(reason),
  });
  expect([entrance.mayEnter("anna"), entrance.mayEnter(""), reasons.length]).toEqual([false, false, 1]);
  writeFileSync(usersFile, "# officers\r\nanna # since May\r\n\r\nborys@example.edu\r\n");
  expect(["anna", "borys@example.edu", "Anna", "#", "", "officers"].filter(entrance.mayEnter)).toEqual([
    "anna",
    "borys@example.edu",
  ]);
  writeFileSync(usersFile, "borys@example.edu\n");
  expect(entrance.mayEnter("anna")).toBe(false);
});

const headers: readonly (readonly [given: Readonly<Record<string, string>>, user: string | null])[] = [
  [{ "X-Remote-User": "anna", "X-Proxy-Secret": "secret" }, "anna"],
  [{ "X-Remote-User": "anna" }, null],
  [{ "X-Remote-User": "anna", "X-Proxy-Secret": "Secret" }, null],
  [{ "X-Remote-User": "anna, root", "X-Proxy-Secret": "secret" }, null],
  [{ "X-Remote-User": "", "X-Proxy-Secret": "secret" }, null],
  [{ "X-Remote-User": "a".repeat(201), "X-Proxy-Secret": "secret" }, null],
  [{ "X-Forwarded-User": "anna", "X-Proxy-Secret": "secret" }, null],
];

test.each(headers)("the headers %j name %j", (given, user) => {
  const entrance = createProxyEntrance({
    userHeader: "X-Remote-User",
    secret: "secret",
    usersFile,
    onUnreadable: () => {},
  });
  expect(entrance.identify(new Headers(given))).toBe(user);
});
