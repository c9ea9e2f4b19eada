/** What narrows the list: the degrees to choose from, with their counts, and what is chosen already. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";
import type { ListQuery } from "../contract/query.ts";
import type { DegreeCount } from "../domain/degree-counts.ts";
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import { DataText } from "./data-text.tsx";
import { listHref, narrowingNames } from "./hrefs.ts";
import { isolate } from "./isolate.ts";
import type { ListView } from "./list-view.ts";
import type { PageContext } from "./page-context.ts";
import { formatNumber, wordsIn } from "./texts.ts";

interface FilterProps {
  readonly context: PageContext;
  readonly view: ListView;
}

/** How many degrees are in sight where there are many; the others of the list unfold. */
const degreesInSight = 8;

/** So many or fewer are all in sight: unfolding one or two more is not worth a click. */
const degreesInSightMax = 10;

/** The degrees as links, the most frequent first. */
export function DegreeLinks({ context, view }: FilterProps): VNode {
  const { query, anyDegreeCount } = view;
  const words = wordsIn(context.lang);
  const { chosen, offered, hidden } = arrange(view);
  const split = offered.length > degreesInSightMax ? degreesInSight : offered.length;
  const inSight = offered.slice(0, split);
  const more = offered.slice(split);
  const item = ({ degree, count }: DegreeCount): VNode => (
    <DegreeLink
      key={degree}
      context={context}
      query={query}
      degree={degree}
      count={count}
      isChosen={degree === chosen}
    />
  );
  return (
    <nav class="degrees" aria-labelledby="degrees">
      <h2 id="degrees">{words.degree}</h2>
      <ul>
        <li>
          <a href={listHref(context, query, { degree: null })} aria-current={chosen === null ? "true" : undefined}>
            {words.anyDegree} <Count lang={context.lang} count={anyDegreeCount} />
          </a>
        </li>
        {inSight.map(item)}
      </ul>
      {more.length > 0 && (
        <details open={more.some(({ degree }) => degree === chosen)}>
          <summary>{words.moreDegrees(more.length)}</summary>
          <ul>{more.map(item)}</ul>
        </details>
      )}
      {hidden > 0 && <p class="hint">{words.hiddenDegrees(hidden)}</p>}
    </nav>
  );
}

interface DegreeLinkProps extends DegreeCount {
  readonly context: PageContext;
  readonly query: ListQuery;
  readonly isChosen: boolean;
}

function DegreeLink(props: DegreeLinkProps): VNode {
  const { context, query, degree, count, isChosen } = props;
  const shown = <Count lang={context.lang} count={count} />;
  // Nothing can ask for those without a degree: a blank parameter counts as absent.
  if (degree === "") {
    return (
      <li>
        <span>
          {wordsIn(context.lang).noDegree} {shown}
        </span>
      </li>
    );
  }
  return (
    <li>
      <a href={listHref(context, query, { degree })} aria-current={isChosen ? "true" : undefined}>
        <DataText lang={context.lang} text={degree} /> {shown}
      </a>
    </li>
  );
}

/** The same choice as part of the form: in sight on small screens, and what keeps the choice on large ones. */
export function DegreeSelect({ context, view }: FilterProps): VNode {
  const words = wordsIn(context.lang);
  const { chosen, offered, hidden } = arrange(view);
  const label = (name: string, count: number): string => `${name} (${formatNumber(context.lang, count)})`;
  return (
    <p class="choice">
      <label for="degree">{words.degree}</label>
      <select id="degree" name="degree">
        <option value="">{label(words.anyDegree, view.anyDegreeCount)}</option>
        {offered
          .filter(({ degree }) => degree !== "")
          .map(({ degree, count }) => (
            <option key={degree} value={degree} selected={degree === chosen}>
              {label(isolate(degree), count)}
            </option>
          ))}
        {hidden > 0 && <option disabled>{words.hiddenDegrees(hidden)}</option>}
      </select>
    </p>
  );
}

/** What is chosen already, each with a link that takes it back. */
export function ActiveFilters({ context, view: { query } }: FilterProps): VNode | null {
  const words = wordsIn(context.lang);
  const active = findActive(query);
  if (active.length === 0) return null;
  return (
    <div class="active">
      <h2>{words.active}</h2>
      <ul>
        {active.map(([name, value]) => (
          <li key={name}>
            <a class="chip" href={listHref(context, query, { [name]: null })}>
              {name === "search" ? words.search : words.parts[name]}: <DataText lang={context.lang} text={value} />
              <span class="unseen">, {words.remove}</span>
            </a>
          </li>
        ))}
        {active.length > 1 && (
          <li>
            <a href={withoutFiltersHref(context, query)}>{words.removeAll}</a>
          </li>
        )}
      </ul>
    </div>
  );
}

/** The search and the filters that are given, in the order of the form. */
export function findActive({ search, filters }: ListQuery): [name: "search" | TextFieldName, value: string][] {
  const active: [name: "search" | TextFieldName, value: string][] = search === "" ? [] : [["search", search]];
  for (const name of textFieldNames) {
    const value = filters[name];
    if (value !== undefined) active.push([name, value]);
  }
  return active;
}

export function withoutFiltersHref(context: PageContext, query: ListQuery): string {
  return listHref(context, query, Object.fromEntries(narrowingNames.map((name) => [name, null])));
}

function Count({ lang, count }: { readonly lang: Lang; readonly count: number }): VNode {
  return <span class="count">{formatNumber(lang, count)}</span>;
}

/**
 * The degrees to offer, the most frequent first, the chosen one among them even where nobody found has it; and how many
 * others there are, which a search can find.
 */
function arrange({ query, degrees, count }: ListView): {
  chosen: string | null;
  offered: readonly DegreeCount[];
  hidden: number;
} {
  const chosen = query.filters.degree ?? null;
  const { frequent, others } = degrees;
  if (chosen === null || frequent.some(({ degree }) => degree === chosen)) {
    return { chosen, offered: frequent, hidden: others };
  }
  // All who are found have the chosen degree, so that their number is its count.
  return { chosen, offered: [{ degree: chosen, count }, ...frequent], hidden: count === 0 ? others : others - 1 };
}
