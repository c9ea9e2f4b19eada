/** Texts that differ by a slip of the fingers. */

/** Whether at most one insertion, deletion, substitution or transposition of neighbours turns one text into the other. */
export function isOneEditApart(text: string, other: string): boolean {
  // A character takes at most two code units.
  if (Math.abs(text.length - other.length) > 2) return false;
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
  // Most names differ in much more, which this finds out without creating arrays.
  if (Math.max(text.length, other.length) - start - end > 4) return false;
  const textRest = [...text.slice(start, text.length - end)];
  const otherRest = [...other.slice(start, other.length - end)];
  if (textRest.length <= 1 && otherRest.length <= 1) return true;
  return (
    textRest.length === 2 && otherRest.length === 2 && textRest[0] === otherRest[1] && textRest[1] === otherRest[0]
  );
}
