/** Notes of the personnel office in a name or a degree, such as a leave or a rate of pay. */

/** `0,5 ст.`, `1.0 ставки`, `50% ставки` */
const rate =
  /[\s,;(]*(?<!\p{L})(?:на\s+)?\d+(?:[.,]\d+)?\s*%?\s*(?:ст\.|ставк[аиу]|ставок|ст(?=\s*\)?$))(?!\s*\p{L})[\s)]*/giu;

const noteWords = [
  "декрет\\p{Ll}*(?:\\s+відпуст\\p{Ll}+)?",
  "відпустка|відпустці",
  "д/в",
  "(?:(?:внутр|зовн)\\p{Ll}*\\.?\\s+)?сумісни(?:к|ця|цтво|цтвом)",
  "сум\\.",
  "погодинни(?:к|ця)|погодинно",
  "пенсіонер(?:ка)?",
  "звільнен(?:ий|а)",
].join("|");

/** In brackets, after a comma, or alone. */
const word = new RegExp(
  `\\s*\\(\\s*(?:(?:у|в|на|за)\\s+)?(?:${noteWords})\\s*\\)|(?:^|\\s*[,;]\\s*)(?:(?:у|в|на|за)\\s+)?(?:${noteWords})$`,
  "gu",
);

/** After the words of a name too, where a degree may have such a word: `викладач сумісник`. */
const looseWord = new RegExp(`\\s+(?:(?:у|в|на|за)\\s+)?(?:${noteWords})$`, "gu");

const brackets = /[()[\]{}]/;

/** The text without the notes that are known; null where a name has another one in brackets; undefined where it has none. */
export function removeNotes(text: string, isName: boolean): string | null | undefined {
  const known = text.replace(rate, " ").replace(word, "");
  const repaired = (isName ? known.replace(looseWord, "") : known).trim();
  if (isName && brackets.test(repaired)) return null;
  if (repaired === text) return undefined;
  return isName && repaired === "" ? null : repaired;
}
