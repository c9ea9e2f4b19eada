/** The head of the list: what it is of, how many teachers it has, and in which order. */
import type { VNode } from "preact";
import { formatNumberIn, type Lang } from "../../domain/lang.ts";
import type { Ordering } from "../../domain/names/ordering.ts";
import { textFieldNames } from "../../domain/teacher.ts";
import { hrefOf, listHref } from "../hrefs.ts";
import { DataText, isolate, QuotedText } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";
import { type ListProps, type ListView, withParameters } from "./list-view.ts";

/** The largest number of ids that a heading names. */
const describedIdsMax = 5;

/** The values of the filters: `Коваль, доцент`. */
export function describeFilters(lang: Lang, { query: { filters, ids } }: ListView): string {
  const texts = textsIn(lang);
  const values = textFieldNames.flatMap((name) => (filters[name] === undefined ? [] : filters[name] || texts.noDegree));
  const named = ids?.slice(0, describedIdsMax).join(", ") ?? "";
  if (ids !== null) values.push(texts.byId(ids.length > describedIdsMax ? `${named}…` : named));
  return values.join(", ");
}

/** The heading as text, for the title: `«Коваль», доцент: 34 викладачі`. */
export function titleOf(lang: Lang, view: ListView): string {
  const { query, count, letter, offset } = view;
  const texts = textsIn(lang);
  const isLetter = query.letter !== null && letter !== null;
  const page = offset === 0 || isLetter ? [] : [texts.page(Math.ceil(offset / query.limit) + 1)];
  const parts = [query.search, describeFilters(lang, view)].filter((part) => part !== "").map(isolate);
  const counted = count === 0 ? texts.nobody : texts.teachers(count);
  const subject = parts.length === 0 ? [] : [`${parts.join(", ")}: ${counted}`];
  return [...subject, ...(isLetter ? [letter] : []), ...page].join(" · ");
}

export function Heading({ context, view }: ListProps): VNode {
  const { lang } = context;
  const { query, offset, count, rows } = view;
  const texts = textsIn(lang);
  const filters = describeFilters(lang, view);
  return (
    <>
      <header class="head">
        <h1 id="h">
          {query.search !== "" && <QuotedText lang={lang} text={query.search} />}
          {query.search !== "" && filters !== "" && ", "}
          {filters !== "" && <DataText lang={lang} text={filters} />}
          {(query.search !== "" || filters !== "") && ": "}
          {texts.teachers(count)}
        </h1>
        {count > rows.length && <p class="n">{formatRange(lang, offset + 1, offset + rows.length)}</p>}
        {count > 1 && <OrderSwitch context={context} view={view} />}
      </header>
      <Note context={context} view={view} />
    </>
  );
}

/** `1–25`, or one number. */
function formatRange(lang: Lang, from: number, to: number): string {
  return from === to ? formatNumberIn(lang, from) : `${formatNumberIn(lang, from)}–${formatNumberIn(lang, to)}`;
}

function OrderSwitch({ context, view: { given, query } }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const names: readonly (readonly [ordering: Ordering, label: string])[] = [
    ["last_name", texts.byName],
    ["-last_name", texts.byNameDescending],
  ];
  const choices = query.search === "" ? names : ([["relevance", texts.byRelevance], names[0]!] as const);
  return (
    <nav aria-label={texts.order}>
      <ul class="order">
        {choices.map(([ordering, label], index) => (
          <li key={ordering}>
            <a
              href={hrefOf(context, "/teachers/", withParameters(given, { ordering: index === 0 ? null : ordering }))}
              aria-current={ordering === query.ordering ? "true" : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How the search was read, with the way to another reading; or the way from a filter to the whole list. */
function Note({ context, view }: ListProps): VNode | null {
  const { given, query, degrees, withoutDegree, isReread, setAside, total, count } = view;
  const texts = textsIn(context.lang);
  const linkTo = (exact: string | null): string => hrefOf(context, "/teachers/", withParameters(given, { exact }));
  if (query.search === "") {
    if (count === total || (Object.keys(query.filters).every((name) => name === "degree") && query.ids === null))
      return null;
    return (
      <p class="wider">
        <a href={listHref(context)}>{texts.wholeList(total)}</a>
      </p>
    );
  }
  if (query.isExact) {
    return (
      <p class="wider">
        {texts.exactly} <a href={linkTo(null)}>{texts.similarToo}</a>
      </p>
    );
  }
  if (!isReread && withoutDegree === null) return null;
  const [meant, ...others] = listMeant(view);
  return (
    <p class="wider">
      {isReread && (
        <>
          {texts.resultsFor} <QuotedText lang={context.lang} text={meant ?? query.search} />
          {others.length > 0 && texts.andSimilar}.{" "}
          {setAside.length > 0 && (
            <>
              {texts.setAside} <QuotedText lang={context.lang} text={setAside.join(" ")} />.{" "}
            </>
          )}
          <a href={linkTo("true")}>
            {texts.searchExactly} <QuotedText lang={context.lang} text={query.search} />
          </a>{" "}
        </>
      )}
      {withoutDegree !== null && (
        <a href={hrefOf(context, "/teachers/", degrees.pairs)}>
          {texts.allFor} <QuotedText lang={context.lang} text={withoutDegree} /> (
          {formatNumberIn(context.lang, degrees.count)})
        </a>
      )}
    </p>
  );
}

/** The distinct texts that the search matched in the rows, ignoring case, the most frequent first. */
function listMeant({ rows }: ListView): string[] {
  const texts = rows.flatMap(({ highlights }) => highlights?.meant ?? []);
  const groups = Map.groupBy(texts, (meant) => meant.toLowerCase());
  return [...groups.values()].sort((a, b) => b.length - a.length).map(([first]) => first!);
}
