/** Characters that nobody sees: they make equal names different, and can turn the direction of a text. */
import { normalizeText } from "../../domain/names/names.ts";

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Shows letters in another order than they are stored in. */
const override = /[\u202d\u202e]/u;

const direction = /[\u202a-\u202e\u2066-\u2069]/u;

/** Neither script needs such a character, unlike Arabic, the scripts of India, and emoji. */
const needless = /[\p{Script=Cyrillic}\p{Script=Latin}]/u;
const otherLetter = /[\p{L}--[\p{Script=Cyrillic}\p{Script=Latin}\p{Lm}\p{Default_Ignorable_Code_Point}]]/v;

/** The text without them where it is the same to a reader; null where it can't be, and a person must look at it. */
export function removeInvisible(text: string): string | null {
  if (text.search(invisible) === -1) return text;
  if (override.test(text)) return null;
  if (needless.test(text) && !otherLetter.test(text)) return normalizeText(text.replace(invisible, ""));
  return direction.test(text) ? null : text;
}

/** The first character that turns the direction of a text. */
export function findDirection(text: string): string | undefined {
  return (override.exec(text) ?? direction.exec(text))?.[0];
}
