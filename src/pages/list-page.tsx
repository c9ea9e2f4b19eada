/** The page of the list: search box, degrees, the teachers found, page links, and the list in other formats. */
import type { VNode } from "preact";
import type { Format } from "../contract/parameters.ts";
import type { Ordering } from "../domain/ordering.ts";
import { ActiveFilters, DegreeLinks, DegreeSelect } from "./filters.tsx";
import { downloadHref, listHref, pageOrdering, pathOf } from "./hrefs.ts";
import { isolate } from "./isolate.ts";
import type { ListView } from "./list-view.ts";
import type { PageContext } from "./page-context.ts";
import { renderPage } from "./page-layout.tsx";
import { Pager } from "./pager.tsx";
import { NoResults, Results, renderRows } from "./results.tsx";
import { SearchForm } from "./search-form.tsx";
import { wordsIn } from "./texts.ts";

interface ListProps {
  readonly context: PageContext;
  readonly view: ListView;
}

interface BodyProps extends ListProps {
  /** The teachers found, as markup. */
  readonly rows: string;
}

/** What the list can be had as, with the names that people know. */
const downloads: readonly (readonly [format: Format, label: string])[] = [
  ["json", "JSON"],
  ["csv", "CSV"],
  ["excel", "Excel"],
  ["ndjson", "NDJSON"],
];

export function* renderListPage(context: PageContext, view: ListView): Generator<undefined, string> {
  const rows = yield* renderRows(context, view);
  return renderPage(context, {
    title: titleOf(context, view),
    part: "teachers",
    ...(startsInSearch(view) && view.query.search !== "" ? { script: "select-search.js" } : {}),
    links: (
      <>
        <link rel="alternate" type="application/json" href={downloadHref(context, view.query, view.ordering, "json")} />
        {view.links.previous !== null && <link rel="prev" href={pathOf(view.links.previous)} />}
        {view.links.next !== null && <link rel="next" href={pathOf(view.links.next)} />}
      </>
    ),
    children: <ListBody context={context} view={view} rows={rows} />,
  });
}

function ListBody({ context, view, rows }: BodyProps): VNode {
  const { query, degrees, teachers } = view;
  const words = wordsIn(context.lang);
  // A degree that is asked for is among those to choose from, even where nobody found has it.
  const hasDegrees = degrees.frequent.length > 0 || query.filters.degree !== undefined;
  const hidden = query.given
    .filter(([name]) => !["search", "degree", "offset"].includes(name))
    .map(([name, value]): [string, string] => [name, name === "limit" ? String(query.limit) : value]);
  return (
    <>
      <div class="hero">
        <h1>{words.find}</h1>
        <SearchForm context={context} search={query.search} hidden={hidden} focus={startsInSearch(view)}>
          {hasDegrees && <DegreeSelect context={context} view={view} />}
        </SearchForm>
        <ActiveFilters context={context} view={view} />
      </div>
      <div class={hasDegrees ? "columns" : "columns alone"}>
        {hasDegrees && <DegreeLinks context={context} view={view} />}
        <section aria-label={words.results}>
          {teachers.length === 0 ? (
            <NoResults context={context} view={view} />
          ) : (
            <>
              <ResultsHead context={context} view={view} />
              <Results rows={rows} />
              <Pager context={context} view={view} />
            </>
          )}
          {view.count > 0 && <Downloads context={context} view={view} />}
        </section>
      </div>
    </>
  );
}

function ResultsHead({ context, view }: ListProps): VNode {
  const { query, count, total, teachers } = view;
  const words = wordsIn(context.lang);
  return (
    <div class="head">
      <h2>
        {words.teachers(count)} {count < total && <small>{words.ofTotal(total)}</small>}
      </h2>
      <p class="range">{words.range(query.offset + 1, query.offset + teachers.length, count)}</p>
      <OrderSwitch context={context} view={view} />
    </div>
  );
}

function OrderSwitch({ context, view: { query, ordering } }: ListProps): VNode {
  const words = wordsIn(context.lang);
  const isReversed = ordering.startsWith("-");
  const field = (isReversed ? ordering.slice(1) : ordering) as "id" | "last_name";
  const hrefOf = (wanted: Ordering): string =>
    listHref(context, query, { ordering: wanted === pageOrdering ? null : wanted });
  return (
    <ul class="order" aria-label={words.order}>
      <li>
        <a href={hrefOf("last_name")} aria-current={field === "last_name" ? "true" : undefined}>
          {words.byName}
        </a>
      </li>
      <li>
        <a href={hrefOf("id")} aria-current={field === "id" ? "true" : undefined}>
          {words.byId}
        </a>
      </li>
      <li>
        <a href={hrefOf(isReversed ? field : `-${field}`)} aria-current={isReversed ? "true" : undefined}>
          {words.reversed}
        </a>
      </li>
    </ul>
  );
}

function Downloads({ context, view: { query, ordering } }: ListProps): VNode {
  const words = wordsIn(context.lang);
  return (
    <div class="downloads">
      <h2>{words.thisList}</h2>
      <ul>
        {downloads.map(([format, label]) => (
          <li key={format}>
            <a href={downloadHref(context, query, ordering, format)}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether the page starts with the cursor in the search box: on later pages people look through the list. */
function startsInSearch({ query }: ListView): boolean {
  return query.offset === 0;
}

function titleOf({ lang }: PageContext, { query }: ListView): string {
  const { search, offset, limit } = query;
  const words = wordsIn(lang);
  const searched = search === "" ? [] : [isolate(search)];
  const page = offset === 0 ? [] : [words.page(Math.floor(offset / limit) + 1)];
  return [...searched, ...page].join(" · ");
}
