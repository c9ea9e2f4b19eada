/** A text from the data with the parts marked that a search has matched. */
import type { VNode } from "preact";
import type { Range } from "../domain/marks.ts";

interface MarkedTextProps {
  readonly text: string;
  /** Ascending and not overlapping. Those outside of the text are ignored. */
  readonly ranges: readonly Range[];
  /** Where the text starts in the one that the ranges are of. Default: 0. */
  readonly start?: number;
}

export function MarkedText({ text, ranges, start: textStart = 0 }: MarkedTextProps): VNode {
  const pieces: (VNode | string)[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    const [start, end] = [from - textStart, to - textStart];
    if (start < at || end > text.length) continue;
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
