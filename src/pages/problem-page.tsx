/** The page of a problem: explains the API response for people, and gives advice. */
import type { VNode } from "preact";
import { type Problem, type ProblemBody, renderProblem } from "../contract/problems.ts";
import { hrefWithout, langPairs, newListHref, type PageContext } from "./hrefs.ts";
import { CodeText } from "./inline-text.tsx";
import { SearchForm } from "./list/search-form.tsx";
import { renderPage } from "./page-layout.tsx";
import { Part } from "./parts.tsx";
import { faultText, problemText } from "./problem-texts.ts";
import { textsIn } from "./texts.ts";

export function renderProblemPage(context: PageContext, problem: Problem): string {
  const [heading] = problemText(context.lang, problem.problem, context.path);
  return renderPage(context, {
    title: heading,
    part: "teachers",
    children: <ProblemContent context={context} problem={problem} />,
  });
}

function ProblemContent({ context, problem }: { readonly context: PageContext; readonly problem: Problem }): VNode {
  const texts = textsIn(context.lang);
  const body = renderProblem(problem);
  const { status, title, detail, errors = [], errors_omitted: omitted = 0 } = body;
  const [heading, advice] = problemText(context.lang, problem.problem, context.path);
  const faulty = errors.map(({ parameter }) => parameter);
  return (
    <div class="problem">
      <p class="status" aria-hidden="true">
        {status}
      </p>
      <h1>{heading}</h1>
      <p class="lead">{advice}</p>
      <Faults context={context} body={body} />
      {problem.problem === "notFound" && (
        <SearchForm context={context} search="" hidden={langPairs(context)} hasHint clearHref={null} />
      )}
      <p class="actions">
        {errors.length > 0 && omitted === 0 && (
          <a class="primary" href={hrefWithout(context, faulty)}>
            {texts.withoutFaults}
          </a>
        )}
        {status >= 500 && (
          <a class="primary" href={hrefWithout(context, [])}>
            {texts.tryAgain}
          </a>
        )}
        <a href={newListHref(context)}>{texts.allTeachers}</a>
      </p>
      <details open={errors.length === 0 && problem.problem !== "notFound"}>
        <summary>{texts.technicalDetails}</summary>
        <p lang="en">
          <b>
            {status} {title}
          </b>
          <br />
          <bdi>{detail}</bdi>
        </p>
      </details>
    </div>
  );
}

function Faults({ context, body }: { readonly context: PageContext; readonly body: ProblemBody }): VNode | null {
  const texts = textsIn(context.lang);
  const { errors = [], errors_omitted: omitted = 0 } = body;
  if (errors.length === 0) return null;
  return (
    <Part id="faults" title={texts.faults}>
      <dl class="definitions">
        {errors.map((fault) => (
          <div key={fault.parameter + fault.code}>
            <dt>
              <code>
                <bdi>{fault.parameter}</bdi>
              </code>
            </dt>
            <dd>
              <CodeText text={faultText(context.lang, fault)} /> {texts.value}:{" "}
              <q>
                <bdi>{fault.value}</bdi>
              </q>
            </dd>
          </div>
        ))}
      </dl>
      {omitted > 0 && <p>{texts.omittedFaults(omitted)}</p>}
    </Part>
  );
}
