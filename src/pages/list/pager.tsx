/** The pager: links between the pages of a list. */
import type { VNode } from "preact";
import { offsetHref } from "../hrefs.ts";
import type { PageContext } from "../page-context.ts";
import { formatNumberIn, textsIn } from "../texts.ts";
import type { ListProps, ListView } from "./list-view.ts";

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
                {formatNumberIn(context.lang, page)}
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

interface PageNumbers {
  /** The number of this page, from 1; null if its offset is not the start of a page, or is past the end. */
  readonly current: number | null;
  readonly last: number;
  /** The first page, those around this one, and the last; null stands for a gap. */
  readonly shown: readonly (number | null)[];
}

/** The numbers for a page of `limit` teachers at `offset`, of `count` in total. */
export function numberPages(limit: number, offset: number, count: number): PageNumbers {
  const last = Math.max(1, Math.ceil(count / limit));
  const here = Math.min(Math.floor(offset / limit) + 1, last);
  const isStart = offset % limit === 0 && (offset < count || offset === 0);
  const numbers = [...new Set([1, here - 1, here, here + 1, last])].filter((page) => page >= 1 && page <= last);
  const shown: (number | null)[] = [];
  for (const page of numbers.sort((a, b) => a - b)) {
    const before = shown.at(-1) ?? page - 1;
    // A gap of one page is shown as that page.
    if (page - before === 2) shown.push(page - 1);
    else if (page - before > 2) shown.push(null);
    shown.push(page);
  }
  return { current: isStart ? here : null, last, shown };
}

/** The offset of a page; pages count from 1. */
export function offsetOf(page: number, limit: number): number {
  return (page - 1) * limit;
}
