/** The list page: search box, letters, positions, matching teachers, pager and downloads. */
import type { VNode } from "preact";
import { otherNames } from "../../domain/names/alphabet.ts";
import { hrefOf, type PageContext } from "../hrefs.ts";
import { renderPage } from "../page-layout.tsx";
import { SearchForm } from "../search-form.tsx";
import { textsIn } from "../texts.ts";
import { DegreeLinks, hasChoice } from "./degrees.tsx";
import { Heading, titleOf } from "./heading.tsx";
import { type ListProps, type ListView, withParameters } from "./list-view.ts";
import { Nobody } from "./nobody.tsx";
import { Pager } from "./pager.tsx";
import { Rows } from "./rows.tsx";

export function renderListPage(context: PageContext, view: ListView): string {
  const texts = textsIn(context.lang);
  const isFound = view.rows.length > 0;
  return renderPage(context, {
    title: titleOf(context.lang, view),
    script: "list.js",
    skip: { to: "results", text: isFound ? texts.skipToList : texts.skipToAdvice },
    children: (
      <>
        {view.total > 0 && <SearchForm context={context} search={view.query.search} examples={view.examples} />}
        {isFound ? <Found context={context} view={view} /> : <Nobody context={context} view={view} />}
      </>
    ),
  });
}

function Found({ context, view }: ListProps): VNode {
  const props = { context, view };
  const isChoice = hasChoice(view);
  return (
    <>
      <Letters {...props} />
      <div class={isChoice ? "cols" : undefined}>
        {isChoice && <DegreeLinks {...props} />}
        <section id="results" tabIndex={-1} aria-labelledby="h">
          <Heading {...props} />
          <Rows {...props} />
          <Pager {...props} />
          <Downloads {...props} />
        </section>
      </div>
    </>
  );
}

const fileFormats = [
  ["xlsx", "Excel"],
  ["csv", "CSV"],
] as const;

/** The order is explicit, because other formats have another default; headings follow the language of the page. */
function Downloads({ context, view: { given, query } }: ListProps): VNode {
  const all = withParameters(given, { limit: null, ordering: query.ordering, lang: context.lang });
  return (
    <p class="files">
      {textsIn(context.lang).download}{" "}
      {fileFormats.map(([format, label]) => (
        <>
          <a key={format} href={hrefOf(context, "/teachers/", withParameters(all, { format }))}>
            {label}
          </a>{" "}
        </>
      ))}
    </p>
  );
}

/** The letters of the whole list, each a link to the page where its names begin. */
function Letters({ context, view }: ListProps): VNode | null {
  const { given, letters, letter: current, offset, query } = view;
  if (letters.length < 2) return null;
  const texts = textsIn(context.lang);
  // Letters begin nowhere in another order.
  const ordering = query.ordering.endsWith("last_name") ? {} : { ordering: null };
  const item = (letter: string | null, content: VNode | string): VNode => (
    <li key={letter}>
      <a
        href={hrefOf(context, "/teachers/", withParameters(given, { ...ordering, letter }))}
        aria-current={letter === current && (letter !== null || offset === 0) ? "page" : undefined}
      >
        {content}
      </a>
    </li>
  );
  const others = (
    <>
      <span aria-hidden="true">{otherNames}</span>
      <span class="hide">{texts.otherLetters}</span>
    </>
  );
  return (
    <nav class="letters" aria-label={texts.alphabet}>
      <ul>
        {item(null, texts.everyLetter)}
        {letters.map(({ letter }) => item(letter, letter === otherNames ? others : letter))}
      </ul>
    </nav>
  );
}
