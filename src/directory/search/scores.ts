/** The score of a teacher: the cheapest way to let every term meet a different word of the name or the degree. */
import { foldKey, isLetter } from "../../domain/names/names.ts";
import { costMax, type Hit, hits, nearCost } from "./costs.ts";
import { breadths, type Data, type Query, type Term } from "./terms.ts";
import { degree, firstName, keyAt, lastName, listAt, middleName } from "./words.ts";

/** A term, and a word of a teacher that it meets. */
export interface Used {
  readonly term: Term;
  /** {@link nowhere} if the term is set aside. */
  readonly field: number;
  readonly place: number;
  readonly hit: Hit;
}

const nowhere = -1;
const givenFields: readonly number[] = [firstName, middleName];

export interface Score {
  readonly cost: number;
  /** Lower is more relevant. */
  readonly order: number;
  readonly hasInitials: boolean;
  readonly isLastWhole: boolean;
  /** Whether nobody is still typing: every term that is used is a whole word or an initial. */
  readonly isWhole: boolean;
  /** By term. */
  readonly used: readonly Used[];
}

/** How the terms meet the words of a value. Values that they meet in the same way have the same shape. */
interface Shape {
  readonly count: number;
  /** Whether the value is only an initial, or empty. */
  readonly isShort: boolean;
  /** Whether query and value differ in having an apostrophe, or a sign that stands for one. */
  readonly isOtherwiseSpelt: boolean;
  /** By term, the words that it meets. */
  readonly met: readonly (readonly Used[])[];
}

export type Scorer = ReturnType<typeof createScorer>;

/** Scores each combination of shapes once: there are many teachers, but few shapes. */
export function createScorer(data: Data, query: Query, terms: readonly Term[]) {
  const open = (field: number) => openShapes(data, field, terms);
  const [lasts, firsts, middles, titles] = [open(lastName), open(firstName), open(middleName), open(degree)];
  /** By the shapes of the last, first and middle name and of the degree. */
  const scores: (Score | null)[][][][] = [];
  return {
    scoreOf(rank: number): Score | null {
      const [a, b, c, d] = [lasts.indexAt(rank), firsts.indexAt(rank), middles.indexAt(rank), titles.indexAt(rank)];
      scores[a] ??= [];
      scores[a][b] ??= [];
      scores[a][b][c] ??= [];
      const known = scores[a][b][c];
      if (known[d] === undefined) {
        const met = [lasts.shapes[a]!, firsts.shapes[b]!, middles.shapes[c]!, titles.shapes[d]!];
        known[d] = scoreTeacher(query, terms, met);
      }
      return known[d];
    },
    /** The score of a teacher of whom only the degree is met. */
    scoreOfDegree(rank: number): Score | null {
      return scoreTeacher(query, terms, [unmet, unmet, unmet, titles.shapes[titles.indexAt(rank)]!]);
    },
  };
}

const unmet: Shape = { count: 1, isShort: false, isOtherwiseSpelt: false, met: [] };

