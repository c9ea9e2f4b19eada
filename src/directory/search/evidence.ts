/**
 * Evidence: decides whether the words of a written name match a teacher well enough to mean that teacher and no other.
 */

import { spellingKey, splitWords } from "../../domain/names/names.ts";
import { romanise } from "../../domain/names/romanisation.ts";
import { nameFieldNames } from "../../domain/teacher.ts";
import { textAt } from "../../image/column.ts";
import type { ImageContent } from "../../image/layout.ts";
import type { NameMatching, UsedWord } from "./name-matching.ts";
import { firstName, hasWord, lastName, matches, type Term } from "./term.ts";

/** How terms can match a part of a name, the strongest first. If several words match a part, the weakest counts. */
const kinds = [
  /** The whole word as it is spelt. */
  "whole",
  /** Only the initial was written, or the beginning of the word with a full stop. */
  "initial",
  /** The official romanisation of the word. */
  "roman",
  /** Another word in Latin letters that sounds the same. */
  "latin",
  /** The sound, another form or a case ending of the word. */
  "form",
  /** A typo of the word. */
  "typo",
  /**
   * An uncertain match: a letter that may be the initial, a stored initial that may stand for the written word, or a
   * part of a double last name.
   */
  "guess",
] as const;
type Kind = (typeof kinds)[number];
/** `absent` if no term matches the part; `empty` if the teacher does not have this part. */
type PartKind = Kind | "absent" | "empty";

interface Rule {
  readonly last: readonly PartKind[];
  readonly first: readonly PartKind[];
  readonly middle: readonly PartKind[];
  /** Whether words that are not a name, a degree or a note may be set aside. */
  readonly allowsUnknown?: boolean;
}

const unwritten = ["absent", "empty"] as const;
const anyForm = ["whole", "form"] as const;
const anyLatin = ["whole", "roman", "latin"] as const;

/**
 * Each row lists the kinds of match that it allows for each part of a name. A written name is evidence for a teacher if
 * one row allows all three parts.
 */
const rules: readonly Rule[] = [
  // Шевченко; Шевченко Т.; Шевченко Тарас; Шевченко Т. Г.; Шевченко Тарас Григорович
  { last: ["whole"], first: unwritten, middle: unwritten },
  { last: ["whole"], first: ["whole", "initial"], middle: ["whole", "initial", ...unwritten] },
  { last: ["whole"], first: unwritten, middle: ["whole"] },
  // Тарас Григорович, for a teacher without a last name
  { last: ["empty"], first: ["whole"], middle: ["whole", "empty"] },
  // Шевчинко Тарас Григорович, Шевченко Тарас Григорович 2-га зміна
  { last: ["typo"], first: ["whole"], middle: ["whole"] },
  { last: ["whole"], first: ["whole"], middle: ["whole"], allowsUnknown: true },
  // Шевченка Тараса Григоровича, Евченко Елена Сергеевна
  { last: anyForm, first: anyForm, middle: anyForm },
  // Shevchenko Taras, Shevchenko Taras Hryhorovych
  { last: ["whole", "roman"], first: ["whole", "roman"], middle: ["whole", "roman", ...unwritten] },
  // Chevtchenko Tarass Grigorovitch
  { last: anyLatin, first: anyLatin, middle: anyLatin },
];

/** Facts about the name that its terms do not show. */
interface Circumstances {
  /** Whether an unknown word was set aside. */
  readonly hasUnknown: boolean;
  /** Whether the name was read on another keyboard layout, or with a space removed. */
  readonly isReread: boolean;
}

/** Whether a written name is evidence for a teacher that it matches. */
export function isEvidence(
  content: ImageContent,
  terms: readonly Term[],
  matching: NameMatching,
  position: number,
  { hasUnknown, isReread }: Circumstances,
): boolean {
  const used = matching.terms;
  if (!isInPlace(content, terms, used)) return false;
  const [last, first, middle] = nameFieldNames.map((_, field) => kindOfPart(content, terms, used, field, position));
  // A name that was read on another layout, or with a space removed, is as weak as one with a typo.
  const lastOrWorse = isReread && last === "whole" ? "typo" : last!;
  return rules.some(
    (rule) =>
      rule.last.includes(lastOrWorse) &&
      rule.first.includes(first!) &&
      rule.middle.includes(middle!) &&
      (!hasUnknown || rule.allowsUnknown === true),
  );
}

/** The orders in which people write last (0), first (1) and middle name (2). */
const orders = ["0", "01", "012", "02", "10", "120", "1", "12"];
/** The orders in which a given name may have been taken for the last name. */
const doubtfulOrders = ["0", "10"];

/**
 * Whether the parts have a usual order. A word that is also a given name is not taken for a last name if it stands
 * alone or after another given name.
 */
function isInPlace(content: ImageContent, terms: readonly Term[], used: readonly UsedWord[]): boolean {
  const order = used.map(({ field }) => field).join("");
  const parts = order.replace(/(.)\1+/g, "$1");
  if (!orders.includes(parts)) return false;
  if (!doubtfulOrders.includes(parts)) return true;
  return terms.some(({ key, others }, i) => {
    const isGivenName =
      hasWord(content, firstName, key) || [...others[firstName]!.values()].some((match) => match.isInitial);
    return used[i]!.field === lastName && !isGivenName;
  });
}

function kindOfPart(
  { columns }: ImageContent,
  terms: readonly Term[],
  used: readonly UsedWord[],
  field: number,
  position: number,
): PartKind {
  const { codes, values } = columns[nameFieldNames[field]!];
  const words = splitWords(textAt(values, codes[position]!));
  if (words.length === 0) return "empty";
  let weakest: Kind | null = null;
  const matched = new Set<number>();
  for (const [i, usedWord] of used.entries()) {
    if (usedWord.field !== field) continue;
    matched.add(usedWord.word);
    const kind = kindOf(terms[i]!, usedWord, words[usedWord.word]!);
    if (weakest === null || kinds.indexOf(kind) > kinds.indexOf(weakest)) weakest = kind;
  }
  if (weakest === null) return "absent";
  // One part of a double last name does not count as the whole last name.
  const isComplete = field === lastName ? matched.size === words.length : matched.has(0);
  if (!isComplete || (field === lastName && weakest === "initial")) return "guess";
  return weakest;
}

function kindOf({ key, isLetter, isKnownName }: Term, { match, field }: UsedWord, word: string): Kind {
  const stored = spellingKey(word);
  if (stored === key) return isLetter ? "initial" : "whole";
  if (match.isInitial) return "guess";
  if (isLetter || !match.isWhole) return match.cost === 0 && stored.startsWith(key) ? "initial" : "guess";
  if (match.means === "typo") return match.cost < matches.twoTypos.cost ? "typo" : "guess";
  // An official name is not a form of another one: Олександра is not Олеся.
  if (isKnownName[field]!) return "guess";
  if (match.means === "form") return "form";
  if (!/^[a-z]+$/.test(key)) return "form";
  return spellingKey(romanise(word) ?? "") === key ? "roman" : "latin";
}
