/** The pages of a list as data: their offsets and numbers. */

interface ListPage {
  readonly number: number;
  readonly offset: number;
}

/**
 * Divides a list into pages. `offset` may be anywhere, because a letter begins anywhere, so the other pages are laid out
 * before and after the current one.
 */
export function paginate(count: number, limit: number, offset: number) {
  const isPastEnd = offset >= count;
  // Past the end, the pages are those from the start of the list.
  const shift = isPastEnd ? 0 : offset % limit;
  const before = Math.ceil(shift / limit);
  const total = before + Math.ceil(Math.max(0, count - shift) / limit);
  const offsetOf = (number: number): number => Math.max(0, shift + (number - 1 - before) * limit);
  const current = isPastEnd ? total + 1 : Math.floor(offset / limit) + before + 1;
  const shown = [1, current - 1, current, current + 1, total].filter((number) => number >= 1 && number <= total);
  const numbers: (ListPage | null)[] = [];
  for (const number of [...new Set(shown)].sort((a, b) => a - b)) {
    const last = numbers.at(-1)?.number ?? 0;
    // Instead of a gap of a single page, that page is shown.
    if (number - last === 2) numbers.push({ number: number - 1, offset: offsetOf(number - 1) });
    else if (number - last > 2) numbers.push(null);
    numbers.push({ number, offset: offsetOf(number) });
  }
  return {
    /** Null for a page past the end. */
    current: isPastEnd ? null : current,
    /** Each is null where the step is impossible. */
    first: current > 1 && total > 0 ? 0 : null,
    previous: current > 1 && total > 0 ? offsetOf(current - 1) : null,
    next: current < total ? offsetOf(current + 1) : null,
    last: current < total || (isPastEnd && total > 0) ? offsetOf(total) : null,
    /** The first page, the current one with its neighbours, and the last page. Null stands for a gap. */
    numbers,
  };
}
