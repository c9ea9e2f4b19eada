/** Guesses from the values which column holds a field that no heading names. */
import { isGivenName } from "../../domain/names/given-names.ts";
import { type ColumnField, isSecretHeading } from "../headings.ts";
import type { Columns } from "./columns.ts";
import { isMiddleName, splitWholeName } from "./whole-name.ts";

/** A guess is made from the first rows, at most this many. */
export const guessRows = 20;

const word = /^\p{Lu}[\p{L}\p{M}'\u2019\u02bc-]+$/u;
const position =
  /(?<!\p{L})(?:асистент|викладач|доцент|доц\.|професор|проф\.|завідувач|зав\.|декан|науковий співробітник|assistant|lecturer|professor)/iu;

/** Whether a text looks like a value of a field. Ids are not guessed, because row numbers look the same. */
const looksLike: Readonly<Partial<Record<ColumnField, (text: string) => boolean>>> = {
  name(text) {
    const { last_name, first_name, isDoubtful } = splitWholeName(text);
    return (
      last_name !== "" && first_name !== "" && (!isDoubtful || text.split(/\s+/u).every((part) => word.test(part)))
    );
  },
  last_name: (text) => word.test(text) && !isGivenName(text) && !isMiddleName(text),
  first_name: (text) => isGivenName(text),
  middle_name: (text) => isMiddleName(text),
  degree: (text) => position.test(text),
};

/** The heading of the column whose values in the first rows look most like the field; null if there is none. */
export function guessHeading(
  field: ColumnField,
  { names, ignored }: Columns,
  rows: readonly (readonly string[])[],
): string | null {
  const isLike = looksLike[field];
  if (isLike === undefined) return null;
  let [best, most] = [null as string | null, 0.5];
  for (const [i, name] of names.entries()) {
    if (!ignored.includes(name) || isSecretHeading(name)) continue;
    const texts = rows.map((row) => (row[i] ?? "").trim()).filter((text) => text !== "");
    const share = texts.filter(isLike).length / texts.length;
    if (share > most) [best, most] = [name, share];
  }
  return best;
}
