/** Last names of invented people, formed from stems by the rules of Ukrainian word formation. */

import type { GenderForms } from "../../../src/domain/names/given-names.ts";
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

/**
 * The last names of one stem. A name is repeated in proportion to the frequency of its suffix. `weight` is the
 * frequency of the stem.
 */
interface LastNameFamily {
  readonly weight: number;
  readonly names: readonly GenderForms[];
}

/** For each suffix: the rule by which it joins a stem (see {@link joints}), and how often it is used. */
type Suffixes = Readonly<Record<string, { readonly joint: string; readonly weight: number }>>;

const placeSuffix: Suffixes = { ський: { joint: "skyi", weight: 1 } };

/** The frequency of last names without a suffix, relative to the suffixes. */
const plainWeight = 8;

/** All families: about 1,600 with 14,000 different forms. */
export function formLastNames(): LastNameFamily[] {
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

function nounFamily(weight: number, word: string, suffixes: Suffixes): LastNameFamily {
  const [stem = "", ending] = word.split("|");
  return family(weight, ending === "" ? "" : stem + (ending ?? ""), stem, suffixes);
}

function family(weight: number, plain: string, stem: string, suffixes: Suffixes): LastNameFamily {
  const names: GenderForms[] = [];
  if (plain !== "") names.push(...Array<GenderForms>(plainWeight).fill(lastNameOf(plain)));
  for (const [suffix, { joint, weight }] of Object.entries(suffixes)) {
    const name = joints[joint]!(stem, suffix);
    if (name !== undefined) names.push(...Array<GenderForms>(weight).fill(lastNameOf(name)));
  }
  return { weight, names };
}

/** The rules by which stems and suffixes are joined; undefined if the two can't be joined. */
const joints: Readonly<Record<string, (stem: string, suffix: string) => string | undefined>> = {
  front: joinFront,
  back: joinBack,
  sonorant: joinSonorant,
  ko: joinKo,
  ets: joinEts,
  possessive: joinPossessive,
  ovskyi: joinOvskyi,
  skyi: joinSkyi,
};

const palatals: Readonly<Record<string, string>> = { к: "ч", г: "ж", х: "ш", ц: "ч" };

/**
 * The stem with its last consonant softened, as it is in front of `е` and in derived names: `Вовк` gives `Вовч`, and
 * `Галушк` gives `Галуш`.
 */
function palatalize(stem: string): string {
  if (/[чшж]к$/.test(stem)) return stem.slice(0, -1);
  return stem.replace(/[кгхц]$/, (consonant) => palatals[consonant]!);
}

/** `Коваленко`, `Вовченко`, `Андрієнко`, `Петрик`. */
function joinFront(stem: string, suffix: string): string | undefined {
  if (stem.endsWith("ь")) return stem.slice(0, -1) + suffix;
  if (!stem.endsWith("й")) return palatalize(stem) + suffix;
  return suffix.startsWith("е") ? `${stem.slice(0, -1)}є${suffix.slice(1)}` : undefined;
}

/** `Федорук`, `Романюк`, `Ковалюк`, `Прокоп'юк`, `Вовчук`; the suffix comes in its hard form. */
function joinBack(stem: string, suffix: string): string | undefined {
  const soft = (suffix.startsWith("у") ? "ю" : "я") + suffix.slice(1);
  if (/[ьй]$/.test(stem)) return stem.slice(0, -1) + soft;
  if (/[нлтдсз]$/.test(stem)) return stem + soft;
  if (/[пбм]$/.test(stem)) return `${stem}'${soft}`;
  return /[вф]$/.test(stem) ? undefined : palatalize(stem) + suffix;
}

/** `Іванчук`, `Ковальчук`, `Федорченко`, `Остапчук`. */
function joinSonorant(stem: string, suffix: string): string | undefined {
  return /[аеєиіїоуюя]([нмврлпбй]|[нл]ь)$/.test(stem) ? stem.replace(/нь$/, "н") + suffix : undefined;
}

/** `Іванко`, `Василько`, `Грицько`. */
function joinKo(stem: string, suffix: string): string | undefined {
  return /[аеєиіїоуюя]([нмврлпбстд]|[нлцсдз]ь)$/.test(stem) ? stem + suffix : undefined;
}

/** `Іванець`, `Королець`. */
function joinEts(stem: string, suffix: string): string | undefined {
  return /[аеєиіїоуюя][нмврлптд]ь?$/.test(stem) ? stem.replace(/ь$/, "") + suffix : undefined;
}

/** `Петрів`, `Ковалів`, `Андріїв`, `Петрівський`. */
function joinPossessive(stem: string, suffix: string): string {
  return stem.endsWith("й") ? `${stem.slice(0, -1)}ї${suffix.slice(1)}` : stem.replace(/ь$/, "") + suffix;
}

/** `Дубровський`, `Королевський`, `Гаєвський`. */
function joinOvskyi(stem: string, suffix: string): string {
  if (stem.endsWith("й")) return `${stem.slice(0, -1)}є${suffix.slice(1)}`;
  if (/[ьжчшщц]$/.test(stem)) return `${stem.replace(/ь$/, "")}е${suffix.slice(1)}`;
  return stem + suffix;
}

/** `Ковальський`, `Галицький`, `Острозький`, `Збаразький`, `Підліський`, `Путивльський`. */
function joinSkyi(stem: string, suffix: string): string | undefined {
  if (!/[аеєиіїоуюя]([бвгджзйклмнпрстхцчш]|[нц]ь)$|ль$/.test(stem)) return undefined;
  const base = stem.replace(/([нц])ь$/, "$1");
  if (/[кчц]$/.test(base)) return `${base.slice(0, -1)}ц${suffix.slice(1)}`;
  if (/[гжз]$/.test(base)) return `${base.slice(0, -1)}з${suffix.slice(1)}`;
  if (/[хшс]$/.test(base)) return base.slice(0, -1) + suffix;
  return base + suffix;
}
