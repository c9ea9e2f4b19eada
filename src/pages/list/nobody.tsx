/** The list without rows: nobody was found, the page is past the end, or the directory is empty. */
import type { VNode } from "preact";
import { hrefOf, listHref } from "../hrefs.ts";
import { DataText, QuotedText } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";
import { describeFilters } from "./heading.tsx";
import type { ListProps } from "./list-view.ts";
import { Pager } from "./pager.tsx";

export function Nobody({ context, view }: ListProps): VNode {
  const { count, total, nearest } = view;
  const texts = textsIn(context.lang);
  return (
    <section class="none" id="results" tabIndex={-1} aria-labelledby="h">
      <h1 id="h">
        {total === 0 ? texts.emptyDirectory : count > 0 ? texts.pastEnd : <NotFound context={context} view={view} />}
      </h1>
      {total === 0 ? <p>{texts.emptyDirectoryMore}</p> : count > 0 ? <p>{texts.pastEndMore(count)}</p> : null}
      {nearest.length > 0 && (
        <>
          <h2>{texts.nearest}</h2>
          <ul class="rows">
            {nearest.map(({ lastName, count: bearers }) => (
              <li key={lastName}>
                <a href={listHref(context, [["last_name", lastName]])}>
                  <b>
                    <DataText lang={context.lang} text={lastName} />
                  </b>{" "}
                  <span>{texts.teachers(bearers)}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {count > 0 && <Pager context={context} view={view} />}
      {count === 0 && total > 0 && <WayBack context={context} view={view} />}
    </section>
  );
}

/** What was not found. */
function NotFound({ context: { lang }, view }: ListProps): VNode {
  const texts = textsIn(lang);
  const { search } = view.query;
  const filters = describeFilters(lang, view);
  return (
    <>
      {search === "" ? (
        <>{texts.nobody}: </>
      ) : (
        <>
          {texts.nobodyFor} <QuotedText lang={lang} text={search} />
          {filters !== "" && ", "}
        </>
      )}
      {filters !== "" && <DataText lang={lang} text={filters} />}
    </>
  );
}

/** The one way back: the search without filters, or the whole list. */
function WayBack({ context, view: { query, total, unfiltered } }: ListProps): VNode {
  const texts = textsIn(context.lang);
  return (
    <p class="wider">
      {unfiltered === null ? (
        <a href={listHref(context)}>{texts.wholeList(total)}</a>
      ) : (
        <a href={hrefOf(context, "/teachers/", unfiltered.pairs)}>
          {query.isExact ? texts.similarToo : texts.allFor} <QuotedText lang={context.lang} text={query.search} />:{" "}
          {texts.teachers(unfiltered.count)}
        </a>
      )}
    </p>
  );
}
