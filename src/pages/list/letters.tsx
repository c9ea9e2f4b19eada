/** The letters of the whole list, each a link to the page where its names begin. */
import type { VNode } from "preact";
import { otherNames } from "../../domain/names/alphabet.ts";
import { hrefOf } from "../hrefs.ts";
import { textsIn } from "../texts.ts";
import { change, type ListProps } from "./list-view.ts";

export function Letters({ context, view }: ListProps): VNode | null {
  const { given, letters, letter: current, offset, query } = view;
  if (letters.length < 2) return null;
  const texts = textsIn(context.lang);
  // Letters begin nowhere in another order.
  const ordering = query.ordering.endsWith("last_name") ? {} : { ordering: null };
  const item = (letter: string | null, content: VNode | string): VNode => (
    <li key={letter}>
      <a
        href={hrefOf(context, "/teachers/", change(given, { ...ordering, letter }))}
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
