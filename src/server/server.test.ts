import { expect, test } from "bun:test";
import { applyPoll, initialState } from "./server.ts";

const poll = { source: "database", newestVersion: null, buildError: null, sourceError: null } as const;

test("before the first poll, the database counts as unreachable without a reason", () => {
  expect(initialState).toMatchObject({ sourceReachable: false, sourceError: null, waitingFor: "loading" });
});

test.each([
  [{ ...poll, outcome: "not built" }, true, "loading"],
  [{ ...poll, outcome: "nothing published" }, true, "nothing published yet"],
  [{ ...poll, outcome: "unreachable", sourceError: "closed" }, false, "database unreachable"],
  [{ ...poll, source: "folder", outcome: "unreachable", sourceError: "closed" }, false, "folder unreachable"],
] as const)("applyPoll() of %j", (result, sourceReachable, waitingFor) => {
  const state = { ...initialState };
  applyPoll(state, result);
  const { sourceError } = result;
  expect(state).toMatchObject({ sourceReachable, waitingFor, sourceError });
  applyPoll(state, { ...poll, outcome: "current" });
  expect(state).toMatchObject({ sourceReachable: true, sourceError: null });
});
