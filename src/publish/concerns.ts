/** What a person should look at in the change of a teacher, or in a newcomer: it is probably a mistake. */
import { genderOfGivenName, isGivenName } from "../domain/names/given-names.ts";
import { textKey } from "../domain/names/names.ts";
import { isOneEditApart } from "../domain/names/typing.ts";
import type { Roster } from "../domain/roster.ts";
import {
  type NameFieldName,
  nameFieldNames,
  type StoredTeacher,
  type TextFieldName,
  textFieldNames,
} from "../domain/teacher.ts";

export type Concern =
  /** A part is empty, or an initial. */
  | "lost"
  /** The same words stand in other fields. */
  | "rearranged"
  /** A name has words more. */
  | "added"
  /** The last name, given name and patronymic are not of one gender. */
  | "gender"
  /** The name stands in another case than the nominative, as in an order. */
  | "case"
  /** Two people exchanged their last names, or several got the same. */
  | "swapped"
  | "repeated"
  | "patronymic"
  /** Another person has the id. */
  | "another"
  /** A known given name became one that is not, such as its Russian form. */
  | "foreign"
  | "demoted"
  /** The position has a number now, such as that of a footnote. */
  | "number"
  | "incomplete"
  /** The row has a warning. */
  | "warning";

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s,.]+/u)
    .filter((word) => word !== "")
    .map(textKey);

const isInitialOf = (short: string, long: string): boolean =>
  /^\p{L}\.?$/u.test(short) && textKey(long).startsWith(textKey(short.replace(".", "")));

export function findConcern(before: StoredTeacher, after: StoredTeacher): Concern | null {
  const concern = findNameConcern(before, after);
  if (concern !== null) return concern;
  if (/\d/.test(after.degree) && !/\d|^$/.test(before.degree)) return "number";
  return isDemotion(before.degree, after.degree) ? "demoted" : null;
}

function findNameConcern(before: StoredTeacher, after: StoredTeacher): Concern | null {
  const hasChanged = (field: TextFieldName): boolean =>
    before[field] !== after[field] && textKey(before[field]) !== textKey(after[field]);
  const changed = nameFieldNames.filter(hasChanged);
  const isLost = textFieldNames.some((field) => {
    const isCut = isInitialOf(after[field], before[field]) && hasChanged(field);
    return before[field] !== "" && (after[field] === "" || isCut);
  });
  if (isLost) return "lost";
  if (changed.length === 0) return null;
  if (isMixed(gendersOf(after)) && !isMixed(gendersOf(before))) return "gender";
  if (isOblique(after) && !isOblique(before)) return "case";
  const namesOf = (teacher: StoredTeacher): string =>
    nameFieldNames
      .flatMap((field) => wordsOf(teacher[field]))
      .sort()
      .join(" ");
  if (namesOf(before) === namesOf(after)) return "rearranged";
  // An initial that became a name, and one corrected letter, are ordinary.
  const others = changed.filter(
    (field) =>
      before[field] !== "" && !isInitialOf(before[field], after[field]) && !isOneEditApart(before[field], after[field]),
  );
  const [field] = others;
  const isForeign = isGivenName(before.first_name) && !isGivenName(after.first_name);
  if (field === undefined) return isForeign ? "foreign" : null;
  if (others.length > 1) return "another";
  if (wordsOf(after[field]).length > wordsOf(before[field]).length) return "added";
  if (field === "first_name") return "another";
  return field === "middle_name" ? "patronymic" : null;
}

type Names = Readonly<Record<NameFieldName, string>>;

/** Finds last names that two people exchanged, or that several people got: one was pulled down over others. */
export function createLastNameConcerns(changes: readonly (readonly [was: Names, is: Names])[]) {
  const renames = changes
    .map((change) => change.map(({ last_name }) => textKey(last_name)))
    .filter(([was, is]) => was !== is && was !== "" && is !== "");
  const pairs = new Set(renames.map((rename) => JSON.stringify(rename)));
  const byNew = Map.groupBy(renames, ([, is]) => is);
  return (before: Names, after: Names): Concern | null => {
    const [was, is] = [textKey(before.last_name), textKey(after.last_name)];
    if (was === is) return null;
    if (pairs.has(JSON.stringify([is, was]))) return "swapped";
    return (byNew.get(is)?.length ?? 0) > 1 ? "repeated" : null;
  };
}

