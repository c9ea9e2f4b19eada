/** The list page: search box, degrees, matching teachers, page links and downloads. */
import type { VNode } from "preact";
import { listRepresentations } from "../contract/representations.ts";
import type { Ordering } from "../domain/ordering.ts";
import { isolate } from "./data-text.tsx";
import { ActiveFilters, DegreeLinks, DegreeSelect } from "./filters.tsx";
import { downloadHref, listHref, pageOrdering, pathOf } from "./hrefs.ts";
import type { ListProps, ListView } from "./list-view.ts";
import type { PageContext } from "./page-context.ts";
import { renderPage } from "./page-layout.tsx";
import { Pager } from "./pager.tsx";
import { NoResults, Results, renderRows } from "./results.tsx";
import { SearchForm } from "./search-form.tsx";
import { textsIn } from "./texts.ts";

interface BodyProps extends ListProps {
  /** The rows of teachers, as markup. */
  readonly rows: string;
}

const downloads = listRepresentations.filter(({ fileName }) => fileName !== null);

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
  const texts = textsIn(context.lang);
  // A chosen degree is always offered, even if no match has it.
  const hasDegrees = degrees.frequent.length > 0 || query.filters.degree !== undefined;
  const hidden = query.given
    .filter(([name]) => !["search", "degree", "offset"].includes(name))
    .map(([name, value]): [string, string] => [name, name === "limit" ? String(query.limit) : value]);
  return (
    <>
      <div class="hero">
        <h1>{texts.find}</h1>
        <SearchForm context={context} search={query.search} hidden={hidden} focus={startsInSearch(view)}>
          {hasDegrees && <DegreeSelect context={context} view={view} />}
        </SearchForm>
        <ActiveFilters context={context} view={view} />
      </div>
      <div class={hasDegrees ? "columns" : "columns single"}>
        {hasDegrees && <DegreeLinks context={context} view={view} />}
        <section aria-label={texts.results}>
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
  const texts = textsIn(context.lang);
  return (
    <div class="head">
      <h2>
        {texts.teachers(count)} {count < total && <small>{texts.ofTotal(total)}</small>}
      </h2>
      <p class="range">{texts.range(query.offset + 1, query.offset + teachers.length, count)}</p>
      <OrderSwitch context={context} view={view} />
    </div>
  );
}

function OrderSwitch({ context, view }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const choices: readonly (readonly [ordering: Ordering, label: string])[] = [
    ["last_name", texts.byName],
    ["-last_name", texts.byNameDescending],
    ["id", texts.byId],
  ];
  return (
    <ul class="order" aria-label={texts.order}>
      {choices.map(([ordering, label]) => (
        <li key={ordering}>
          <a
            href={listHref(context, view.query, { ordering: ordering === pageOrdering ? null : ordering })}
            aria-current={ordering === view.ordering ? "true" : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Downloads({ context, view: { query, ordering, count } }: ListProps): VNode {
  const texts = textsIn(context.lang);
  return (
    <div class="downloads">
      <h2>{texts.download(count)}</h2>
      <ul>
        {downloads.map(({ format, label }) => (
          <li key={format}>
            <a href={downloadHref(context, query, ordering, format)}>{label}</a>
          </li>
        ))}
      </ul>
      <a href={downloadHref(context, query, ordering, "json")}>{texts.asJson}</a>
    </div>
  );
}

/** Whether the search box has the focus when the page opens. On later pages people read the list instead. */
function startsInSearch({ query }: ListView): boolean {
  return query.offset === 0;
}

function titleOf({ lang }: PageContext, { query }: ListView): string {
  const { search, offset, limit } = query;
  const texts = textsIn(lang);
  const searched = search === "" ? [] : [isolate(search)];
  const page = offset === 0 ? [] : [texts.page(Math.floor(offset / limit) + 1)];
  return [...searched, ...page].join(" · ");
}
