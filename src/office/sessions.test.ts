import { expect, test } from "bun:test";
import { createSessions } from "./sessions.ts";

const hour = 60 * 60_000;

function setUp(cookieName = "office-8010") {
  let now = 0;
  const sessions = createSessions(cookieName, () => now);
  const find = (id: string) => sessions.find(new Headers({ cookie: `a=b; ${cookieName}=${id}` }));
  const wait = (ms: number): void => {
    now += ms;
  };
  return { sessions, find, wait };
}

test("a session ends after two hours without use", () => {
  const { sessions, find, wait } = setUp();
  const session = sessions.start("anna", "uk");
  wait(2 * hour - 1);
  expect(find(session.id)).toBe(session);
  wait(2 * hour);
  expect(find(session.id)).toBeNull();
});

test("a session ends after twelve hours, also if it is used", () => {
  const { sessions, find, wait } = setUp();
  const { id } = sessions.start("anna", "uk");
  for (let i = 0; i < 11; i++) {
    wait(hour);
    expect(find(id)).not.toBeNull();
  }
  wait(hour);
  expect(find(id)).toBeNull();
});

test("of too many sessions, the one that was idle for longest ends", () => {
  const { sessions, find, wait } = setUp();
  const ids = Array.from({ length: 20 }, (_, i) => {
    wait(1);
    return sessions.start(`user ${i}`, "uk").id;
  });
  find(ids[0]!);
  sessions.start("last", "uk");
  expect(ids.map((id) => find(id) !== null)).toEqual(ids.map((_, i) => i !== 1));
});

test("a cookie is for this host alone, and not for scripts", () => {
  const { sessions } = setUp("__Host-office");
  const { id } = sessions.start("anna", "uk");
  expect(sessions.renderCookie(id)).toBe(`__Host-office=${id}; Path=/; Secure; HttpOnly; SameSite=Strict`);
  expect(sessions.renderCookie("")).toContain("; Max-Age=0;");
  expect(id.length).toBeGreaterThan(40);
});
