import type { Problem } from "../../src/http/contract/problem.ts";

/** Every status of a problem; it does not compile if one is missing. */
const all: Record<Problem["status"], true> = {
  ...{ 400: true, 404: true, 405: true, 406: true, 408: true, 413: true, 414: true, 415: true, 500: true, 503: true },
};
export const problemStatuses = Object.keys(all).map(Number) as Problem["status"][];
