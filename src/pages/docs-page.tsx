/** The API reference, built from the tables that the service uses. In English only: its readers are programmers. */
import type { ComponentChildren, VNode } from "preact";
import { encodeQueryValue } from "../contract/links.ts";
import { exampleProblem, faultCodes, problems, renderProblem } from "../contract/problems.ts";
import { listRepresentations } from "../contract/representations.ts";
import { type Resource, resources } from "../contract/resources.ts";
import { responseHeaders } from "../contract/response-headers.ts";
import { exampleTeacher, teacherSchema } from "../contract/schemas.ts";
import { teacherFields } from "../domain/teacher.ts";
import { CodeText } from "./code-text.tsx";
import { ResourceSection } from "./docs-resource.tsx";
import { renderPage } from "./page-layout.tsx";

export interface DocsOptions {
  /** The absolute base URL, without a trailing slash. */
  readonly base: string;
  /** The largest page size. */
  readonly limitMax: number;
  /** Whether search engines may index the page. */
  readonly indexable: boolean;
}

export function renderDocsPage(options: DocsOptions): string {
  const { base, indexable } = options;
  return renderPage(
    { lang: "en", base, path: resources.docs.path, query: "", indexable },
    { title: heading, part: "docs", script: "run-request.js", children: <DocsBody {...options} /> },
  );
}

const heading = "Teachers Directory API";

const sections = {
  start: "Quick start",
  resources: "Resources",
  fields: "Teacher fields",
  paging: "Pagination and sorting",
  searching: "Search and filters",
  formats: "Formats",
  headers: "Headers and caching",
  errors: "Errors",
} as const;

/** The response headers that a client's author can use. */
const describedHeaders = [
  "ETag",
  "Last-Modified",
  "Cache-Control",
  "Vary",
  "Dataset-Version",
  "Content-Encoding",
  "Retry-After",
  "Allow",
] as const satisfies readonly (keyof typeof responseHeaders)[];

function DocsBody({ base, limitMax }: DocsOptions): VNode {
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
          {Object.entries(sections).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="prose">
        <QuickStart base={base} />
        <Section id="resources">
          <p>
            Leading and trailing white space in values is ignored. A blank value counts as absent. Filters are combined
            with AND.
          </p>
          {Object.entries<Resource>(resources)
            .filter(([, { representations }]) => representations.length > 0)
            .map(([id, resource]) => (
              <ResourceSection key={id} id={id} base={base} resource={resource} limitMax={limitMax} />
            ))}
        </Section>
        <Fields />
        <Lists />
        <Headers />
        <Errors base={base} />
      </div>
    </div>
  );
}

interface SectionProps {
  readonly id: keyof typeof sections;
  readonly children: ComponentChildren;
}

function Section({ id, children }: SectionProps): VNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{sections[id]}</h2>
      {children}
    </section>
  );
}

function QuickStart({ base }: Pick<DocsOptions, "base">): VNode {
  const list = `${base}/teachers/`;
  const page = { count: 25, next: `${list}?limit=1&offset=1`, previous: null, results: [exampleTeacher] };
  const commands: readonly (readonly [purpose: string, command: string])[] = [
    ["Find a teacher", `curl '${list}?search=Goncharenko'`],
    ["Filter, in alphabetical order", `curl '${list}?first_name=${encodeQueryValue("Т")}&ordering=last_name'`],
    ["Download all matches as CSV", `curl -O -J --compressed '${list}?format=csv&search=${encodeQueryValue("шевч")}'`],
    ["Check whether the data has changed", `curl -I -H 'If-None-Match: ${responseHeaders.ETag.example}' '${list}'`],
  ];
  return (
    <Section id="start">
      <p>
        The first page of the list. Follow <code>next</code> until it is <code>null</code>:
      </p>
      <Code>{`$ curl '${list}?limit=1'\n${JSON.stringify(page, null, 2)}`}</Code>
      <dl class="commands">
        {commands.map(([purpose, command]) => (
          <div key={purpose}>
            <dt>{purpose}</dt>
            <dd>
              <Code>{command}</Code>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Fields(): VNode {
  return (
    <Section id="fields">
      <p>
        All nine fields are always present and never <code>null</code>. Missing values are empty strings.
      </p>
      <Definitions items={teacherFields.map((name) => [name, teacherSchema.shape[name]!.description!])} />
    </Section>
  );
}

function Lists(): VNode {
  return (
    <>
      <Section id="paging">
        <p>
          Follow <code>next</code>: it carries all parameters, with the effective <code>limit</code>. <code>count</code>{" "}
          is exact and covers all pages.
        </p>
        <p>
          Order is stable; ties are broken by id. Following the links returns every match exactly once. An offset past
          the end returns 200 with empty <code>results</code>.
        </p>
        <p>
          Compare <code>Dataset-Version</code> across pages. If it changes, new data has been published: start again.
        </p>
      </Section>
      <Section id="searching">
        <p>
          Filters are exact: <code>first_name=Т</code> does not match Тарас.
        </p>
        <p>
          <code>search</code> matches the start of each word: <code>шевч</code>, <code>Тарас Шевченко</code>,{" "}
          <code>Шевченко Т.Г.</code>, <code>доц. Коваль</code>. If no spelling matches, search uses pronunciation:{" "}
          <code>Goncharenko</code> finds Гончаренко.
        </p>
      </Section>
      <Section id="formats">
        <p>
          <code>format</code> selects the format; without it, the <code>Accept</code> header does. CSV, Excel and NDJSON
          stream all matches, or one page if <code>limit</code> or <code>offset</code> is given.
        </p>
        <Definitions
          items={listRepresentations.map(({ format, mediaType, description }) => [
            format,
            mediaType === null ? description : `${description} \`${mediaType}\``,
          ])}
        />
      </Section>
    </>
  );
}

function Headers(): VNode {
  return (
    <Section id="headers">
      <p>
        Send the <code>ETag</code> of a previous response in <code>If-None-Match</code>. If nothing has changed, the
        response is 304 without a body.
      </p>
      <Definitions items={describedHeaders.map((name) => [name, responseHeaders[name].description])} />
    </Section>
  );
}

function Errors({ base }: Pick<DocsOptions, "base">): VNode {
  return (
    <Section id="errors">
      <p>
        Errors are <code>application/problem+json</code> (RFC 9457). <code>detail</code> is a message for people.{" "}
        <code>errors</code> lists the first ten invalid parameters, each with a stable <code>code</code>;{" "}
        <code>errors_omitted</code> counts the others.
      </p>
      <Code>{`$ curl '${base}/teachers/?limit=ten'\n${JSON.stringify(renderProblem(exampleProblem("badParameters")), null, 2)}`}</Code>
      <Definitions items={Object.values(problems).map(({ status, title, detail }) => [`${status} ${title}`, detail])} />
      <h3>Parameter error codes</h3>
      <Definitions items={Object.entries(faultCodes)} />
    </Section>
  );
}

/** Terms in code, each with its definition. */
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

/** A code block that scrolls, also with the keyboard. */
function Code({ children }: { readonly children: string }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable block must be focusable
    <pre tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
