/** The pager: links between the pages of the whole list. */
import type { VNode } from "preact";
import { formatNumberIn } from "../../domain/lang.ts";
import { hrefOf } from "../hrefs.ts";
import { textsIn } from "../texts.ts";
import { type ListProps, withParameters } from "./list-view.ts";
import { paginate } from "./pages.ts";

/** Null if one page shows everybody. */
export function Pager({ context, view }: ListProps): VNode | null {
  const { given, query, offset, count } = view;
  if (offset === 0 && query.limit >= count) return null;
  const texts = textsIn(context.lang);
  const pages = paginate(count, query.limit, offset);
  const linkTo = (to: number): string =>
    hrefOf(context, "/teachers/", withParameters(given, { offset: to > 0 ? to : null }));
  // A step that is impossible keeps its place.
  const step = (to: number | null, text: string, rel?: string): VNode =>
    to === null ? (
      <b class="off">{text}</b>
    ) : (
      <a href={linkTo(to)} rel={rel}>
        {text}
      </a>
    );
  return (
    <nav class="pager" aria-label={texts.pages}>
      {step(pages.first, texts.first)}
      {step(pages.previous, texts.previous, "prev")}
      <ol>
        {pages.numbers.map((page, index) =>
          page === null ? (
            <li key={`gap${index}`} aria-hidden="true">
              <b class="off">…</b>
            </li>
          ) : (
            <li key={page.number}>
              <a
                href={linkTo(page.offset)}
                aria-label={texts.page(page.number)}
                aria-current={page.number === pages.current ? "page" : undefined}
              >
                {formatNumberIn(context.lang, page.number)}
              </a>
            </li>
          ),
        )}
      </ol>
      {step(pages.next, texts.next, "next")}
      {step(pages.last, texts.last)}
    </nav>
  );
}
