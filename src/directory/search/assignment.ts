/** The score of a teacher: the cheapest way to let every term meet a different word of the name or the degree. */
import { absentCost, asideCost, costMax, hits, nearCost, stepsOf, type Used } from "./costs.ts";
import { areInitialsInPlace, extraCostOf } from "./letters.ts";
import type { Shape } from "./shapes.ts";
import { breadths, type Query, type Term } from "./terms.ts";
import { degree, firstName, lastName, middleName } from "./words.ts";

/** How a teacher meets the terms. */
export interface Score {
  readonly cost: number;
  /** Lower is more relevant. */
  readonly order: number;
  readonly hasInitials: boolean;
  readonly isLastWhole: boolean;
  /** Whether every term that is used is a whole word or an initial. */
  readonly isWhole: boolean;
  /** By term. */
  readonly used: readonly Used[];
}

/** No sensible query needs so many steps. */
const stepsMax = 300;

const wholeRanks = [2, 1, 4, 8] as const;
const beginningRanks = [3, 6, 7, 8] as const;
const laterBeginningRank = 5;
const asideRank = 9;
const rankCount = 160;
/** From this order on, the teachers have only initials. */
export const initialsOrder = 1_000_000;

/** The cheapest assignment; null if there is none. `shapes` are by field; the degree's is the last one. */
export function scoreTeacher(query: Query, terms: readonly Term[], shapes: readonly Shape[]): Score | null {
  // The degree first: of equal assignments, the first one is kept, and letters such as `к.т.н.` are a degree.
  const own = [shapes[degree]!, ...shapes.slice(0, degree)].flatMap(({ words }) => words);
  /** By term, what it costs to set it aside. */
  const asideCosts = terms.map((term) =>
    term.mayGo ? asideCost : isAbsent(terms, term, shapes) ? absentCost : Number.POSITIVE_INFINITY,
  );
  const chosen: Used[] = [];
  const isTaken = own.map(() => false);
  let best: Score | null = null as Score | null;
  let bestOrder = costMax;
  let steps = 0;

  function choose(cost: number): void {
    const at = chosen.length;
    if (cost > bestOrder || ++steps > stepsMax) return;
    const term = terms[at];
    if (term === undefined) {
      finish(cost);
      return;
    }
    for (const [i, { field, place, byTerm }] of own.entries()) {
      const hit = byTerm[at];
      if (hit == null || isTaken[i]) continue;
      isTaken[i] = true;
      chosen.push({ field, place, hit });
      choose(cost + hit.cost + (term.letters === "" ? 0 : extraCostOf(term.token, field, hit)));
      chosen.pop();
      isTaken[i] = false;
    }
    chosen.push(null);
    choose(cost + asideCosts[at]!);
    chosen.pop();
  }

  function finish(cost: number): void {
    const hasInitials = chosen.some((used) => used?.hit.isInitial === true);
    const wholes = chosen.filter((used) => used?.hit.isWhole === true).length;
    // Of equal costs, the assignment with more whole words is better.
    const order = cost - wholes / 1000;
    if (order >= bestOrder || !isAllowed(query, terms, chosen, shapes)) return;
    const isLastWhole = isWholeLast(chosen, shapes);
    best = {
      cost: stepsOf(cost) / 20,
      order: (hasInitials ? initialsOrder : 0) + stepsOf(cost) * rankCount + rankOf(terms, chosen, shapes, isLastWhole),
      isLastWhole,
      hasInitials,
      isWhole: isWhole(terms, chosen),
      used: [...chosen],
    };
    bestOrder = order;
  }

  choose(0);
  return best;
}

/** A patronymic may be set aside for a teacher who has none, and an initial for one who has too few names. */
function isAbsent(terms: readonly Term[], { letters, isPatronymic }: Term, shapes: readonly Shape[]): boolean {
  const [first, middle] = [shapes[firstName]!.count, shapes[middleName]!.count];
  const isShort = first === 0 || middle === 0;
  if (letters === "") return isPatronymic && isShort;
  return isShort || terms.filter((term) => term.letters !== "").length > first + middle;
}

