/** Page numbers: which pages of a list are linked to, and where each of them starts. */

export interface PageNumbers {
  /** The number of this page, from 1; null where its offset is not the start of a page, or past the end. */
  readonly current: number | null;
  readonly last: number;
  /** The first, those around this one, the last, and null where some are left out between them. */
  readonly shown: readonly (number | null)[];
}

/** The numbers for the page of `limit` teachers that starts at `offset`, of `count` in all. */
export function numberPages(limit: number, offset: number, count: number): PageNumbers {
  const last = Math.max(1, Math.ceil(count / limit));
  const here = Math.min(Math.floor(offset / limit) + 1, last);
  const isStart = offset % limit === 0 && (offset < count || offset === 0);
  const numbers = [...new Set([1, here - 1, here, here + 1, last])].filter((page) => page >= 1 && page <= last);
  const shown: (number | null)[] = [];
  for (const page of numbers.sort((a, b) => a - b)) {
    const before = shown.at(-1) ?? page - 1;
    // A gap as wide as one page is shown as that page.
    if (page - before === 2) shown.push(page - 1);
    else if (page - before > 2) shown.push(null);
    shown.push(page);
  }
  return { current: isStart ? here : null, last, shown };
}

/** How many teachers come before a page, from 1 on. */
export function offsetOf(page: number, limit: number): number {
  return (page - 1) * limit;
}
