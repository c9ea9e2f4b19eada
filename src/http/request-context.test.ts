import { expect, test } from "bun:test";
import { isReachable, notPolled, type PollResult, whyNotLoaded } from "./request-context.ts";

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