function isAllowed(
  { breadth, isStrict }: Query,
  terms: readonly Term[],
  chosen: readonly Used[],
  shapes: readonly Shape[],
): boolean {
  const isNear = (used: Used): boolean => used !== null && used.hit.cost <= nearCost;
  const ofLast = chosen.filter((used) => used?.field === lastName);
  const isAside = chosen.some((used, at) => used === null && !terms[at]!.mayGo);
  // The beginning of a last name is evidence for initials, but `Іван` is more often a given name.
  const isLastName = (used: Used, at: number): boolean =>
    used?.field === lastName && isNear(used) && (used.hit.isWhole || !(isAside || terms[at]!.isGivenName));
  if ((isAside || chosen.some((used) => used?.hit.isInitial)) && !chosen.some(isLastName)) return false;
  // A short word is a typo only beside a name that is right.
  if (chosen.some((used) => used?.hit.needsCompany) && !chosen.some((used) => isNear(used) && used!.field !== degree))
    return false;
  // `Гай Олена Іван` is Олена Іванівна, but `Гай Іван` is not, and `Марко Іван` may be somebody whom nobody knows.
  if (chosen.some((used) => used?.hit === hits.patronymicBeginning) && !areNamed(chosen)) return false;
  if (breadth >= breadths.initials && !chosen.some((used, at) => isProof(used, terms[at]!, breadth))) return false;
  // A written name must contain the last name.
  if (isStrict && shapes[lastName]!.count > 0 && !ofLast.some((used) => used!.hit.isWhole)) return false;
  const counts = shapes.map(({ count }) => count);
  return areInitialsInPlace(terms, chosen, counts);
}

/** Whether the last and the given name are both met. */
const areNamed = (chosen: readonly Used[]): boolean =>
  [lastName, firstName].every((field) => chosen.some((used) => used?.field === field));

/** Where words are read so loosely, one that is also a given name is no proof of the last name. */
function isProof(used: Used, { isGivenName }: Term, breadth: number): boolean {
  if (used?.field !== lastName || !used.hit.isWhole || used.hit.cost > nearCost) return false;
  return breadth === breadths.digits || !isGivenName;
}

/** Whether nobody is still typing: every term is a whole word or an initial. */
function isWhole(terms: readonly Term[], chosen: readonly Used[]): boolean {
  return chosen.every((used, at) => used === null || used.hit.isWhole || terms[at]!.letters !== "");
}

function isWholeLast(chosen: readonly Used[], shapes: readonly Shape[]): boolean {
  const wholes = chosen.filter((used) => used?.field === lastName && used.hit.isWhole).length;
  return wholes > 0 && wholes === shapes[lastName]!.count;
}

/** The best place that a word of several letters meets, then a given name, then the degree and the apostrophe as written. */
function rankOf(
  terms: readonly Term[],
  chosen: readonly Used[],
  shapes: readonly Shape[],
  isLastWhole: boolean,
): number {
  const isLong = (at: number): boolean => terms[at]!.letters === "";
  const [last, first, middle, title] = shapes as [Shape, Shape, Shape, Shape];
  const place = isLastWhole ? 0 : Math.min(...chosen.map((used, at) => (isLong(at) ? placeRankOf(used) : 8)));
  const ofDegree = chosen.filter((used) => used?.field === degree).length;
  const isOtherDegree = ofDegree > 0 && ofDegree < title.count;
  // Those who are written like the query come first, then those with a full given name.
  const wholes = chosen.filter((used) => used?.hit.isWhole && used.field !== degree).length;
  const isAll = wholes === last.count + first.count + middle.count;
  const isOtherwise = !isAll && (first.isShort || !chosen.every((_, at) => isLong(at)));
  const isOtherwiseSpelt = shapes.some((shape) => shape.isOtherwiseSpelt);
  const flags = [first.count === 0, isOtherDegree, isOtherwise, isOtherwiseSpelt];
  return flags.reduce((rank, flag) => rank * 2 + Number(flag), place);
}

function placeRankOf(used: Used): number {
  if (used === null) return asideRank;
  const { field, place, hit } = used;
  if (hit.isWhole) return wholeRanks[field as 0];
  return field === lastName && place > 0 ? laterBeginningRank : beginningRanks[field as 0];
}
