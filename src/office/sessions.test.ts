import { expect, test } from "bun:test";
import type { ReadFile } from "../read/read.ts";
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

const reading = {} as ReadFile;
const pendingOf = (bytes: number) => {
  const source = { kind: "file", name: "a.csv" } as const;
  return { source, upload: { file: new Blob([new Uint8Array(bytes)]), answers: {}, reading } };
};

test("a pending upload is dropped after an hour, even without a request", () => {
  const { sessions, wait } = setUp();
  const session = sessions.start("anna", "uk");
  sessions.setPending(session, pendingOf(1));
  wait(hour - 1);
  sessions.sweep();
  expect(session.pending?.source).toEqual({ kind: "file", name: "a.csv" });
  wait(1);
  sessions.sweep();
  expect(session.pending).toBeNull();
});

test("of too many pending bytes, those of the sessions that were idle for longest are dropped", () => {
  const { sessions } = setUp();
  const all = Array.from({ length: 7 }, (_, i) => sessions.start(`user ${i}`, "uk"));
  for (const session of all) sessions.setPending(session, pendingOf(20 * 1024 * 1024));
  expect(all.map(({ pending }) => pending !== null)).toEqual([false, false, ...Array(5).fill(true)]);
});

test.each<[name: string, end: (sessions: ReturnType<typeof createSessions>, id: string) => void]>([
  ["the end of the session", (sessions, id) => sessions.end(find(sessions, id))],
  ["an erasure", (sessions) => sessions.dropAll()],
])("%s drops the upload", (_, end) => {
  const { sessions } = setUp();
  const session = sessions.start("anna", "uk");
  sessions.setPending(session, pendingOf(1));
  end(sessions, session.id);
  expect(session.pending).toBeNull();
});

function find(sessions: ReturnType<typeof createSessions>, id: string) {
  return sessions.find(new Headers({ cookie: `office-8010=${id}` }))!;
}

test("a cookie is for this host alone, and not for scripts", () => {
  const { sessions } = setUp("__Host-office");
  const { id } = sessions.start("anna", "uk");
  expect(sessions.renderCookie(id)).toBe(`__Host-office=${id}; Path=/; Secure; HttpOnly; SameSite=Strict`);
  expect(sessions.renderCookie("")).toContain("; Max-Age=0;");
  expect(id.length).toBeGreaterThan(40);
});
