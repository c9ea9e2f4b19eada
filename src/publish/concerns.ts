/** What a person should look at in the change of a teacher, or in a newcomer: it is probably a mistake. */
import { isGivenName } from "../domain/names/given-names.ts";
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
  /** The patronymic does not fit the given name any more. */
  | "gender"
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
  if (field !== "middle_name") return null;
  return genderOf(before[field]) === genderOf(after[field]) ? "patronymic" : "gender";
}

/** Finds the concern about the names of each newcomer. Each distinct text is judged once, since there may be a million. */
export function createNewcomerConcerns({ columns }: Pick<Roster, "columns">): (position: number) => Concern | null {
  const judge = (field: NameFieldName, test: (text: string) => boolean) => {
    const { values, codes } = columns[field];
    const flags = values.map(test);
    return (position: number): boolean => flags[codes[position]!]!;
  };
  const [hasLast, hasFirst] = [judge("last_name", isFilled), judge("first_name", isFilled)];
  const hasMiddle = judge("middle_name", isFilled);
  const [isLastGiven, isFirstGiven] = [judge("last_name", isGivenName), judge("first_name", isNameOrInitial)];
  const isFirstPatronymic = judge("first_name", (text) => genderOf(text) !== null);
  return (position) => {
    if (!hasLast(position) || !hasFirst(position)) return "incomplete";
    const isExchanged = isLastGiven(position) && !isFirstGiven(position) && hasMiddle(position);
    return isFirstPatronymic(position) || isExchanged ? "rearranged" : null;
  };
}

const isFilled = (text: string): boolean => text !== "";
const isNameOrInitial = (text: string): boolean => isGivenName(text) || /^\p{L}\.?$/u.test(text);

/** By the ending of a patronymic; null for another text. */
function genderOf(middleName: string): "f" | "m" | null {
  if (/(?:вна|чна)$/iu.test(middleName)) return "f";
  return /(?:вич|ьич|іч)$/iu.test(middleName) ? "m" : null;
}

/** Positions from the lowest on. */
const ranks: readonly RegExp[] = [
  /аспірант|лаборант/iu,
  /асистент/iu,
  /^викладач/iu,
  /старший викладач|ст\. ?викл/iu,
  /доцент/iu,
  /професор/iu,
];

/** Positions rise one at a time; a lower one, or a leap over two, is rare. */
function isDemotion(before: string, after: string): boolean {
  const [was, is] = [before, after].map((degree) => ranks.findLastIndex((pattern) => pattern.test(degree))) as [
    number,
    number,
  ];
  return was !== -1 && is !== -1 && (is < was || is > was + 2);
}
