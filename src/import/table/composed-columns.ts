/** The columns of our own downloads that are composed of others: an edit of one would be lost, because they are not stored. */
import { normalizeText } from "../../domain/names/names.ts";
import {
  abbreviateDegree,
  composeWithAbbreviations,
  initialOf,
  type StoredTeacher,
  textFieldNames,
} from "../../domain/teacher.ts";
import type { FoundFault } from "../fault.ts";
import type { RowMessage } from "../message.ts";
import type { Columns } from "./columns.ts";

/**
 * The fault of a row with a composed value that its stored fields do not give; null where all agree, or are empty.
 * `texts` are the values of {@link textFieldNames}, and `textAt` gives that of a column by its index.
 */
export type FindComposedFault = (
  texts: readonly string[],
  textAt: (index: number) => string,
) => FoundFault<RowMessage> | null;

/** The most degrees whose abbreviations are kept: they take most of the time. */
const degreesMax = 1000;

/** Null where the table has no composed columns of a download. */
export function createComposedCheck({ names, composed }: Columns): FindComposedFault | null {
  if (composed.length === 0) return null;
  const columns = composed.map((field) => ({ field, index: names.indexOf(field) }));
  const degrees = new Map<string, string>();

  function abbreviate(degree: string): string {
    const known = degrees.get(degree);
    if (known !== undefined) return known;
    const abbreviation = abbreviateDegree(degree);
    if (degrees.size < degreesMax) degrees.set(degree, abbreviation);
    return abbreviation;
  }

  return (texts, textAt) => {
    const fields: Record<string, string | number> = { id: 0 };
    for (let i = 0; i < texts.length; i++) fields[textFieldNames[i]!] = normalizeText(texts[i]!);
    const stored = fields as StoredTeacher;
    const teacher = composeWithAbbreviations(stored, {
      first_name: initialOf(stored.first_name),
      middle_name: initialOf(stored.middle_name),
      degree: abbreviate(stored.degree),
    });
    for (const { field, index } of columns) {
      const value = normalizeText(textAt(index));
      if (value === "" || value === normalizeText(teacher[field])) continue;
      return { column: field, message: { code: "composedDiffers", value, composed: teacher[field] } };
    }
    return null;
  };
}
