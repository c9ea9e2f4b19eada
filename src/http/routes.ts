/** The routes as a table: which paths there are and what answers each. */
import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import { getLive, getReady } from "./health.ts";
import { describe, getList, getPerson } from "./teachers.ts";

export interface Route {
  /** The path as people write it. */
  readonly path: string;
  readonly pattern: RegExp;
  /** Answered without a look at the Host header. */
  readonly anyHost: boolean;
  get(call: Call, parameter: string): Answer;
  /** The answer to OPTIONS. */
  describe(): Answer;
}

export const routes: readonly Route[] = [
  {
    path: "/teachers/",
    pattern: /^\/teachers\/$/,
    anyHost: false,
    get: getList,
    describe: () => describe("Teacher List", "A page of the teachers that match, ordered by id."),
  },
  {
    path: "/teachers/{id}/",
    pattern: /^\/teachers\/([^/]+)\/$/,
    anyHost: false,
    get: getPerson,
    describe: () => describe("Teacher", "One teacher by id."),
  },
  {
    path: "/livez",
    pattern: /^\/livez$/,
    anyHost: true,
    get: getLive,
    describe: () => describe("Liveness", "Whether the process is alive."),
  },
  {
    path: "/readyz",
    pattern: /^\/readyz$/,
    anyHost: true,
    get: ({ options }) => getReady(options.state),
    describe: () => describe("Readiness", "Whether a version is loaded, and which."),
  },
];
