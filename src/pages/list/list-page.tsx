/** The list page: search box, letters, matching teachers, page links, downloads and degrees. */
import type { VNode } from "preact";
import { downloads } from "../../contract/representations.ts";
import { formatNumberIn } from "../../domain/lang.ts";
import { beginningOf, compareBeginnings, type LetterOffset, letterOf } from "../../domain/names/alphabet.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { AlphabetStrip, type LetterLink } from "../alphabet-strip.tsx";
import { downloadHref, givenWithLimit, listHref, orderingFor, type PageContext } from "../hrefs.ts";
import { isolate, QuotedText } from "../inline-text.tsx";
import { renderPage } from "../page-layout.tsx";
import { formatRange, textsIn } from "../texts.ts";
import { ActiveFilters, DegreeLinks, DegreeSelect, findActive } from "./filters.tsx";
import { isStartPage, type ListProps, type ListView, pagedRangeOf } from "./list-view.ts";
import { NoResults } from "./no-results.tsx";
import { neighbourHrefs, Pager } from "./pager.tsx";
import { renderTeacherRows } from "./results.tsx";
import { SearchForm } from "./search-form.tsx";

export function renderListPage(context: PageContext, view: ListView): string {
  const rows = renderTeacherRows(context, view);
  const { previous, next } = neighbourHrefs(context, view);
  return renderPage(context, {
    title: titleOf(context, view),
    description: descriptionOf(context, view),
    part: "teachers",
    script: "list.js",
    strip: <Letters context={context} view={view} />,
    skip: (
      <a class="skip" href="#results">
        {textsIn(context.lang).skipToResults}
      </a>
    ),
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

/** `rows` are the rows of teachers as escaped markup. */
function ListBody({ context, view, rows }: ListProps & { readonly rows: string }): VNode {
  const { query, degrees, teachers } = view;
  const texts = textsIn(context.lang);
  // A chosen degree is always offered, even if no match has it.
  const hasDegrees = degrees.frequent.length > 0 || query.filters.degree !== undefined;
  // The next search is not restricted to a reading.
  const hidden = givenWithLimit(query).filter(([name]) => !["search", "exact", "degree"].includes(name));
  const isStart = isStartPage(view);
  return (
    <>
      <div class={isStart ? "hero" : "hero compact"}>
        {(isStart || teachers.length === 0) && <h1>{texts.find}</h1>}
        <SearchForm
          context={context}
          search={query.search}
          hidden={hidden}
          hasHint={isStart}
          suggests
          clearHref={query.search === "" ? null : listHref(context, query, { search: null })}
        >
          {hasDegrees && query.filters.degree !== "" && <DegreeSelect context={context} view={view} />}
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
              <InnerLetters context={context} view={view} />
              <div class="results" dangerouslySetInnerHTML={{ __html: rows }} />
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

function Letters({ context, view }: ListProps): VNode {
  const isAlphabetical = view.ordering.endsWith("last_name");
  const links = letterLinks(context, view, view.letters, ({ last_name }) =>
    isAlphabetical ? letterOf(last_name) : "",
  );
  return <AlphabetStrip lang={context.lang} label={textsIn(context.lang).alphabet} links={links} />;
}

/** The strips below the main one: the beginnings under a letter, and the initials of a common last name. */
function InnerLetters({ context, view }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const beginnings = letterLinks(context, view, view.beginnings, ({ last_name }) => last_name);
  const initials = letterLinks(context, view, view.initials, ({ first_name }) => first_name)
    // An initial gets a full stop. Two-letter beginnings, which divide a common initial, get none.
    .map((link) => (link.letter.length === 1 ? { ...link, letter: `${link.letter}.` } : link));
  return (
    <>
      <AlphabetStrip lang={context.lang} label={texts.beginnings} links={beginnings} isInner />
      <AlphabetStrip
        lang={context.lang}
        label={`${texts.initials}: ${isolate(view.teachers[0]?.last_name ?? "")}`}
        links={initials}
        isInner
      />
    </>
  );
}

/**
 * Letters link to the alphabetical list, in its current direction. `nameOf` returns the last or first name of a
 * teacher, whichever the letters are for.
 */
function letterLinks(
  context: PageContext,
  { query, ordering, teachers }: ListView,
  letters: readonly LetterOffset[],
  nameOf: (teacher: Teacher) => string,
): LetterLink[] {
  const isAlphabetical = ordering.endsWith("last_name");
  const order = isAlphabetical ? {} : { ordering: orderingFor(query, "last_name") };
  const [first] = teachers;
  const current = first === undefined ? "" : nameOf(first);
  return letters.map(({ letter, offset }) => ({
    letter,
    href: listHref(context, query, { ...order, offset: String(offset) }),
    isCurrent: current !== "" && compareBeginnings(beginningOf(current, letter.length), letter) === 0,
  }));
}

/** The heading of the list: its letter, or how many teachers it has. The start page has another heading above. */
function ResultsHead({ context, view }: ListProps): VNode {
  const { query, count, letter, teachers } = view;
  const texts = textsIn(context.lang);
  const Heading = isStartPage(view) ? "h2" : "h1";
  const { start, end } = pagedRangeOf(view);
  const from = query.offset - start;
  return (
    <div class="head">
      <ReadingNote context={context} view={view} />
      <Heading>
        {letter === null ? texts.teachers(count) : `${letter.letter} · ${formatNumberIn(context.lang, letter.count)}`}
      </Heading>
      {end - start > teachers.length && (
        <p class="range">{formatRange(context.lang, from + 1, from + teachers.length)}</p>
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

/** A title that describes the list, because messengers show it for a shared link. */
function titleOf({ lang }: PageContext, view: ListView): string {
  const { query, count, letter, teachers } = view;
  const { offset, limit } = query;
  const texts = textsIn(lang);
  const isCorrected = view.reading !== null && view.reading !== "spelling";
  const conditions = findActive(lang, query).map(([name, value]) =>
    isolate(name === "search" && isCorrected ? (listMeant(view)[0] ?? value) : value),
  );
  if (letter !== null && teachers.length > 0)
    return [...conditions, `${letter.letter}: ${spanOf(teachers)}`].join(" · ");
  const counted = conditions.length === 0 ? [] : [count === 0 ? texts.noResults : formatNumberIn(lang, count)];
  const page = offset === 0 ? [] : [texts.page(Math.floor(offset / limit) + 1)];
  return [...conditions, ...counted, ...page].join(" · ");
}

/** The names of the first and the last teacher: `Мазур – Мазуренко`, or `Мазур Ада – Яна` if they share a last name. */
function spanOf(teachers: readonly Teacher[]): string {
  const [first, last] = [teachers[0]!, teachers.at(-1)!];
  if (first.last_name !== last.last_name) return `${isolate(first.last_name)} – ${isolate(last.last_name)}`;
  const isSpan = first.first_name !== "" && first.first_name !== last.first_name;
  return isolate(first.last_name) + (isSpan ? ` ${isolate(first.first_name)} – ${isolate(last.first_name)}` : "");
}

/** A description names at most this many of the teachers on the page. */
const describedMax = 3;

function descriptionOf({ lang }: PageContext, view: ListView): string {
  const texts = textsIn(lang);
  if (findActive(lang, view.query).length === 0) return `${texts.description} ${texts.teachers(view.count)}.`;
  if (view.count === 0) return texts.noResults;
  const names = view.teachers.slice(0, describedMax).map(({ short_name }) => isolate(short_name));
  const more = view.count > names.length ? "…" : "";
  return `${texts.teachers(view.count)}: ${names.join(", ")}${more}`;
}

/**
 * The note on a search that was not taken literally: the words that were searched for or ignored, and a link to the
 * literal search. For a search restricted to exact spellings, a link to the unrestricted search.
 */
function ReadingNote({ context, view }: ListProps): VNode | null {
  const { query, reading, setAside } = view;
  const texts = textsIn(context.lang);
  if (query.isExact) {
    return (
      <p class="reading">
        {texts.exactOnly} <a href={listHref(context, query, { exact: null })}>{texts.withoutExact}</a>
      </p>
    );
  }
  if (reading === null || reading === "spelling") return null;
  const [meant, ...others] = listMeant(view);
  return (
    <p class="reading">
      {texts.resultsFor}{" "}
      <b>
        <QuotedText lang={context.lang} text={meant ?? query.search} />
      </b>
      {others.length > 0 && texts.andSimilar}.{" "}
      {setAside.length > 0 && (
        <>
          {texts.setAside} <QuotedText lang={context.lang} text={setAside.join(" ")} />.{" "}
        </>
      )}
      <a href={listHref(context, query, { exact: "true" })}>
        {texts.searchLiterally} <QuotedText lang={context.lang} text={query.search} />
      </a>
    </p>
  );
}

/** The distinct texts that the search matched in the rows, ignoring case, the most frequent first. */
function listMeant({ highlights }: ListView): string[] {
  const groups = Map.groupBy(highlights.values(), ({ meant }) => meant.toLowerCase());
  return [...groups.values()].sort((a, b) => b.length - a.length).map(([first]) => first!.meant);
}
