/** The page of a problem: the same that a program is told, in words for people and with a way on. */
import type { VNode } from "preact";
import { faultCodes, type ParameterFault, type Problem, renderProblem } from "../contract/problems.ts";
import { CodeText } from "./code-text.tsx";
import { hrefWithout, langPairs, wholeListHref } from "./hrefs.ts";
import type { PageContext } from "./page-context.ts";
import { renderPage } from "./page-layout.tsx";
import { faultWordsUk, problemWords } from "./problem-texts.ts";
import { SearchForm } from "./search-form.tsx";
import { wordsIn } from "./texts.ts";

interface ProblemProps {
  readonly context: PageContext;
  readonly problem: Problem;
}

export function renderProblemPage(context: PageContext, problem: Problem): string {
  const [heading] = problemWords(context.lang, problem.problem, context.path);
  return renderPage(context, {
    title: heading,
    part: "teachers",
    children: <ProblemBody context={context} problem={problem} />,
  });
}

function ProblemBody({ context, problem }: ProblemProps): VNode {
  const words = wordsIn(context.lang);
  const { status, title, detail, errors = [], errors_omitted: omitted = 0 } = renderProblem(problem);
  const [heading, advice] = problemWords(context.lang, problem.problem, context.path);
  return (
    <div class="problem">
      <p class="status" aria-hidden="true">
        {status}
      </p>
      <h1>{heading}</h1>
      <p class="lead">{advice}</p>
      {errors.length > 0 && <Faults context={context} faults={errors} omitted={omitted} />}
      {problem.problem === "notFound" && (
        <SearchForm context={context} search="" hidden={langPairs(context)} focus={false} />
      )}
      <p class="actions">
        {errors.length > 0 && omitted === 0 && (
          <a
            class="primary"
            href={hrefWithout(
              context,
              errors.map(({ parameter }) => parameter),
            )}
          >
            {words.withoutFaults}
          </a>
        )}
        {status >= 500 && (
          <a class="primary" href={hrefWithout(context, [])}>
            {words.again}
          </a>
        )}
        <a href={wholeListHref(context)}>{words.allTeachers}</a>
      </p>
      <details open={errors.length === 0}>
        <summary>{words.answer}</summary>
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

function Faults({
  context,
  faults,
  omitted,
}: {
  readonly context: PageContext;
  readonly faults: readonly ParameterFault[];
  /** How many faults there are besides these. */
  readonly omitted: number;
}): VNode {
  const words = wordsIn(context.lang);
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">{words.faults}</h2>
      <dl class="facts">
        {faults.map(({ parameter, code, value, detail }) => (
          <div key={parameter + code}>
            <dt>
              <code>
                <bdi>{parameter}</bdi>
              </code>
            </dt>
            <dd>
              <CodeText text={context.lang === "uk" ? faultWordsUk[code] : faultCodes[code]} /> {words.value}:{" "}
              <q>
                <bdi>{value}</bdi>
              </q>
              <p class="hint" lang="en">
                <code>{code}</code> <bdi>{detail}</bdi>
              </p>
            </dd>
          </div>
        ))}
      </dl>
      {omitted > 0 && <p>{words.omittedFaults(omitted)}</p>}
    </section>
  );
}
