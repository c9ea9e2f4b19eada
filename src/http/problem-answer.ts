/** The answer to a request that fails: the problem that its client sees, as JSON or as a page. */

import { Problem, renderProblem } from "../contract/problems.ts";
import { IndexMissingError } from "../directory/directory.ts";
import { OverloadError } from "../directory/turns.ts";
import { langs } from "../domain/lang.ts";
import { renderProblemPage } from "../pages/problem-page.tsx";
import { type PlainAnswer, plainAnswer } from "./answer.ts";
import { htmlHeadersFor, pageContextOf, prefersPage } from "./page-for-request.ts";
import type { RequestContext } from "./request-context.ts";

/** The problem that a client sees for an error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // No client reads the response to an aborted request.
  if (error instanceof OverloadError || isAbortError(error))
    return new Problem("busy", { headers: { "Retry-After": "1" } });
  if (error instanceof IndexMissingError)
    return new Problem("notReady", { detail: "The search is not ready yet.", headers: { "Retry-After": "1" } });
  return new Problem("internal");
}

function isAbortError(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** A problem as JSON or, if the client prefers HTML, as a page. Paths with `.json` always get JSON. */
export function answerProblem(problem: Problem, context: RequestContext): PlainAnswer {
  const { status, headers } = problem;
  const common = { "Cache-Control": "no-store", ...headers };
  if (/\.json\/?$/.test(context.target.path) || !prefersPage(context.headers)) {
    const contentType = { "Content-Type": "application/problem+json", Vary: "Accept" };
    return plainAnswer(status, { ...contentType, ...common }, JSON.stringify(renderProblem(problem)));
  }
  const htmlHeaders = {
    "Content-Type": "text/html; charset=utf-8",
    Vary: "Accept, Accept-Language",
    ...htmlHeadersFor(context.options),
  };
  const lang = langs.find((known) => known === new URLSearchParams(context.target.query).get("lang")?.trim());
  const page = renderProblemPage(pageContextOf(context, lang ?? null), problem);
  return plainAnswer(status, { ...htmlHeaders, ...common }, page);
}
