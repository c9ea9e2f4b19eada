import { expect, test } from "bun:test";
import { applyPoll, initialState } from "./service-state.ts";

const poll = { newestVersion: null, buildError: null, databaseError: null };

test("before the first poll, the database counts as unreachable, for no known reason", () => {
  expect(initialState).toMatchObject({ databaseReachable: false, databaseError: null, waitingFor: "loading" });
});

test.each([
  [{ ...poll, outcome: "not built" }, true, "loading"],
  [{ ...poll, outcome: "nothing published" }, true, "nothing published yet"],
  [{ ...poll, outcome: "unreachable", databaseError: "closed" }, false, "database unreachable"],
] as const)("applyPoll() of %j", (result, databaseReachable, waitingFor) => {
  const state = { ...initialState };
  applyPoll(state, result);
  const { databaseError } = result;
  expect(state).toMatchObject({ databaseReachable, waitingFor, databaseError });
  applyPoll(state, { ...poll, outcome: "current" });
  expect(state).toMatchObject({ databaseReachable: true, databaseError: null });
});
