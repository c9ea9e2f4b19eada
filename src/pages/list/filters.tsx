/** The filters of the list: degrees to choose from, with their counts, and the active filters. */
import type { VNode } from "preact";
import { type FilterName, filterNames } from "../../contract/parameters.ts";
import { clip } from "../../contract/problems.ts";
import type { ListQuery } from "../../contract/query.ts";
import { formatNumberIn, type Lang } from "../../domain/lang.ts";
import type { DegreeCount } from "../../domain/results.ts";
import { listHref, type PageContext } from "../hrefs.ts";
import { DataText, isolate } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";
import type { ListProps, ListView } from "./list-view.ts";

/** If a listing has many degrees, this many are visible and the others are folded. */
const visibleDegrees = 8;

/** If there are at most this many degrees, all are visible, because hiding one or two is not worth a click. */
const visibleDegreesMax = 10;

/** The degrees as links, the most frequent first. */
export function DegreeLinks({ context, view }: ListProps): VNode {
  const { lang } = context;
  const texts = textsIn(lang);
  const { chosen, offered, hidden } = arrangeDegrees(view);
  /** Null stands for any degree, and an empty string for none. */
  const linkTo = (degree: string | null, count: number, label: VNode | string): VNode => {
    const changes = { degree: degree || null, without: degree === "" ? "degree" : null };
    return (
      <li key={degree}>
        <a href={listHref(context, view.query, changes)} aria-current={degree === chosen ? "true" : undefined}>
          {label} <span class="count">{formatNumberIn(lang, count)}</span>
        </a>
      </li>
    );
  };
  const links = offered.map(({ degree, count }) =>
    linkTo(degree, count, degree === "" ? texts.noDegree : <DataText lang={lang} text={degree} />),
  );
  const split = offered.length > visibleDegreesMax ? visibleDegrees : offered.length;
  return (
    <nav class="degrees" aria-labelledby="degrees">
      <h2 id="degrees">{texts.degree}</h2>
      <ul>
        {linkTo(null, view.anyDegreeCount, texts.anyDegree)}
        {links.slice(0, split)}
      </ul>
      {split < links.length && (
        <details open={offered.slice(split).some(({ degree }) => degree === chosen)}>
          <summary>{texts.moreDegrees(links.length - split)}</summary>
          <ul>{links.slice(split)}</ul>
        </details>
      )}
      {hidden > 0 && <p class="hint">{texts.hiddenDegrees(hidden)}</p>}
    </nav>
  );
}

/**
 * The choice of a degree as a field of the form. Only small screens show it. On large screens, it keeps the chosen
 * degree when the form is submitted. An option can't mean "no degree", because its value would be blank.
 */
export function DegreeSelect({ context, view }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const { chosen, offered, hidden } = arrangeDegrees(view);
  const label = (name: string, count: number): string => `${name} (${formatNumberIn(context.lang, count)})`;
  return (
    <p class="choice">
      <label class="visually-hidden" for="degree">
        {texts.degree}
      </label>
      {/* Without this, going back could restore a selection that does not match the page. */}
      <select id="degree" name="degree" autocomplete="off">
        <option value="">{label(texts.anyDegree, view.anyDegreeCount)}</option>
        {offered
          .filter(({ degree }) => degree !== "")
          .map(({ degree, count }) => (
            <option key={degree} value={degree} selected={degree === chosen}>
              {label(isolate(degree), count)}
            </option>
          ))}
        {hidden > 0 && <option disabled>{texts.hiddenDegrees(hidden)}</option>}
      </select>
      {/* With the script, choosing an option submits the form. */}
      <noscript>
        <button type="submit">{texts.applyDegree}</button>
      </noscript>
    </p>
  );
}

/**
 * The active filters, each with a link that removes it. The search is not among them, because the search box has a link
 * of its own.
 */
export function ActiveFilters({ context, view: { query } }: ListProps): VNode | null {
  const texts = textsIn(context.lang);
  const active = findActive(context.lang, query);
  const chips = active.filter(([name]) => name !== "search");
  if (chips.length === 0) return null;
  return (
    <div class={chips.every(([name]) => name === "degree") ? "active only-degree" : "active"}>
      <h2 class="visually-hidden">{texts.activeFilters}</h2>
      <ul>
        {chips.map(([name, value]) => (
          <li key={name} class={name}>
            <a class="chip" href={listHref(context, query, { [name]: null })}>
              {texts.fields[name]}: <DataText lang={context.lang} text={value} />
              <span class="visually-hidden">, {texts.remove}</span>
            </a>
          </li>
        ))}
        {active.length > 1 && (
          <li>
            <a href={withoutFiltersHref(context, query)}>{texts.removeAll}</a>
          </li>
        )}
      </ul>
    </div>
  );
}

/** The given filters with their values. A list of ids can be long, so it is clipped. */
export function findActive(lang: Lang, { given }: ListQuery): [name: FilterName, value: string][] {
  const values = new Map(given);
  if (values.has("without")) values.set("without", textsIn(lang).noDegree);
  return filterNames.flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, name === "id" ? clip(value) : value]];
  });
}

export function withoutFiltersHref(context: PageContext, query: ListQuery): string {
  return listHref(context, query, Object.fromEntries(filterNames.map((name) => [name, null])));
}

/**
 * The degrees to offer, the most frequent first and the chosen one always included, and the number of other degrees.
 */
function arrangeDegrees({ query, degrees, count }: ListView): {
  chosen: string | null;
  offered: readonly DegreeCount[];
  hidden: number;
} {
  const chosen = query.filters.degree ?? null;
  const { frequent, others } = degrees;
  if (chosen === null || frequent.some(({ degree }) => degree === chosen)) {
    return { chosen, offered: frequent, hidden: others };
  }
  // Every match has the chosen degree, so the number of matches is its count.
  return { chosen, offered: [{ degree: chosen, count }, ...frequent], hidden: count === 0 ? others : others - 1 };
}
