/** The official romanisation of Ukrainian names. */

/** Cabinet resolution 55 of 2010; a second spelling is for the start of a word. */
const official: Readonly<Record<string, readonly [within: string, start?: string]>> = {
  а: ["a"],
  б: ["b"],
  в: ["v"],
  г: ["h"],
  ґ: ["g"],
  д: ["d"],
  е: ["e"],
  є: ["ie", "ye"],
  ж: ["zh"],
  з: ["z"],
  и: ["y"],
  і: ["i"],
  ї: ["i", "yi"],
  й: ["i", "y"],
  к: ["k"],
  л: ["l"],
  м: ["m"],
  н: ["n"],
  о: ["o"],
  п: ["p"],
  р: ["r"],
  с: ["s"],
  т: ["t"],
  у: ["u"],
  ф: ["f"],
  х: ["kh"],
  ц: ["ts"],
  ч: ["ch"],
  ш: ["sh"],
  щ: ["shch"],
  ь: [""],
  ю: ["iu", "yu"],
  я: ["ia", "ya"],
  "’": [""],
};

/** The letters that it is made for, in lower case. */
export const romanisedLetters: readonly string[] = Object.keys(official);

/** A name in lower case, letter by letter. */
export function romanise(name: string): string {
  const letters = [...name.replaceAll("зг", "з^")];
  return letters
    .map((letter, index) => {
      if (letter === "^") return "gh";
      const [within, start] = official[letter]!;
      return index === 0 ? (start ?? within) : within;
    })
    .join("");
}
