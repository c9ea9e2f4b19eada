/** The reference for people who write clients, from the same tables that the service runs on. */
import type { ComponentChildren, VNode } from "preact";
import { encodeQueryValue } from "../contract/links.ts";
import { exampleProblem, faultCodes, type ProblemName, problems, renderProblem } from "../contract/problems.ts";
import { listRepresentations } from "../contract/representations.ts";
import { type Resource, resources } from "../contract/resources.ts";
import { responseHeaders } from "../contract/response-headers.ts";
import { exampleTeacher, teacherSchema } from "../contract/schemas.ts";
import { teacherFields } from "../domain/teacher.ts";
import { CodeText } from "./code-text.tsx";
import { Fact, ResourceSection } from "./docs-resource.tsx";
import {
  type DescribedResource,
  describedHeaders,
  docsWordsIn,
  fieldWordsUk,
  formatWordsUk,
  headerWordsUk,
  problemMeaningsUk,
} from "./docs-texts.ts";
import type { PageContext } from "./page-context.ts";
import { renderPage } from "./page-layout.tsx";
import { faultWordsUk } from "./problem-texts.ts";

export interface DocsOptions {
  /** The most teachers on a page. */
  readonly limitMax: number;
}

interface DocsProps extends DocsOptions {
  readonly context: PageContext;
}

export function renderDocsPage(context: PageContext, options: DocsOptions): string {
  return renderPage(context, {
    title: docsWordsIn(context.lang).heading,
    part: "docs",
    script: "run-request.js",
    children: <DocsBody context={context} {...options} />,
  });
}

const sections = ["start", "resources", "fields", "paging", "searching", "formats", "headers", "failures"] as const;

function DocsBody({ context, limitMax }: DocsProps): VNode {
  const words = docsWordsIn(context.lang);
  return (
    <div
      class="docs"
      data-running={words.running}
      data-failed={words.failed}
      data-cut={words.cut}
      data-answer={words.answer}
    >
      <header>
        <h1>{words.heading}</h1>
        <p class="lead">{words.lead}</p>
        <p class="address">
          {words.base}: <code>{context.base}</code>
        </p>
      </header>
      <nav class="contents" aria-label={words.contents}>
        <ul>
          {sections.map((id) => (
            <li key={id}>
              <a href={`#${id}`}>{words[id]}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="prose">
        <FirstSteps context={context} />
        <Section id="resources" title={words.resources}>
          <p>{words.blank}</p>
          {(Object.entries(resources) as [string, Resource][]).map(([id, resource]) =>
            id === "asset" ? null : (
              <ResourceSection
                key={id}
                id={id as DescribedResource}
                context={context}
                resource={resource}
                limitMax={limitMax}
              />
            ),
          )}
        </Section>
        <Tables context={context} />
      </div>
    </div>
  );
}

interface SectionProps {
  readonly id: (typeof sections)[number];
  readonly title: string;
  readonly children: ComponentChildren;
}

function Section({ id, title, children }: SectionProps): VNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function FirstSteps({ context: { lang, base } }: { readonly context: PageContext }): VNode {
  const words = docsWordsIn(lang);
  const list = `${base}/teachers/`;
  const page = { count: 25, next: `${list}?limit=1&offset=1`, previous: null, results: [exampleTeacher] };
  const query = (pairs: Readonly<Record<string, string>>): string =>
    Object.entries(pairs)
      .map(([name, value]) => `${name}=${encodeQueryValue(value)}`)
      .join("&");
  const commands = [
    `curl '${list}?${query({ search: "Goncharenko" })}'`,
    `curl '${list}?${query({ first_name: "Т", ordering: "last_name" })}'`,
    `curl -O -J --compressed '${list}?${query({ format: "csv", search: "шевч" })}'`,
    `curl -I -H 'If-None-Match: ${responseHeaders.ETag.example}' '${list}'`,
  ];
  return (
    <Section id="start" title={words.start}>
      <p>
        <CodeText text={words.startMore} />
      </p>
      <Code>{`$ curl '${list}?limit=1'\n${JSON.stringify(page, null, 2)}`}</Code>
      <dl class="commands">
        {commands.map((command, index) => (
          <div key={command}>
            <dt>{words.examples[index]}</dt>
            <dd>
              <Code>{command}</Code>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Tables({ context: { lang, base } }: { readonly context: PageContext }): VNode {
  const words = docsWordsIn(lang);
  const isUk = lang === "uk";
  return (
    <>
      <Section id="fields" title={words.fields}>
        <Paragraphs texts={[words.teacherMore]} />
        <dl class="facts">
          {teacherFields.map((field) => (
            <Fact
              key={field}
              name={field}
              text={isUk ? fieldWordsUk[field] : teacherSchema.shape[field]!.description!}
            />
          ))}
        </dl>
      </Section>
      <Section id="paging" title={words.paging}>
        <Paragraphs texts={words.pagingMore} />
      </Section>
      <Section id="searching" title={words.searching}>
        <Paragraphs texts={words.searchingMore} />
      </Section>
      <Section id="formats" title={words.formats}>
        <Paragraphs texts={[words.formatsMore]} />
        <dl class="facts">
          {listRepresentations.map(({ format, mediaType, description }) => (
            <Fact
              key={format}
              name={format}
              text={`${isUk ? formatWordsUk[format] : description}${mediaType === null ? "" : ` \`${mediaType}\``}`}
            />
          ))}
        </dl>
      </Section>
      <Section id="headers" title={words.headers}>
        <Paragraphs texts={[words.headersMore]} />
        <dl class="facts">
          {describedHeaders.map((name) => (
            <Fact key={name} name={name} text={isUk ? headerWordsUk[name] : responseHeaders[name].description} />
          ))}
        </dl>
      </Section>
      <Section id="failures" title={words.failures}>
        <Paragraphs texts={[words.problemsMore]} />
        <Code>{`$ curl '${base}/teachers/?limit=ten'\n${JSON.stringify(renderProblem(exampleProblem("badParameters")), null, 2)}`}</Code>
        <dl class="facts">
          {(Object.keys(problems) as ProblemName[]).map((name) => (
            <Fact
              key={name}
              name={`${problems[name].status} ${problems[name].title}`}
              text={isUk ? problemMeaningsUk[name] : problems[name].detail}
            />
          ))}
        </dl>
        <h3>{words.codes}</h3>
        <dl class="facts">
          {(Object.keys(faultCodes) as (keyof typeof faultCodes)[]).map((code) => (
            <Fact key={code} name={code} text={isUk ? faultWordsUk[code] : faultCodes[code]} />
          ))}
        </dl>
      </Section>
    </>
  );
}

function Paragraphs({ texts }: { readonly texts: readonly string[] }): VNode {
  return (
    <>
      {texts.map((text) => (
        <p key={text}>
          <CodeText text={text} />
        </p>
      ))}
    </>
  );
}

/** Code in a box that scrolls, also by keyboard. */
function Code({ children }: { readonly children: string }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard
    <pre tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
