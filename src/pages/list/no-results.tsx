/** The text and the advice that a page without results shows. */
import type { VNode } from "preact";
import { listHref } from "../hrefs.ts";
import { QuotedText } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";
import { findActive, withoutFiltersHref } from "./filters.tsx";
import type { Alternative, ListProps } from "./list-view.ts";

/** Shown if nothing matches, for a page past the end, and for an empty directory. */
export function NoResults({ context, view }: ListProps): VNode {
  const { query, count, total, alternatives } = view;
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
    const lastOffset = count - 1 - ((count - 1) % query.limit);
    return (
      <div class="no-results">
        <h2>{texts.pastEnd}</h2>
        <p>{texts.pastEndMore(count)}</p>
        <p class="actions">
          <a href={listHref(context, query)}>{texts.firstPage}</a>
          {lastOffset > 0 && <a href={listHref(context, query, { offset: String(lastOffset) })}>{texts.lastPage}</a>}
        </p>
      </div>
    );
  }
  return (
    <div class="no-results">
      <h2>{texts.noResults}</h2>
      {alternatives.length > 0 && <Alternatives context={context} view={view} />}
      {query.search !== "" && (
        <ul class="advice">
          <li>{texts.trySpelling}</li>
          <li>{texts.tryLastName}</li>
        </ul>
      )}
      <p class="actions">
        <a href={withoutFiltersHref(context, query)}>{texts.viewAll}</a>
      </p>
    </div>
  );
}

function Alternatives({ context, view }: ListProps): VNode {
  const texts = textsIn(context.lang);
  return (
    <>
      <p id="alternatives">{texts.alternatives}</p>
      <ul class="alternatives" aria-labelledby="alternatives">
        {view.alternatives.map((alternative) => (
          <li key={alternativeHref({ context, view }, alternative)}>
            <a href={alternativeHref({ context, view }, alternative)}>
              <span>
                <Dropped context={context} view={view} alternative={alternative} />
              </span>{" "}
              <span class="count">{texts.teachers(alternative.count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function alternativeHref({ context, view: { query } }: ListProps, alternative: Alternative): string {
  if (alternative.dropped === "word") return listHref(context, query, { search: alternative.search });
  return listHref(context, query, { [alternative.dropped === "exact" ? "exact" : alternative.name]: null });
}

/** The condition that the alternative keeps or drops. */
function Dropped({ context, view: { query }, alternative }: ListProps & { readonly alternative: Alternative }): VNode {
  const texts = textsIn(context.lang);
  if (alternative.dropped === "exact") return <>{texts.withoutExact}</>;
  if (alternative.dropped === "word") {
    return (
      <>
        {texts.onlyWords} <QuotedText lang={context.lang} text={alternative.search} />
      </>
    );
  }
  const values = new Map(findActive(context.lang, query));
  if (alternative.name !== "search") {
    return (
      <>
        {texts.withoutFilter} <QuotedText lang={context.lang} text={values.get(alternative.name)!} />
      </>
    );
  }
  const degree = values.size === 2 ? values.get("degree") : undefined;
  return (
    <>
      {degree === undefined ? texts.withoutSearch : texts.allOf}{" "}
      <QuotedText lang={context.lang} text={degree ?? query.search} />
    </>
  );
}
