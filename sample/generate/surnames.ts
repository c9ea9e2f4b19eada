/** Last names of invented people, formed from stems by the rules of Ukrainian word formation. */

import type { GenderForms } from "../../src/domain/names/given-names.ts";
import lists from "./name-words.json" with { type: "json" };
import suffixes from "./surname-suffixes.json" with { type: "json" };

/**
 * The words of a list in name-words.json, the most common first. Stems end in a consonant, `ь` or `й`. In nouns and
 * second roots of bynames, `|` separates the stem from the ending that derived names drop. A word that ends with `|` is
 * not itself a last name. Last names and adjectives are in the form for men, and the apostrophe is U+0027.
 */
export function wordsOf(name: keyof typeof lists): readonly string[] {
  return lists[name].join(" ").split(" ");
}

/** For each suffix: the rule by which it joins a stem (a key of {@link joints}), and how often it is used. */
type Suffixes = Readonly<Record<string, { readonly joint: string; readonly weight: number }>>;

const placeSuffix: Suffixes = { ський: { joint: "skyi", weight: 1 } };

/** The frequency of last names without a suffix, relative to the suffixes. */
const plainWeight = 8;

/** All families: about 1,600 with 14,000 different forms. */
export function formLastNames() {
  const twoRootPlaces = combine(wordsOf("twoRootPlaceFirsts"), wordsOf("twoRootPlaceSeconds"));
  const twoRootBynames = combine(wordsOf("twoRootBynameFirsts"), wordsOf("twoRootBynameSeconds"));
  return [
    ...wordsOf("givenNameStems").map((stem, rank) => family(weightOf(rank, 4000), "", stem, suffixes.givenName)),
    ...wordsOf("nounStems").map((word, rank) => nounFamily(weightOf(rank, 4000), word, suffixes.noun)),
    ...wordsOf("qualityAdjectives").map((word, rank) =>
      family(weightOf(rank, 2000), word, word.slice(0, -2), suffixes.adjective),
    ),
    ...wordsOf("placeAdjectives").map((word, rank) => family(weightOf(rank, 1000), word, "", {})),
    ...wordsOf("placeStems").map((stem, rank) => family(weightOf(rank, 2000), "", stem, placeSuffix)),
    ...twoRootPlaces.map((stem) => family(2, "", stem, placeSuffix)),
    ...twoRootBynames.map((word) => nounFamily(2, word, suffixes.byname)),
  ];
}

/** The form for women: only adjectives change (`Левицька`, `Чорна`, `Городня`). */
export function lastNameOf(men: string): GenderForms {
  return { men, women: men.replace(/ий$/, "а").replace(/ній$/, "ня") };
}

/** The frequency at a rank. It falls with the rank as it does for real names (Zipf–Mandelbrot). */
function weightOf(rank: number, scale: number): number {
  return Math.ceil(scale / (rank + 40));
}

function combine(firsts: readonly string[], seconds: readonly string[]): string[] {
  return firsts.flatMap((first) => seconds.map((second) => first + second));
}

function nounFamily(weight: number, word: string, suffixes: Suffixes) {
  const [stem = "", ending] = word.split("|");
  return family(weight, ending === "" ? "" : stem + (ending ?? ""), stem, suffixes);
}

/** The last names of one stem, whose frequency is `weight`, each repeated in proportion to the frequency of its suffix. */
function family(weight: number, plain: string, stem: string, suffixes: Suffixes) {
  const names: GenderForms[] = [];
  if (plain !== "") names.push(...Array<GenderForms>(plainWeight).fill(lastNameOf(plain)));
  for (const [suffix, { joint, weight }] of Object.entries(suffixes)) {
    const name = join(joints[joint]!, stem, suffix);
    if (name !== undefined) names.push(...Array<GenderForms>(weight).fill(lastNameOf(name)));
  }
  return { weight, names };
}

/**
 * How a stem and a suffix are joined, written as `stem+suffix`: the first pattern that fits is replaced. They can't be joined
 * if none fits, or the one that fits has no replacement.
 */
type Joint = readonly (readonly [pattern: RegExp, replacement?: string])[];

/** The last consonant of a stem as it is in front of `е` and in derived names: `Вовк` gives `Вовч`, and `Галушк` gives `Галуш`. */
const palatal: Joint = [
  [/(?<=[чшж])к\+/, ""],
  [/[кц]\+/, "ч"],
  [/г\+/, "ж"],
  [/х\+/, "ш"],
  [/\+/, ""],
];

const joints: Readonly<Record<string, Joint>> = {
  // `Коваленко`, `Вовченко`, `Андрієнко`, `Петрик`.
  front: [[/ь\+/, ""], [/й\+е/, "є"], [/й\+/], ...palatal],
  // `Федорук`, `Романюк`, `Ковалюк`, `Прокоп'юк`, `Вовчук`; the suffix comes in its hard form.
  back: [
    [/(?:[ьй]|(?<=[нлтдсз]))\+у/, "ю"],
    [/(?:[ьй]|(?<=[нлтдсз]))\+а/, "я"],
    [/(?<=[пбм])\+у/, "'ю"],
    [/(?<=[пбм])\+а/, "'я"],
    [/[вф]\+/],
    ...palatal,
  ],
  // `Іванчук`, `Ковальчук`, `Федорченко`, `Остапчук`.
  sonorant: [
    [/(?<=[аеєиіїоуюя])нь\+/, "н"],
    [/(?<=[аеєиіїоуюя](?:[нмврлпбй]|ль))\+/, ""],
  ],
  // `Іванко`, `Василько`, `Грицько`.
  ko: [[/(?<=[аеєиіїоуюя](?:[нмврлпбстд]|[нлцсдз]ь))\+/, ""]],
  // `Іванець`, `Королець`.
  ets: [[/(?<=[аеєиіїоуюя][нмврлптд])ь?\+/, ""]],
  // `Петрів`, `Ковалів`, `Андріїв`, `Петрівський`.
  possessive: [
    [/й\+./, "ї"],
    [/ь?\+/, ""],
  ],
  // `Дубровський`, `Королевський`, `Гаєвський`.
  ovskyi: [
    [/й\+./, "є"],
    [/(?:ь|(?<=[жчшщц]))\+./, "е"],
    [/\+/, ""],
  ],
  // `Ковальський`, `Галицький`, `Острозький`, `Збаразький`, `Підліський`, `Путивльський`.
  skyi: [
    [/(?<=[аеєиіїоуюя])(?:[кчц]|ць)\+./, "ц"],
    [/(?<=[аеєиіїоуюя])[гжз]\+./, "з"],
    [/(?<=[аеєиіїоуюя])[хшс]\+/, ""],
    [/(?<=[аеєиіїоуюя])нь\+/, "н"],
    [/(?<=[аеєиіїоуюя][бвдйлмнпрт]|ль)\+/, ""],
  ],
};

function join(joint: Joint, stem: string, suffix: string): string | undefined {
  const text = `${stem}+${suffix}`;
  const [pattern, replacement] = joint.find(([pattern]) => pattern.test(text)) ?? [];
  return replacement === undefined ? undefined : text.replace(pattern!, replacement);
}
