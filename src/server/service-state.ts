/** The state of a running server, as polls of the database change it. */
import type { HealthState, ServiceState } from "../http/request-context.ts";
import type { PollResult } from "./follow/follower.ts";

/** A state that its owner may change. */
export type Changeable<State> = { -readonly [Key in keyof State]: State[Key] };

/** The state before anything is known. */
export const initialState: ServiceState = {
  directory: null,
  waitingFor: "loading",
  source: "database",
  sourceReachable: false,
  sourceError: null,
  newestVersion: null,
  buildError: null,
  draining: false,
};

/** Updates the state with the result of a poll. */
export function applyPoll(state: Changeable<HealthState>, { outcome, ...known }: PollResult): void {
  Object.assign(state, known);
  state.sourceReachable = outcome !== "unreachable";
  if (outcome === "unreachable") state.waitingFor = `${state.source} unreachable`;
  else state.waitingFor = outcome === "nothing published" ? "nothing published yet" : "loading";
}
