/** The pager: links between the pages of a list. */
import type { VNode } from "preact";
import { offsetHref } from "./hrefs.ts";
import type { ListProps, ListView } from "./list-view.ts";
import type { PageContext } from "./page-context.ts";
import { numberPages, offsetOf } from "./page-numbers.ts";
import { formatNumber, textsIn } from "./texts.ts";

export function Pager({ context, view }: ListProps): VNode | null {
  const { query, count } = view;
  const { limit, offset } = query;
  const { current, last, shown } = numberPages(limit, offset, count);
  if (last === 1 && offset === 0) return null;
  const texts = textsIn(context.lang);
  const hrefOf = (page: number): string => offsetHref(context, query, offsetOf(page, limit));
  const { previous, next } = neighbourHrefs(context, view);
  return (
    <nav class="pages" aria-label={texts.pages}>
      <ul class="steps">
        <Step href={offset === 0 ? null : hrefOf(1)} rel="first" label={texts.first} />
        <Step href={previous} rel="prev" label={texts.previous} />
        <Step href={next} rel="next" label={texts.next} />
        <Step href={current === last ? null : hrefOf(last)} rel="last" label={texts.last} />
      </ul>
      <ul class="numbers">
        {shown.map((page, index) =>
          page === null ? (
            <li key={`gap${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <a href={hrefOf(page)} aria-label={texts.page(page)} aria-current={page === current ? "page" : undefined}>
                {formatNumber(context.lang, page)}
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** The pages before and after this one; null if there is none. */
export function neighbourHrefs(
  context: PageContext,
  { query, count }: ListView,
): { readonly previous: string | null; readonly next: string | null } {
  const { limit, offset } = query;
  return {
    previous: offset === 0 ? null : offsetHref(context, query, Math.max(0, offset - limit)),
    next: offset + limit < count ? offsetHref(context, query, offset + limit) : null,
  };
}

interface StepProps {
  /** Null if there is no such page: the label stays, so the other links do not move. */
  readonly href: string | null;
  readonly rel: "first" | "prev" | "next" | "last";
  readonly label: string;
}

function Step({ href, rel, label }: StepProps): VNode {
  return (
    <li class={rel}>
      {href === null ? (
        <span aria-hidden="true">{label}</span>
      ) : (
        <a href={href} rel={rel}>
          {label}
        </a>
      )}
    </li>
  );
}