/** Finds the concern about the names of each newcomer. Each distinct text is judged once, since there may be a million. */
export function createNewcomerConcerns({ columns }: Pick<Roster, "columns">): (position: number) => Concern | null {
  const judge = <Value>(field: NameFieldName, find: (text: string) => Value) => {
    const { values, codes } = columns[field];
    const judged = values.map(find);
    return (position: number): Value => judged[codes[position]!]!;
  };
  const [hasLast, hasFirst] = [judge("last_name", isFilled), judge("first_name", isFilled)];
  const hasMiddle = judge("middle_name", isFilled);
  const [isLastGiven, isFirstGiven] = [judge("last_name", isGivenName), judge("first_name", isNameOrInitial)];
  const [lastGender, firstGender, middleGender] = nameFieldNames.map((field) => judge(field, genderIn[field]));
  const isLastOblique = judge("last_name", (text) => oblique.last_name.test(text));
  const isMiddleOblique = judge("middle_name", (text) => oblique.middle_name.test(text));
  const isFirstPatronymic = judge("first_name", (text) => genderIn.middle_name(text) !== null);
  return (position) => {
    if (!hasLast(position) || !hasFirst(position)) return "incomplete";
    const isExchanged = isLastGiven(position) && !isFirstGiven(position) && hasMiddle(position);
    if (isFirstPatronymic(position) || isExchanged) return "rearranged";
    if (isMixed([lastGender!(position), firstGender!(position), middleGender!(position)])) return "gender";
    return isLastOblique(position) || isMiddleOblique(position) ? "case" : null;
  };
}

const isFilled = (text: string): boolean => text !== "";
const isNameOrInitial = (text: string): boolean => isGivenName(text) || /^\p{L}\.?$/u.test(text);

type Gender = "f" | "m" | null;

/** The gender that a part of a name shows; null if it shows none. */
const genderIn: Readonly<Record<NameFieldName, (text: string) => Gender>> = {
  last_name: (text) => (/[сцз]ька$/iu.test(text) ? "f" : /[сцз]ький$/iu.test(text) ? "m" : null),
  first_name: genderOfGivenName,
  middle_name: (text) => (/(?:вна|чна)$/iu.test(text) ? "f" : /(?:вич|ьич|іч)$/iu.test(text) ? "m" : null),
};

const isMixed = (genders: readonly Gender[]): boolean => genders.includes("f") && genders.includes("m");
const gendersOf = (names: Names): Gender[] => nameFieldNames.map((field) => genderIn[field](names[field]));

/** The endings of the other cases than the nominative. */
const oblique = {
  last_name: /[сцз]ьк(?:ого|ому|им|ої|ій|ою)$/iu,
  middle_name: /(?:вич|ьич|іч)(?:а|у|еві|ем)$|[вч]н(?:и|і|у|ою)$/iu,
} as const;
const isOblique = ({ last_name, middle_name }: Names): boolean =>
  oblique.last_name.test(last_name) || oblique.middle_name.test(middle_name);

/** Positions from the lowest on. */
const ranks: readonly RegExp[] = [
  /аспірант|лаборант/iu,
  /асистент/iu,
  /^викладач/iu,
  /старший викладач|ст\. ?викл/iu,
  /доцент/iu,
  /професор|завідувач(?:ка)? кафедри|зав\. ?каф/iu,
];

/** Positions rise one at a time; a lower one, or a leap over two, is rare. */
function isDemotion(before: string, after: string): boolean {
  const [was, is] = [before, after].map((degree) => ranks.findLastIndex((pattern) => pattern.test(degree))) as [
    number,
    number,
  ];
  return was !== -1 && is !== -1 && (is < was || is > was + 2);
}
