/** The conditions on the values of a teacher. */
import { countPostings, findCode, findPairRange, postingsOf } from "../image/column.ts";
import type { ImageColumn, ImageContent } from "../image/layout.ts";
import type { Condition } from "./listing.ts";

/** The condition that no teacher passes. */
export const noTeacher: Condition = {
  count: 0,
  isExact: true,
  listCount: 0,
  lists: () => [],
  passes: () => false,
};

/** The condition that a column has a value. */
export function filterCondition(column: ImageColumn, value: string): Condition {
  const code = findCode(column, value);
  return valueCondition(column, code === null ? [] : [code]);
}

/** The condition that a column has one of the values with these codes. */
export function valueCondition(column: ImageColumn, codes: readonly number[] | Uint32Array): Condition {
  let count = 0;
  for (const code of codes) count += countPostings(column, code);
  // A beginning may name thousands of degrees.
  const wanted = new Set(codes);
  return {
    count,
    isExact: true,
    listCount: codes.length,
    *lists(alphabetical) {
      for (const code of codes) yield postingsOf(column, code, alphabetical);
    },
    passes: (position) => wanted.has(column.codes[position]!),
  };
}

/** The condition that a teacher has this first and this middle name. */
export function pairCondition(content: ImageContent, firstName: string, middleName: string): Condition {
  const { first_name, middle_name } = content.columns;
  const firstCode = findCode(first_name, firstName);
  const middleCode = findCode(middle_name, middleName);
  if (firstCode === null || middleCode === null) return noTeacher;
  const { start, end } = findPairRange(content, firstCode, middleCode);
  // Not destructured further: reading a list that has not been checked throws.
  const { givenNames } = content;
  const { codes: firstCodes } = first_name;
  const { codes: middleCodes } = middle_name;
  return {
    count: end - start,
    isExact: true,
    listCount: 1,
    lists: (alphabetical) => [(alphabetical ? givenNames.rankedPostings : givenNames.postings).subarray(start, end)],
    passes: (position) => firstCodes[position] === firstCode && middleCodes[position] === middleCode,
  };
}
