/** The page of a problem: what went wrong, and what to do. */
import type { VNode } from "preact";
import { hrefWithout, listHref, type PageContext } from "./hrefs.ts";
import { QuotedText } from "./inline-text.tsx";
import { renderPage } from "./page-layout.tsx";
import { type IssueCode, issueTexts, type PageStatus, problemText } from "./problem-texts.ts";
import { SearchForm } from "./search-form.tsx";
import { textsIn } from "./texts.ts";

/** A problem of the server, as plain data. */
interface ProblemView {
  readonly status: PageStatus;
  /** The problem in English. */
  readonly message: string;
  readonly issues: readonly { readonly parameter: string; readonly code: IssueCode; readonly value: string }[];
}

export function renderProblemPage(context: PageContext, problem: ProblemView): string {
  const { status, message, issues } = problem;
  const texts = textsIn(context.lang);
  const [heading, advice] = problemText(context.lang, status, context.path);
  const without = hrefWithout(
    context,
    issues.map(({ parameter }) => parameter),
  );
  // Whoever pasted a whole line can shorten it.
  const long = issues.find(({ parameter, code }) => /^(?:search|q)$/.test(parameter) && code === "too_long");
  const search = long === undefined ? "" : (new URLSearchParams(context.query).get(long.parameter) ?? "");
  return renderPage(context, {
    title: heading,
    children: (
      <div class="problem">
        <h1>{heading}</h1>
        <p>{advice}</p>
        {issues.length > 0 && <Issues context={context} issues={issues} />}
        {(status === 404 || long !== undefined) && <SearchForm context={context} search={search} />}
        <p class="go">
          {((issues.length > 0 && long === undefined) || status >= 500) && (
            <a class="button main" href={without}>
              {issues.length > 0 ? texts.withoutIssues : texts.tryAgain}
            </a>
          )}
          <a href={listHref(context)}>{texts.toList}</a>
        </p>
        <details>
          <summary>{texts.technicalDetails}</summary>
          <p lang="en">
            {status}: <bdi>{message}</bdi>
          </p>
        </details>
      </div>
    ),
  });
}

function Issues({ context: { lang }, issues }: { context: PageContext; issues: ProblemView["issues"] }): VNode {
  const texts = textsIn(lang);
  return (
    <section aria-labelledby="issues">
      <h2 id="issues">{texts.issues}</h2>
      <dl>
        {issues.map(({ parameter, code, value }) => (
          <div key={parameter + code}>
            <dt>
              <bdi>{parameter}</bdi>
            </dt>
            <dd>
              {issueTexts[code][lang]} {texts.value}: <QuotedText lang={lang} text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