const apostrophe = /['’ʼ*`´‘]|[ьъ](?=[яюєїеё])/i;
const hitIds = new Map(Object.values(hits).map((hit, i) => [hit, i]));

/** The shapes of the values of a field. Each value is compared when it is first asked for. */
function openShapes({ words, columns }: Data, field: number, terms: readonly Term[]) {
  const { keys, words: lists } = words[field]!;
  const { values, codes } = columns[field]!;
  const metWords = new Set(terms.flatMap(({ hits: found }) => [...found[field]!.keys()]));
  /** By the first letter of a word: how the terms meet it as initials. */
  const initialHits = new Map<string, readonly (Hit | null)[]>();
  const shapes: Shape[] = [];
  const numberOf = new Map<string, number>();
  /** The shapes of the thousands of values that only initials meet. */
  const byInitials = new Map<string, number>();
  /** By value: the number of its shape from 1 on, or 0 before it is compared. */
  const numbers = new Uint32Array(values.length);

  function compare(code: number): number {
    const list = Array.from(listAt(lists, code));
    const byWord = list.map((word) => {
      const initial = keys.text.charAt(keys.starts[word]!);
      const byInitial = initialHits.get(initial) ?? terms.map((term) => meetInitial(term, field, initial));
      initialHits.set(initial, byInitial);
      return terms.map((term, at) => term.hits[field]!.get(word) ?? byInitial[at]!);
    });
    const isShort = list.length === 0 || (list.length === 1 && isLetter(keyAt(keys, list[0]!)));
    const hasApostrophe = apostrophe.test(values[code]!);
    const isOtherwiseSpelt =
      list.length === 1 &&
      byWord[0]!.some((hit, at) => hit === hits.whole && apostrophe.test(terms[at]!.token.text) !== hasApostrophe);
    const ids = byWord.map((all) => all.map((hit) => hit && hitIds.get(hit)!));
    const key = JSON.stringify([isShort, isOtherwiseSpelt, ids]);
    const known = numberOf.get(key);
    if (known !== undefined) return known;
    const met = terms.map((term, at) =>
      byWord.flatMap((all, place): Used[] => (all[at] == null ? [] : [{ term, field, place, hit: all[at] }])),
    );
    const number = shapes.push({ count: list.length, isShort, isOtherwiseSpelt, met });
    numberOf.set(key, number);
    return number;
  }

  /** The first letters of the words of a value; empty if one is a single letter, or if a term meets more of it. */
  function initialsOf(code: number): string {
    let initials = "";
    for (let i = lists.starts[code]!; i < lists.starts[code + 1]!; i++) {
      const word = lists.numbers[i]!;
      const start = keys.starts[word]!;
      if (metWords.has(word) || keys.starts[word + 1]! - start <= 2) return "";
      initials += keys.text.charAt(start);
    }
    return initials;
  }

  return {
    shapes,
    indexAt(rank: number): number {
      const code = codes[rank]!;
      if (numbers[code] === 0) {
        const initials = initialsOf(code);
        const number = byInitials.get(initials) ?? compare(code);
        if (initials !== "") byInitials.set(initials, number);
        numbers[code] = number;
      }
      return numbers[code]! - 1;
    },
  };
}

/** How a single letter meets the first letter of a word. */
function meetInitial({ letters, token }: Term, field: number, initial: string): Hit | null {
  if (letters === "" || field === degree) return null;
  const isOfLast = field === lastName && token.isStopped;
  if (letters.includes(initial)) return isOfLast ? hits.lastNameInitial : hits.beginning;
  if (!foldKey(letters).includes(foldKey(initial))) return null;
  return isOfLast ? hits.foldedLastNameInitial : hits.foldedBeginning;
}

/** No sensible query needs so many steps. */
const stepsMax = 300;

/** The cheapest assignment; null if there is none. `shapes` are by field. */
function scoreTeacher(query: Query, terms: readonly Term[], shapes: readonly Shape[]): Score | null {
  // The degree first: of equal assignments, the first one is kept, and letters such as `к.т.н.` are a degree.
  const fields = [shapes[degree]!, ...shapes.slice(0, degree)];
  const options = terms.map((term, at) => {
    const met = fields.flatMap(({ met }) => met[at] ?? []);
    const aside = asideOf(terms, term, shapes);
    return aside === null ? met : [...met, { term, field: nowhere, place: at, hit: aside }];
  });
  const chosen: Used[] = [];
  let best: Score | null = null as Score | null;
  let least = costMax;
  let steps = 0;

  function choose(cost: number): void {
    if (cost > least || ++steps > stepsMax) return;
    if (chosen.length === terms.length) finish(cost);
    for (const used of options[chosen.length] ?? []) {
      if (chosen.some((other) => other.field === used.field && other.place === used.place)) continue;
      chosen.push(used);
      choose(cost + used.hit.cost);
      chosen.pop();
    }
  }

  function finish(cost: number): void {
    const wholes = chosen.filter(({ hit }) => hit.isWhole).length;
    // Of equal costs, the assignment with more whole words is better.
    if (cost - wholes / 1000 >= least || !isAllowed(query, chosen, shapes)) return;
    const hasInitials = chosen.some(({ hit }) => hit.isInitial);
    const ofLast = chosen.filter(isWholeLast).length;
    const isLastWhole = ofLast > 0 && ofLast === shapes[lastName]!.count;
    best = {
      cost,
      order: (Number(hasInitials) * 1000 + cost) * rankCount + rankOf(chosen, shapes, isLastWhole),
      hasInitials,
      isLastWhole,
      isWhole: chosen.every(({ term, field, hit }) => field === nowhere || hit.isWhole || term.letters !== ""),
      used: [...chosen],
    };
    least = cost - wholes / 1000;
  }

  choose(0);
  return best;
}

const isWholeLast = ({ field, hit }: Used): boolean => field === lastName && hit.isWhole;

/** A patronymic may be set aside for a teacher who has none, and an initial for one who has too few names. */
function asideOf(terms: readonly Term[], term: Term, shapes: readonly Shape[]): Hit | null {
  if (term.mayGo) return hits.aside;
  const [first, middle] = [shapes[firstName]!.count, shapes[middleName]!.count];
  const isShort = first === 0 || middle === 0;
  const initials = terms.filter(({ letters }) => letters !== "").length;
  const isAbsent = term.letters === "" ? term.isPatronymic && isShort : isShort || initials > first + middle;
  return isAbsent ? hits.absent : null;
}

function isAllowed({ breadth, isStrict }: Query, chosen: readonly Used[], shapes: readonly Shape[]): boolean {
  const near = chosen.filter(({ field, hit }) => field !== nowhere && hit.cost <= nearCost);
  const isAbsent = chosen.some(({ hit }) => hit === hits.absent);
  // The beginning of a last name is evidence for initials, but `Іван` is more often a given name.
  const hasLastName = near.some(
    ({ term, field, hit }) => field === lastName && (hit.isWhole || !(isAbsent || term.isGivenName)),
  );
  if ((isAbsent || chosen.some(({ hit }) => hit.isInitial)) && !hasLastName) return false;
  // A short word is a typo only beside a name that is right.
  const isShortTypo = chosen.some(({ term, hit }) => term.token.key.length < hit.lengthMin);
  if (isShortTypo && near.every(({ field }) => field === degree)) return false;
  // `Гай Олена Іван` is Олена Іванівна, but `Гай Іван` is not, and `Марко Іван` may be somebody whom nobody knows.
  const isMet = (name: number): boolean => chosen.some(({ field }) => field === name);
  if (chosen.some(({ hit }) => hit === hits.patronymicBeginning) && !(isMet(lastName) && isMet(firstName)))
    return false;
  // Where words are read so loosely, one that is also a given name is no proof of the last name.
  const isProof = (used: Used): boolean => isWholeLast(used) && (breadth === breadths.digits || !used.term.isGivenName);
  if (breadth >= breadths.initials && !near.some(isProof)) return false;
  // A written name must contain the last name.
  if (isStrict && shapes[lastName]!.count > 0 && !chosen.some(isWholeLast)) return false;
  return areInitialsInPlace(chosen, shapes);
}

/**
 * Whether the initials are in order: those of the given name, then those of the patronymic. A part that a longer term
 * meets, or that the teacher does not have, is skipped.
 */
function areInitialsInPlace(chosen: readonly Used[], shapes: readonly Shape[]): boolean {
  const others = chosen.filter(({ term }) => term.letters === "");
  const initials = chosen.filter(
    ({ term, field, hit }) => term.letters !== "" && (hit === hits.absent || givenFields.includes(field)),
  );
  const open = givenFields.filter(
    (field) => shapes[field]!.count > 0 && others.every((used) => used.field !== field || used.place > 0),
  );
  let last: Used | undefined;
  return initials.every((used) => {
    // One is set aside for the given name that a teacher does not have, or after those of all names.
    if (used.hit === hits.absent)
      return open.length === 0 || (shapes[firstName]!.count === 0 && used !== initials.at(-1));
    // The next word of a name that is still being typed: `Анна-М`.
    if (others.some((other) => other.field === used.field && other.place === used.place - 1)) return true;
    const isNextPart = used.field === last?.field && used.place === last.place + 1;
    last = used;
    return isNextPart || (used.place === 0 && used.field === open.shift());
  });
}

const wholeRanks = [2, 1, 4, 8] as const;
const beginningRanks = [3, 6, 7, 8] as const;
const rankCount = 160;

/** The best place that a word of several letters meets, then a given name, then the degree and the apostrophe as written. */
function rankOf(chosen: readonly Used[], shapes: readonly Shape[], isLastWhole: boolean): number {
  const [last, first, middle, title] = shapes as [Shape, Shape, Shape, Shape];
  const hasLetters = chosen.some(({ term }) => term.letters !== "");
  const ofDegree = chosen.filter(({ field }) => field === degree).length;
  // Those who are written like the query come first, then those with a full given name.
  const wholes = chosen.filter(({ field, hit }) => hit.isWhole && field !== degree).length;
  const isAll = wholes === last.count + first.count + middle.count;
  return [
    first.count === 0,
    ofDegree > 0 && ofDegree < title.count,
    !isAll && (first.isShort || hasLetters),
    shapes.some(({ isOtherwiseSpelt }) => isOtherwiseSpelt),
  ].reduce((rank, flag) => rank * 2 + Number(flag), isLastWhole ? 0 : Math.min(...chosen.map(placeRankOf)));
}

function placeRankOf({ term, field, place, hit }: Used): number {
  if (term.letters !== "") return 8;
  if (hit.isWhole && !isLetter(term.token.key)) return wholeRanks[field as 0];
  return field === lastName && place > 0 ? 5 : (beginningRanks[field] ?? 9);
}
