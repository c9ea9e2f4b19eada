import { expect, test } from "bun:test";
import { chooseRequestId, isReachable, notPolled, type PollResult, whyNotLoaded } from "./request-context.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test.each(["1", "0f0f-1", "Root=1-67891233-abcdef012345678912345678", "a+b/c==", "svc:42@host", "x".repeat(128)])(
  "the id %s is kept",
  (sent) => expect(chooseRequestId(sent)).toBe(sent),
);

test.each([null, "", " ", "a b", "a,b", 'a"b', "a;b", "ї", "\u001b[31m", "x".repeat(129)])(
  "another id replaces %j",
  (sent) => {
    expect(chooseRequestId(sent)).toMatch(uuid);
    expect(chooseRequestId(sent)).not.toBe(chooseRequestId(sent));
  },
);

test.each<[Partial<PollResult>, boolean, string]>([
  [{}, false, "loading"],
  [{ outcome: "current" }, true, "loading"],
  [{ outcome: "not served" }, true, "loading"],
  [{ outcome: "nothing published" }, true, "nothing published yet"],
  [{ outcome: "unreachable" }, false, "database unreachable"],
])("the reason after the poll %j", (change, reachable, reason) => {
  const poll = { ...notPolled, ...change };
  expect([isReachable(poll), whyNotLoaded(poll)]).toEqual([reachable, reason]);
});
