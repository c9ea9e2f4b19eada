/** The links of a page of the list. */
import { type ListQuery, renderQuery } from "../../domain/list-query.ts";

export interface PageLinks {
  readonly next: string | null;
  readonly previous: string | null;
}

/**
 * The links to the next and the previous page (specification, section 2.2). `url` is the absolute URL of the resource
 * without a query, and `count` the number of all matches.
 */
export function pageLinks(
  url: string,
  { given, limit, offset }: Pick<ListQuery, "given" | "limit" | "offset">,
  count: number,
): PageLinks {
  const linkTo = (to: number): string => {
    const paging = to > 0 ? [["offset", String(to)] as const] : [];
    return `${url}?${renderQuery([...given, ["limit", String(limit)], ...paging])}`;
  };
  return {
    next: offset + limit < count ? linkTo(offset + limit) : null,
    previous: offset > 0 ? linkTo(offset - limit) : null,
  };
}
