/** The API reference, built from the tables that the service uses. In English only: its readers are programmers. */
import type { ComponentChildren, VNode } from "preact";
import { exampleTeacher } from "../../contract/openapi/schemas.ts";
import type { Lang } from "../../contract/parameters.ts";
import { exampleProblem, faultCodes, problems, renderProblem } from "../../contract/problems.ts";
import { encodeQueryValue } from "../../contract/query-values.ts";
import { representations } from "../../contract/representations.ts";
import { type Resource, type ResourceName, resources } from "../../contract/resources.ts";
import { responseHeaders } from "../../contract/response-headers.ts";
import { romanise } from "../../domain/names/romanisation.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { CodeText } from "../inline-text.tsx";
import { renderPage } from "../page-layout.tsx";
import { ClientRecipes } from "./docs-clients.tsx";
import { Code, Examples, Pair, requestExample, walkExample } from "./docs-examples.tsx";
import { ResourceSection } from "./docs-resource.tsx";

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
  /** The tag of the list as JSON; null before data is loaded. */
  readonly etag: string | null;
  /** How many teachers there are. */
  readonly count: number;
  /** The language of the pages that led here, which the links keep; null for none. */
  readonly lang: Lang | null;
}

export function renderDocsPage(options: DocsOptions): string {
  const { base, indexable, lang } = options;
  return renderPage(
    { lang: "en", base, path: resources.docs.path, query: lang === null ? "" : `lang=${lang}`, indexable },
    { title: heading, part: "docs", script: "reference.js", children: <DocsBody {...options} /> },
  );
}

export const heading = "Teachers Directory API";

/** The sections in order, each with the paragraphs that it starts with. Code is in backticks. */
export const sections = {
  start: { title: "Quick start", paragraphs: ["The first page of the list. Follow `next` until it is `null`:"] },
  resources: {
    title: "Resources",
    paragraphs: [
      "Leading and trailing white space in values is ignored. A blank value counts as absent. Filters are combined with AND.",
      "All fields of a teacher are always present and never `null`. Missing values are empty strings.",
    ],
  },
  paging: {
    title: "Pagination and sorting",
    paragraphs: [
      "Follow `next`: it carries all parameters, with the effective `limit`. `count` is exact and covers all pages.",
      "Order is stable; ties are broken by id. Following the links returns every match exactly once. An offset past the end returns 200 with empty `results`.",
      "Compare `Dataset-Version` across pages. If it changes, new data has been published: start again.",
      "To keep a copy current, send its version as `changed_since`, and to `/teachers/removed/` as `since`. If both answers have the same `Dataset-Version`, the copy then has that version. 410 means: read everything again.",
    ],
  },
  searching: {
    title: "Search and filters",
    paragraphs: [
      "Filters are exact: `first_name=Т` does not match Тарас.",
      "`search` matches the start of each word: `шевч`, `Тарас Шевченко`, `Шевченко Т.Г.`, `доц. Коваль`. If no spelling matches, search uses pronunciation, the other keyboard layout and typing errors: `Goncharenko`, `Ujyxfhtyrj` and `Гончаернко` find Гончаренко.",
      "`Search-Reading` says how the search was read. `reading=spelling` finds only what is spelt as typed.",
    ],
  },
  formats: {
    title: "Formats",
    paragraphs: [
      "`format` selects the format; without it, the `Accept` header does. CSV, Excel and NDJSON stream all matches, or one page if `limit` or `offset` is given.",
    ],
  },
  headers: {
    title: "Headers and caching",
    paragraphs: [
      "Send the `ETag` of a previous response in `If-None-Match`. If nothing has changed, the response is 304 without a body.",
    ],
  },
  errors: {
    title: "Errors",
    paragraphs: [
      "Errors are `application/problem+json` (RFC 9457). `detail` is a message for people. `errors` lists the first ten invalid parameters, each with a stable `code`; `errors_omitted` counts the others.",
      "What is no valid HTTP is answered without such a body: 431 for a head of more than 16 KiB or about 200 fields, and 400 for others.",
    ],
  },
  clients: {
    title: "Generated clients",
    paragraphs: [
      "These generators write a typed client from `/openapi.json`. `.json` paths always return JSON, so the generated types stay simple. Each `client.ts` lists all teachers, reads one, and prints the problem for an id that nobody has.",
    ],
  },
} as const;

/** The response headers that a client's author can use. */
export const describedHeaders = [
  "ETag",
  "Last-Modified",
  "Cache-Control",
  "Vary",
  "Dataset-Version",
  "Search-Reading",
  "Content-Encoding",
  "Retry-After",
  "Allow",
  "Accept-Query",
] as const satisfies readonly (keyof typeof responseHeaders)[];

/** The resources that the reference is about. */
export const described = (Object.entries(resources) as [ResourceName, Resource][]).filter(
  ([, { representations }]) => representations.length > 0,
);

/** Those of teachers come first; few readers need the others. */
const main = described.filter(([, { pathFormats }]) => pathFormats.length > 0);
const service = described.filter(([, { pathFormats }]) => pathFormats.length === 0);

function DocsBody({ base, limitMax, example: served, datasetVersion, first, etag, count }: DocsOptions): VNode {
  const example = served ?? exampleTeacher;
  const sectionOf = ([id, resource]: (typeof described)[number]): VNode => (
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
        <Section id="paging" card={<Examples id="paging" example={walkExample(`${base}/teachers/?limit=100`)} />} />
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
  /** The example of the paragraphs. */
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
  const searched = encodeQueryValue(latin);
  const requests: readonly (readonly [purpose: string, pairs: readonly (readonly [string, string])[]])[] = [
    ["Find a teacher, also by a Latin spelling", [["search", latin]]],
    [
      "Filter, in alphabetical order",
      [
        ["first_name", first_name],
        ["ordering", "last_name"],
      ],
    ],
  ];
  const commands: readonly (readonly [purpose: string, command: string])[] = [
    ["Download all matches as CSV", `curl -O -J --compressed '${list}?format=csv&search=${searched}'`],
    [
      "Check whether the data has changed",
      `curl -I -H 'If-None-Match: ${etag ?? responseHeaders.ETag.example}' '${list}'`,
    ],
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
      {requests.map(([purpose, pairs], index) => (
        <Pair key={purpose} card={<Examples id={`start${index}`} example={requestExample(list, pairs)} />}>
          <h3>{purpose}</h3>
        </Pair>
      ))}
      {commands.map(([purpose, command]) => (
        <Pair key={purpose} card={<Code>{command}</Code>}>
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
