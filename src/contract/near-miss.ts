/** Near misses: the known parameter that an unknown name was probably meant to be. */

/**
 * The known name that was probably meant: `name` is a lookup on it (`first_name__icontains`), differs from it in case
 * only, or is one edit or transposition away. Null if there is none.
 */
export function findCloseName(name: string, known: readonly string[]): string | null {
  const suffixStart = name.indexOf("__");
  if (suffixStart > 0 && known.includes(name.slice(0, suffixStart))) return name.slice(0, suffixStart);
  const lower = name.toLowerCase();
  if (known.includes(lower)) return lower;
  return known.find((one) => isOneEditApart(name, one)) ?? null;
}

/** Whether at most one insertion, deletion, substitution or transposition turns one text into the other. */
function isOneEditApart(text: string, known: string): boolean {
  // A character takes at most two code units.
  if (Math.abs(text.length - known.length) > 2) return false;
  const shorter = Math.min(text.length, known.length);
  let start = 0;
  while (start < shorter && text[start] === known[start]) start++;
  let end = 0;
  while (end < shorter - start && text[text.length - 1 - end] === known[known.length - 1 - end]) end++;
  const textRest = [...text.slice(start, text.length - end)];
  const knownRest = [...known.slice(start, known.length - end)];
  if (textRest.length <= 1 && knownRest.length <= 1) return true;
  return (
    textRest.length === 2 && knownRest.length === 2 && textRest[0] === knownRest[1] && textRest[1] === knownRest[0]
  );
}
