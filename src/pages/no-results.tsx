/** Instead of the results: what to do if there are none on this page. */
import type { VNode } from "preact";
import { DataText } from "./data-text.tsx";
import { findActive, withoutFiltersHref } from "./filters.tsx";
import { listHref } from "./hrefs.ts";
import type { ListProps } from "./list-view.ts";
import { numberPages, offsetOf } from "./page-numbers.ts";
import { textsIn } from "./texts.ts";

/** For no match, a page past the end, or an empty directory. */
export function NoResults({ context, view }: ListProps): VNode {
  const { query, count, total } = view;
  const texts = textsIn(context.lang);
  if (total === 0) {
    return (
      <div class="no-results">
        <h2>{texts.emptyDirectory}</h2>
        <p>{texts.emptyDirectoryMore}</p>
      </div>
    );
  }
  if (count > 0) {
    const { last } = numberPages(query.limit, query.offset, count);
    const lastOffset = offsetOf(last, query.limit);
    return (
      <div class="no-results">
        <h2>{texts.pastEnd}</h2>
        <p>{texts.pastEndMore(count)}</p>
        <p class="actions">
          <a href={listHref(context, query)}>{texts.firstPage}</a>
          {last > 1 && <a href={listHref(context, query, { offset: String(lastOffset) })}>{texts.lastPage}</a>}
        </p>
      </div>
    );
  }
  return (
    <div class="no-results">
      <h2>{texts.noResults}</h2>
      <p>{texts.suggestions}</p>
      <Advice context={context} view={view} />
    </div>
  );
}

function Advice({ context, view: { query } }: ListProps): VNode {
  const texts = textsIn(context.lang);
  const active = findActive(query);
  return (
    <ul>
      {query.search !== "" && (
        <>
          <li>{texts.tryLastName}</li>
          <li>{texts.trySpelling}</li>
          <li>{texts.tryInitials}</li>
          <li>{texts.tryDegree}</li>
        </>
      )}
      {active.length > 1 && (
        <li>
          {texts.removeFilter}{" "}
          {active.map(([name, value], index) => (
            <>
              {index > 0 && ", "}
              <a key={name} href={listHref(context, query, { [name]: null })}>
                {texts.fields[name]}: <DataText lang={context.lang} text={value} />
              </a>
            </>
          ))}
          ;
        </li>
      )}
      <li>
        <a href={withoutFiltersHref(context, query)}>{texts.viewAll}</a>.
      </li>
    </ul>
  );
}
