/** The answer to a request that fails: the problem that its client sees, as JSON or as a page. */
import { OverloadError } from "../directory/turns.ts";
import { renderProblemPage } from "../pages/problem-page.tsx";
import { type Answer, noStore } from "./answer.ts";
import { Problem, renderProblem, unavailable } from "./contract/problem.ts";
import { langOf } from "./contract/query.ts";
import { htmlHeadersFor, pageContextOf, prefersPage } from "./page-for-request.ts";
import type { RequestContext } from "./request-context.ts";

/** The problem that a client sees for an error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const isAborted = error instanceof DOMException && error.name === "AbortError";
  // No client reads the response to an aborted request.
  if (error instanceof OverloadError || isAborted) {
    return unavailable("Too many searches or downloads wait; try again in a moment.");
  }
  return new Problem(500);
}

/** A problem as JSON or, if the client prefers HTML, as a page. Paths with `.json` always get JSON. */
export function answerProblem(problem: Problem, context: RequestContext): Answer {
  const { status, headers } = problem;
  if (context.route?.isJson || !prefersPage(context.headers)) {
    const own = { "Content-Type": "application/problem+json", Vary: "Accept", ...noStore, ...headers };
    return { status, headers: own, body: JSON.stringify(renderProblem(problem)) };
  }
  const own = {
    "Content-Type": "text/html; charset=utf-8",
    Vary: "Accept, Accept-Language",
    ...htmlHeadersFor(context.options),
    ...noStore,
    ...headers,
  };
  const page = pageContextOf(context, langOf(context.target.query));
  return { status, headers: own, body: renderProblemPage(page, problem) };
}
