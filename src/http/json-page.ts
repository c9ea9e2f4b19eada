/** The envelope of a page whose results are not teachers, with links like those of the list. */
import type { ListQuery } from "../contract/query.ts";
import { linkQueryOf, nextOffset, previousOffset, writeLink } from "../contract/urls.ts";
import type { RequestContext } from "./request-context.ts";

/** A page of `count` results. */
export function jsonPageOf(
  { base, target }: RequestContext,
  query: ListQuery,
  count: number,
  results: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const linkTo = (offset: number | null): string | null => {
    if (offset === null) return null;
    const pieces: (string | number)[] = [];
    const output = { ascii: (piece: string) => pieces.push(piece), integer: (value: number) => pieces.push(value) };
    writeLink(output, { base, path: target.path }, linkQueryOf(query), offset);
    return pieces.join("");
  };
  return { count, next: linkTo(nextOffset(query, count)), previous: linkTo(previousOffset(query)), results };
}
