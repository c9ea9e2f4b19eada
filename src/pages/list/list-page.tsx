/** The list page: search box, letters, matching teachers, page links, downloads and degrees. */
import type { VNode } from "preact";
import { listRepresentations } from "../../contract/representations.ts";
import { letterOf } from "../../domain/names/alphabet.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import { AlphabetStrip } from "../alphabet-strip.tsx";
import { downloadHref, givenWithLimit, listHref, orderingFor } from "../hrefs.ts";
import { DataText, isolate } from "../inline-text.tsx";
import type { PageContext } from "../page-context.ts";
import { renderPage } from "../page-layout.tsx";
import { textsIn } from "../texts.ts";
import { ActiveFilters, DegreeLinks, DegreeSelect, findActive } from "./filters.tsx";
import type { ListProps, ListView } from "./list-view.ts";
import { NoResults } from "./no-results.tsx";
import { neighbourHrefs, Pager } from "./pager.tsx";
import { Results, renderTeacherRows } from "./results.tsx";
import { SearchForm } from "./search-form.tsx";

interface BodyProps extends ListProps {
  /** The rows of teachers, as markup. */
  readonly rows: string;
}

const downloads = listRepresentations.filter(({ fileName }) => fileName !== null);

export function* renderListPage(context: PageContext, view: ListView): Generator<undefined, string> {
  const rows = yield* renderTeacherRows(context, view);
  const { previous, next } = neighbourHrefs(context, view);
  return renderPage(context, {
    title: titleOf(context, view),
    description: descriptionOf(context, view),
    part: "teachers",
    script: "list.js",
    strip: <Letters context={context} view={view} />,
    hasResults: true,
    links: (
      <>
        <link rel="alternate" type="application/json" href={downloadHref(context, view.query, view.ordering, "json")} />
        {previous !== null && <link rel="prev" href={previous} />}
        {next !== null && <link rel="next" href={next} />}
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
  // What is typed next may be read in any way.
  const hidden = givenWithLimit(query).filter(([name]) => !["search", "reading", "degree"].includes(name));
  const isStart = isUnfiltered(view) && query.offset === 0;
  return (
    <>
      <div class={isStart ? "hero" : "hero compact"}>
        <h1>{texts.find}</h1>
        <SearchForm
          context={context}
          search={query.search}
          hidden={hidden}
          focus={isStart}
          hasHint={isStart}
          suggests
          clearHref={query.search === "" ? null : listHref(context, query, { search: null })}
        >
          {hasDegrees && <DegreeSelect context={context} view={view} />}
        </SearchForm>
        <ActiveFilters context={context} view={view} />
      </div>
      <div class={hasDegrees ? "columns" : "columns single"}>
        <section id="results" tabIndex={-1} aria-label={texts.results}>
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
        {hasDegrees && <DegreeLinks context={context} view={view} />}
      </div>
    </>
  );
}

/** The letters lead to the alphabetical list, in the direction that is shown. */
function Letters({ context, view }: ListProps): VNode {
  const { query, ordering, letters, teachers } = view;
  const isAlphabetical = ordering.endsWith("last_name");
  const links = letters.map(({ letter, offset }) => {
    const changes = offset === 0 ? {} : { offset: String(offset) };
    return {
      letter,
      href: listHref(
        context,
        query,
        isAlphabetical ? changes : { ...changes, ordering: orderingFor(query, "last_name") },
      ),
    };
  });
  const current = isAlphabetical ? letterOf(teachers[0]?.last_name ?? "") : "";
  return <AlphabetStrip lang={context.lang} letters={links} current={current} />;
}

function ResultsHead({ context, view }: ListProps): VNode {
  const { query, count, total, teachers } = view;
  const texts = textsIn(context.lang);
  return (
    <div class="head">
      <ReadingNote context={context} view={view} />
      <h2>
        {texts.teachers(count)} {count < total && <small>{texts.ofTotal(total)}</small>}
      </h2>
      {count > teachers.length && (
        <p class="range">{texts.range(query.offset + 1, query.offset + teachers.length, count)}</p>
      )}
      {count > 1 && <OrderSwitch context={context} view={view} />}
    </div>
  );
}

function OrderSwitch({ context, view }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const choices: readonly (readonly [ordering: Ordering, label: string])[] = [
    ...(view.query.search === "" ? [] : [["relevance", texts.byRelevance] as const]),
    ["last_name", texts.byName],
    ["-last_name", texts.byNameDescending],
    ["id", texts.byId],
  ];
  return (
    <nav aria-label={texts.order}>
      <ul class="order">
        {choices.map(([ordering, label]) => (
          <li key={ordering}>
            <a
              href={listHref(context, view.query, { ordering: orderingFor(view.query, ordering) })}
              aria-current={ordering === view.ordering ? "true" : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
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

function isUnfiltered({ query }: ListView): boolean {
  return findActive(query).length === 0;
}

/** What the list is about: links are shared in messengers. */
function titleOf({ lang }: PageContext, { query, count }: ListView): string {
  const { offset, limit } = query;
  const texts = textsIn(lang);
  const conditions = findActive(query).map(([, value]) => isolate(value));
  const counted = conditions.length === 0 ? [] : [count === 0 ? texts.noResults : texts.teachers(count)];
  const page = offset === 0 ? [] : [texts.page(Math.floor(offset / limit) + 1)];
  return [...conditions, ...counted, ...page].join(" · ");
}

/** How many of the teachers on the page a description names. */
const describedMax = 3;

function descriptionOf({ lang }: PageContext, view: ListView): string {
  const texts = textsIn(lang);
  if (isUnfiltered(view)) return `${texts.description} ${texts.teachers(view.count)}.`;
  if (view.count === 0) return texts.noResults;
  const names = view.teachers.slice(0, describedMax).map(({ short_name }) => isolate(short_name));
  const more = view.count > names.length ? "…" : "";
  return `${texts.teachers(view.count)}: ${names.join(", ")}${more}`;
}

/** The note on a search that was not read as typed: what was meant, with a link to the literal search. */
function ReadingNote({ context, view }: ListProps): VNode | null {
  const { query, reading } = view;
  const texts = textsIn(context.lang);
  if (query.reading === "spelling") {
    return (
      <p class="reading">
        {texts.readingBySpelling} <a href={listHref(context, query, { reading: null })}>{texts.withoutReading}</a>
      </p>
    );
  }
  if (reading === null || reading === "spelling") return null;
  const [meant, ...others] = listMeant(view);
  return (
    <p class="reading">
      {texts.resultsFor}{" "}
      <b>
        <DataText lang={context.lang} text={meant ?? query.search} />
      </b>
      {others.length > 0 && texts.andSimilar}.{" "}
      <a href={listHref(context, query, { reading: "spelling" })}>
        {texts.searchLiterally} <DataText lang={context.lang} text={query.search} />
      </a>
    </p>
  );
}

/** What the search has matched in the rows shown: each text once whatever its case, the most frequent first. */
function listMeant({ marks }: ListView): string[] {
  const groups = Map.groupBy(marks.values(), ({ meant }) => meant.toLowerCase());
  return [...groups.values()].sort((a, b) => b.length - a.length).map(([first]) => first!.meant);
}
