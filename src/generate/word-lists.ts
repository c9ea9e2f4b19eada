/** The word lists that generated names are combined from. */
import lists from "./name-words.json" with { type: "json" };

/**
 * A list of name-words.json as words, the commonest first. Stems end in a consonant, `ь` or `й`. Nouns and second roots of
 * bynames separate the stem from the ending that derived names drop by `|`; with `|` at the end, the word itself is no last
 * name. Last names and adjectives are in the form for men, and the apostrophe is U+0027.
 */
export function wordsOf(name: keyof typeof lists): readonly string[] {
  return lists[name].join(" ").split(" ");
}
