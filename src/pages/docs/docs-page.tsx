/**
 * The API reference, built from the tables that the service uses. It is only in English, because its readers are
 * programmers.
 */
import type { ComponentChildren, VNode } from "preact";
import { exampleTeacher } from "../../contract/openapi/schemas.ts";
import { exampleProblem, faultCodes, problems, renderProblem } from "../../contract/problems.ts";
import { encodeQueryValue } from "../../contract/query-values.ts";
import { representations } from "../../contract/representations.ts";
import { resources } from "../../contract/resources.ts";
import { responseHeaders } from "../../contract/response-headers.ts";
import type { Lang } from "../../domain/lang.ts";
import { romanise } from "../../domain/names/romanisation.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { CodeText } from "../inline-text.tsx";
import { renderPage } from "../page-layout.tsx";
import { ClientRecipes } from "./docs-clients.tsx";
import { Code, Examples, Pair, pagingExample, requestExample } from "./docs-examples.tsx";
import { ResourceSection } from "./docs-resource.tsx";
import { describedHeaders, describedResources, heading, sections } from "./docs-sections.ts";

export interface DocsOptions {
  /** The absolute base URL, without a trailing slash. */
  readonly base: string;
  /** The largest page size. */
  readonly limitMax: number;
  /** Whether search engines may index the page. */
  readonly indexable: boolean;
  /** A teacher of the directory for the examples; null if there is none. */
  readonly example: Teacher | null;
  /** The version that the example is from; null if there is none. */
  readonly datasetVersion: string | null;
  /** The first teacher of the list; null if there is none. */
  readonly first: Teacher | null;
  /** The ETag of the list as JSON; null before data is loaded. */
  readonly etag: string | null;
  readonly count: number;
  /** The `lang` parameter, which is kept in links to other pages; null if it is absent. */
  readonly lang: Lang | null;
}

export function renderDocsPage(options: DocsOptions): string {
  const { base, indexable, lang } = options;
  return renderPage(
    { lang: "en", base, path: resources.docs.path, query: lang === null ? "" : `lang=${lang}`, indexable },
    { title: heading, part: "docs", script: "reference.js", children: <DocsBody {...options} /> },
  );
}

/** Resources with data about teachers come first, because few readers need the others. */
const main = describedResources.filter(([, { pathFormats }]) => pathFormats.length > 0);
const service = describedResources.filter(([, { pathFormats }]) => pathFormats.length === 0);

function DocsBody({ base, limitMax, example: served, datasetVersion, first, etag, count }: DocsOptions): VNode {
  const example = served ?? exampleTeacher;
  const sectionOf = ([id, resource]: (typeof describedResources)[number]): VNode => (
    <ResourceSection key={id} {...{ id, base, resource, limitMax, example, datasetVersion }} />
  );
  return (
    <div class="docs">
      <header>
        <h1>{heading}</h1>
        <p class="lead">
          Every page is also an API endpoint. Read-only, no key, no registration, open to scripts on any site (CORS).
        </p>
        <p class="base">
          Base URL: <code>{base}</code>
        </p>
      </header>
      <nav class="contents" aria-label="Contents">
        <ul>
          {Object.entries(sections).map(([id, { title }]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
              {id === "resources" && (
                <ul>
                  {main.map(([name, resource]) => (
                    <li key={name}>
                      <a href={`#${name}`}>{resource.name}</a>
                    </li>
                  ))}
                  <li>
                    <a href="#service">Service resources</a>
                  </li>
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div class="prose">
        <QuickStart base={base} example={example} first={first} etag={etag} count={count} />
        <Section id="resources">
          {main.map(sectionOf)}
          <details class="operators">
            <summary id="service">Service resources</summary>
            {service.map(sectionOf)}
          </details>
        </Section>
        <Section id="paging" card={<Examples id="paging" example={pagingExample(`${base}/teachers/?limit=100`)} />} />
        <Section id="searching" />
        <Section id="formats">
          <Definitions
            items={Object.values(representations).map(({ format, mediaType, description }) => [
              format,
              mediaType === null ? description : `${description} \`${mediaType}\``,
            ])}
          />
        </Section>
        <Section id="headers">
          <Definitions items={describedHeaders.map((name) => [name, responseHeaders[name].description])} />
        </Section>
        <Errors base={base} />
        <Section id="clients">
          <ClientRecipes base={base} id={example.id} />
        </Section>
      </div>
    </div>
  );
}

interface SectionProps {
  readonly id: keyof typeof sections;
  /** The card with the example for the paragraphs. */
  readonly card?: ComponentChildren;
  readonly children?: ComponentChildren;
}

function Section({ id, card, children }: SectionProps): VNode {
  const { title, paragraphs } = sections[id];
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <Pair card={card}>
        {paragraphs.map((text) => (
          <p key={text}>
            <CodeText text={text} />
          </p>
        ))}
      </Pair>
      {children}
    </section>
  );
}

interface QuickStartProps extends Pick<DocsOptions, "base" | "count" | "first" | "etag"> {
  readonly example: Teacher;
}

function QuickStart({ base, example, first, etag, count }: QuickStartProps): VNode {
  const list = `${base}/teachers/`;
  const next = count > 1 ? `${list}?limit=1&offset=1` : null;
  const page = { count, next, previous: null, results: first === null ? [] : [first] };
  const { last_name, first_name } = example;
  const latin = romanise(last_name) ?? last_name;
  const download = `curl -O -J --compressed '${list}?format=csv&search=${encodeQueryValue(latin)}'`;
  const revalidation = `curl -I -H 'If-None-Match: ${etag ?? responseHeaders.ETag.example}' '${list}'`;
  const ordered = requestExample(list, [
    ["first_name", first_name],
    ["ordering", "last_name"],
  ]);
  const steps: readonly (readonly [purpose: string, card: VNode])[] = [
    [
      "Find a teacher, also by a Latin spelling",
      <Examples id="start0" example={requestExample(list, [["search", latin]])} />,
    ],
    ["Filter, in alphabetical order", <Examples id="start1" example={ordered} />],
    ["Download all matches as CSV", <Code>{download}</Code>],
    ["Check whether the data has changed", <Code>{revalidation}</Code>],
  ];
  return (
    <Section
      id="start"
      card={
        <>
          <Examples id="start" example={requestExample(list, [["limit", "1"]])} />
          <Code isJson>{JSON.stringify(page, null, 2)}</Code>
        </>
      }
    >
      {steps.map(([purpose, card]) => (
        <Pair key={purpose} card={card}>
          <h3>{purpose}</h3>
        </Pair>
      ))}
    </Section>
  );
}

function Errors({ base }: Pick<DocsOptions, "base">): VNode {
  return (
    <Section
      id="errors"
      card={
        <>
          <Examples id="errors" example={requestExample(`${base}/teachers/`, [["limit", "ten"]])} />
          <Code isJson>{JSON.stringify(renderProblem(exampleProblem("badParameters")), null, 2)}</Code>
        </>
      }
    >
      <Definitions items={Object.values(problems).map(({ status, title, detail }) => [`${status} ${title}`, detail])} />
      <h3>Parameter error codes</h3>
      <Definitions items={Object.entries(faultCodes)} />
    </Section>
  );
}

/** Terms are code; definitions may have code in backticks. */
function Definitions({ items }: { readonly items: readonly (readonly [term: string, text: string])[] }): VNode {
  return (
    <dl class="definitions">
      {items.map(([term, text]) => (
        <div key={text}>
          <dt>
            <code>{term}</code>
          </dt>
          <dd>
            <CodeText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
