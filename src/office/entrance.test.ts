import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeyEntrance, createProxyEntrance } from "./entrance.ts";

const folder = mkdtempSync(join(tmpdir(), "entrance-test-"));
const usersFile = join(folder, "users");
afterAll(() => rmSync(folder, { recursive: true }));

test("a key works once, however it is typed, within ten minutes, and only the newest one", () => {
  let now = 0;
  const entrance = createKeyEntrance(() => now);
  expect(entrance.redeem("")).toBe(false);
  const [first, second] = [entrance.renewKey(), entrance.renewKey()];
  expect(second).toMatch(/^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/);
  expect(["", first, ` ${second.toUpperCase().replaceAll("-", " ")}\n`, second].map(entrance.redeem)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  const late = entrance.renewKey();
  now += 10 * 60_000;
  expect(entrance.redeem(late)).toBe(false);
});

function createProxy(secret: string | null = null) {
  const reasons: string[] = [];
  const { identify } = createProxyEntrance(secret, usersFile, (event) => reasons.push(event));
  const headersOf = (user: string) => new Headers({ "X-Remote-User": Buffer.from(user).toString("latin1") });
  return { identify, reasons, refusalOf: (user: string) => identify(headersOf(user)).refusal };
}

test("a user that the proxy names may enter while the file lists the name", () => {
  const refusalOf = createProxy().refusalOf;
  writeFileSync(usersFile, "# officers\r\nanna#2\r\n\r\n Олена@example.edu\r\n#borys");
  expect(["anna#2", "Олена@example.edu"].map(refusalOf)).toEqual([null, null]);
  expect(["anna", "Anna#2", "#borys", "borys", "officers"].map(refusalOf)).toEqual(Array(5).fill("notListed"));
});

test("nobody is taken for unlisted while the file can't be read", () => {
  const { refusalOf, reasons } = createProxy();
  writeFileSync(usersFile, "");
  expect(refusalOf("anna")).toBe("usersUnknown");
  writeFileSync(usersFile, "anna\n");
  chmodSync(usersFile, 0o666);
  expect(refusalOf("anna")).toBe("usersUnknown");
  rmSync(usersFile);
  expect([refusalOf("anna"), reasons.length]).toEqual(["usersUnknown", 3]);
  writeFileSync(usersFile, "anna\n");
  expect(refusalOf("anna")).toBe(null);
});

const headers: readonly (readonly [given: Readonly<Record<string, string>>, user: string])[] = [
  [{ "X-Remote-User": "anna", "X-Proxy-Secret": "secret" }, "anna"],
  [{ "X-Remote-User": "anna" }, ""],
  [{ "X-Remote-User": "anna", "X-Proxy-Secret": "Secret" }, ""],
  [{ "X-Remote-User": "anna, root", "X-Proxy-Secret": "secret" }, ""],
  [{ "X-Remote-User": "", "X-Proxy-Secret": "secret" }, ""],
  [{ "X-Remote-User": Buffer.from("Романа").toString("latin1"), "X-Proxy-Secret": "secret" }, "Романа"],
  [{ "X-Remote-User": "Andr\xe9", "X-Proxy-Secret": "secret" }, ""],
  [{ "X-Remote-User": "a".repeat(201), "X-Proxy-Secret": "secret" }, ""],
  [{ "X-Forwarded-User": "anna", "X-Proxy-Secret": "secret" }, ""],
];

test.each(headers)("the headers %j name %j", (given, user) => {
  expect(createProxy("secret").identify(new Headers(given)).user).toBe(user);
});
