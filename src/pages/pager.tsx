/** The pager: links between the pages of a list. */
import type { VNode } from "preact";
import { listHref, pathOf } from "./hrefs.ts";
import type { ListProps } from "./list-view.ts";
import { numberPages, offsetOf } from "./page-numbers.ts";
import { formatNumber, textsIn } from "./texts.ts";

export function Pager({ context, view }: ListProps): VNode | null {
  const { query, count, links } = view;
  const { limit, offset } = query;
  const { current, last, shown } = numberPages(limit, offset, count);
  if (last === 1 && links.previous === null) return null;
  const texts = textsIn(context.lang);
  const hrefOf = (page: number): string =>
    listHref(context, query, page === 1 ? {} : { offset: String(offsetOf(page, limit)) });
  return (
    <nav class="pages" aria-label={texts.pages}>
      <ul class="steps">
        <Step href={offset === 0 ? null : hrefOf(1)} rel="first" label={texts.first} />
        <Step href={links.previous === null ? null : pathOf(links.previous)} rel="prev" label={texts.previous} />
        <Step href={links.next === null ? null : pathOf(links.next)} rel="next" label={texts.next} />
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
