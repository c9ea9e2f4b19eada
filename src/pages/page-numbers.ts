/** Page numbers: which pages of a list the pager links to, and their offsets. */

export interface PageNumbers {
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
