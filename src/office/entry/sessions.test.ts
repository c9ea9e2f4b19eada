import { expect, test } from "bun:test";
import { createSessions } from "./sessions.ts";

const hour = 60 * 60_000;

function setUp(isSecure = false) {
  const ended: string[] = [];
  let now = 0;
  const sessions = createSessions({
    isSecure,
    port: 8010,
    onEnd: ({ user }) => ended.push(user),
    now: () => now,
  });
  const wait = (ms: number): void => {
    now += ms;
  };
  return { sessions, ended, wait };
}

test("a session ends after two hours without use", () => {
  const { sessions, ended, wait } = setUp();
  const { session, cookie } = sessions.start("anna", "uk");
  wait(2 * hour - 1);
  expect(sessions.find(`a=b; office-8010=${cookie}`)).toBe(session);
  wait(2 * hour);
  expect(sessions.find(`office-8010=${cookie}`)).toBeNull();
  expect(ended).toEqual(["anna"]);
});

test("a session ends after twelve hours, also if it is used", () => {
  const { sessions, wait } = setUp();
  const { cookie } = sessions.start("anna", "uk");
  for (let i = 0; i < 11; i++) {
    wait(hour);
    expect(sessions.find(`office-8010=${cookie}`)).not.toBeNull();
  }
  wait(hour);
  expect(sessions.find(`office-8010=${cookie}`)).toBeNull();
});

test("of too many sessions, the one that was idle for longest ends", () => {
  const { sessions, ended, wait } = setUp();
  const first = sessions.start("first", "uk");
  for (let i = 0; i < 19; i++) {
    wait(1);
    sessions.start(`user ${i}`, "uk");
  }
  sessions.find(`office-8010=${first.cookie}`);
  sessions.start("last", "uk");
  expect(ended).toEqual(["user 0"]);
});

test("a cookie is for this host alone, and not for scripts", () => {
  const { sessions } = setUp(true);
  const { cookie } = sessions.start("anna", "uk");
  expect(sessions.renderCookie(cookie)).toBe(`__Host-office=${cookie}; Path=/; HttpOnly; SameSite=Strict; Secure`);
  expect(sessions.renderCookie("")).toEndWith("; Max-Age=0");
  expect(cookie.length).toBeGreaterThan(40);
});
