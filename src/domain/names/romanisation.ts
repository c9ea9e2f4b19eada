/** The official romanisation of Ukrainian names (Cabinet resolution 55 of 27 January 2010). */

/** The Latin letters for each letter in lower case, and for the apostrophe. */
const official: Readonly<Record<string, string>> = {
  ...{ а: "a", б: "b", в: "v", г: "h", ґ: "g", д: "d", е: "e", є: "ie", ж: "zh", з: "z", и: "y", і: "i", ї: "i" },
  ...{ й: "i", к: "k", л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh" },
  ...{ ц: "ts", ч: "ch", ш: "sh", щ: "shch", ь: "", ю: "iu", я: "ia", "’": "" },
};

/** The letters that are written differently at the start of a word. */
const atStart: Readonly<Record<string, string>> = { є: "ye", ї: "yi", й: "y", ю: "yu", я: "ya" };

const words = /[\p{L}\p{M}’]+/gu;
const otherApostrophes = /['\u02bc]/g;
const otherCyrillic = /[\p{Script=Cyrillic}--[а-щьюяґєіїА-ЩЬЮЯҐЄІЇ]]/v;

/**
 * The name in Latin letters; characters that are not Cyrillic stay as they are. Null if the resolution does not cover
 * a letter, such as the Russian `ы`, or if nothing is Cyrillic.
 */
export function romanise(name: string): string | null {
  if (otherCyrillic.test(name) || !/\p{Script=Cyrillic}/u.test(name)) return null;
  return name.replace(otherApostrophes, "’").replace(words, romaniseWord);
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function romaniseWord(word: string): string {
  const lower = word.toLowerCase();
  // An initial such as `Ю` is not a word in capitals.
  const isCapitals = word.length > 1 && word === word.toUpperCase();
  let text = "";
  let isStart = true;
  for (let i = 0; i < word.length; i++) {
    const letter = lower[i]!;
    const within = official[letter] ?? word[i]!;
    // зг becomes zgh, because zh stands for ж.
    const latin = letter === "г" && lower[i - 1] === "з" ? "gh" : isStart ? (atStart[letter] ?? within) : within;
    text += isCapitals ? latin.toUpperCase() : word[i] === letter ? latin : capitalise(latin);
    // An apostrophe gives no text, so the letter after a leading apostrophe still counts as the first one.
    if (latin !== "") isStart = false;
  }
  return text;
}
