/** The pager: links between the pages of a list. */
import type { VNode } from "preact";
import { formatNumberIn } from "../../domain/lang.ts";
import { offsetHref, type PageContext } from "../hrefs.ts";
import { textsIn } from "../texts.ts";
import { type ListProps, type ListView, pagedRangeOf } from "./list-view.ts";

export function Pager({ context, view }: ListProps): VNode | null {
  const { query, letter, count } = view;
  const { limit, offset } = query;
  if (offset === 0 && limit >= count) return null;
  const { current, last, shown, offsetOf } = numberPages(limit, offset, pagedRangeOf(view));
  const texts = textsIn(context.lang);
  const hrefOf = (page: number): string => offsetHref(context, query, offsetOf(page), letter !== null);
  const { previous, next } = neighbourHrefs(context, view);
  return (
    <nav class="pages" aria-label={texts.pages}>
      <ul class="steps">
        <Step href={current === 1 ? null : hrefOf(1)} rel="first" label={texts.first} />
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

/**
 * The previous and the next page; null at the ends. The last page of a letter is followed by the first page of the next
 * letter.
 */
export function neighbourHrefs(context: PageContext, view: ListView) {
  const { query, letter, letters, count } = view;
  const { limit, offset } = query;
  const { start, end } = pagedRangeOf(view);
  const before = letters.find((other) => other.offset + other.count === start && other.count > limit);
  // The first page of a letter starts with its first teacher, so the last page of the letter before is usually shorter.
  const lastOfBefore = before === undefined ? 0 : start - (before.count % limit || limit);
  const previous = Math.max(offset === start ? lastOfBefore : start, offset - limit);
  const next = Math.min(offset + limit, end);
  return {
    previous: offset === 0 ? null : offsetHref(context, query, previous, letter !== null),
    next: next < count ? offsetHref(context, query, next) : null,
  };
}

interface StepProps {
  /** Null if there is no such page. The label stays, so that the other links do not move. */
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

/**
 * Numbers the pages of a range, and chooses which numbers the pager shows: the first page, the current page and its
 * neighbours, the middle page, and the last. Null stands for a gap. The current page starts at `offset`, which may be
 * anywhere in the range, because the link of a letter leads to its first teacher. So the other pages are laid out
 * before and after the current one.
 */
export function numberPages(limit: number, offset: number, { start, end }: ReturnType<typeof pagedRangeOf>) {
  const current = Math.ceil((offset - start) / limit) + 1;
  const last = Math.max(current, current - 1 + Math.ceil((end - offset) / limit));
  const middle = Math.ceil(last / 2);
  const numbers = [...new Set([1, current - 1, current, current + 1, middle, last])].filter(
    (page) => page >= 1 && page <= last,
  );
  const shown: (number | null)[] = [];
  for (const page of numbers.sort((a, b) => a - b)) {
    const before = shown.at(-1) ?? page - 1;
    // Instead of a gap of a single page, that page is shown.
    if (page - before === 2) shown.push(page - 1);
    else if (page - before > 2) shown.push(null);
    shown.push(page);
  }
  return { current, last, shown, offsetOf: (page: number) => Math.max(start, offset + (page - current) * limit) };
}
