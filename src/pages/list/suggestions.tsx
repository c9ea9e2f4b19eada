/** The suggestions under the search box: common last names, people, and a last row that shows all matches. */
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { ListQuery } from "../../contract/query.ts";
import { formatNumberIn } from "../../domain/lang.ts";
import type { Highlights } from "../../domain/results.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { listHref, type PageContext, prefixOf, teacherHref } from "../hrefs.ts";
import { DataText } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";

/** The maximum number of rows above the last one. More would not fit above the keyboard of a phone. */
export const suggestionsMax = 6;

interface MatchedTeacher {
  readonly teacher: Teacher;
  readonly highlights: Highlights;
}

/** A last name that the search has matched. */
export interface SuggestedLastName extends MatchedTeacher {
  /** The number of teachers with this last name under the filters of the page. */
  readonly count: number;
}

interface SuggestionsView {
  readonly query: ListQuery;
  /** The number of matches. */
  readonly count: number;
  readonly lastNames: readonly SuggestedLastName[];
  /** The first matches, in the order of the list. */
  readonly people: readonly MatchedTeacher[];
}

/** The path of the suggestions, which only the script of the list page requests. */
export function suggestionsHref({ base }: PageContext): string {
  return `${prefixOf(base)}/suggestions/`;
}

/** The options of the list box, as a fragment of HTML; empty without a match. */
export function renderSuggestions(context: PageContext, view: SuggestionsView): string {
  const { lang } = context;
  const { query, count, lastNames, people } = view;
  const rows = [
    ...lastNames.map(({ teacher: { last_name }, highlights, count: sharedBy }) => ({
      href: listHref(context, query, { search: null, last_name }),
      content: (
        <>
          <b>
            <DataText lang={lang} text={last_name} ranges={highlights.name} />
          </b>{" "}
          <span class="count">{formatNumberIn(lang, sharedBy)}</span>
        </>
      ),
    })),
    ...people.map(({ teacher, highlights }) => ({
      href: teacherHref(context, teacher.id),
      content: <Person context={context} teacher={teacher} highlights={highlights} />,
    })),
    // The last row has no URL, because it submits the form.
    ...(count > people.length ? [{ href: undefined, content: <>{textsIn(lang).showAll(count)}</> }] : []),
  ];
  return rows
    .map(({ href, content }, index) =>
      renderToString(
        // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus, and names the active option
        <div id={`suggestion${index}`} role="option" aria-selected="false" data-href={href} data-count={count}>
          {content}
        </div>,
      ),
    )
    .join("");
}

function Person({ context: { lang }, teacher, highlights }: MatchedTeacher & { readonly context: PageContext }): VNode {
  const { id, name, degree } = teacher;
  return (
    <>
      {name === "" ? textsIn(lang).unnamed(id) : <DataText lang={lang} text={name} ranges={highlights.name} />}{" "}
      {degree !== "" && <DataText class="degree" lang={lang} text={degree} ranges={highlights.degree} />}
    </>
  );
}
