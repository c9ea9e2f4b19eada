/** A teacher: the five parts that are stored and the four display forms composed from them. */

/** The five parts that are stored, in the order of an import file. */
export const storedFieldNames = ["id", "last_name", "first_name", "middle_name", "degree"] as const;

/** The four text parts: what a teacher can be filtered by. */
export const textFieldNames = ["last_name", "first_name", "middle_name", "degree"] as const;

/** All nine fields, in the order in which they are always written. */
export const teacherFields = [
  "id",
  "last_name",
  "first_name",
  "middle_name",
  "name",
  "full_name",
  "short_name",
  "short_name_with_degree",
  "degree",
] as const;

export type StoredFieldName = (typeof storedFieldNames)[number];
export type TextFieldName = (typeof textFieldNames)[number];
export type TeacherField = (typeof teacherFields)[number];

/** The largest id: 2^53 - 1, the last integer that every JSON reader keeps exact. */
export const idMax = Number.MAX_SAFE_INTEGER;

/** The longest text part, in UTF-16 code units. */
export const textLengthMax = 200;

/** What is stored of a teacher. A missing part is the empty string. */
export interface StoredTeacher {
  readonly id: number;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly degree: string;
}

/** A teacher as clients see one: always all nine fields, none of them null. */
export interface Teacher extends StoredTeacher {
  readonly name: string;
  readonly full_name: string;
  readonly short_name: string;
  readonly short_name_with_degree: string;
}

/** What the short forms are made of: the initials and the abbreviation of the degree, each with its full stop. */
export interface ShortParts {
  readonly first_name: string;
  readonly middle_name: string;
  readonly degree: string;
}

/** The teacher with all display forms, keys in the order of {@link teacherFields} (specification, section 2.1). */
export function composeTeacher(parts: StoredTeacher): Teacher {
  return composeWithAbbreviations(parts, {
    first_name: initialOf(parts.first_name),
    middle_name: initialOf(parts.middle_name),
    degree: abbreviateDegree(parts.degree),
  });
}

/** The same for who has the short parts at hand. */
export function composeWithAbbreviations(parts: StoredTeacher, shorts: ShortParts): Teacher {
  const { id, last_name, first_name, middle_name, degree } = parts;
  const name = joinParts([last_name, first_name, middle_name]);
  const short_name = joinParts([last_name, shorts.first_name, shorts.middle_name]);
  return {
    id,
    last_name,
    first_name,
    middle_name,
    name,
    full_name: joinParts([degree, name]),
    short_name,
    short_name_with_degree: joinParts([shorts.degree, short_name]),
    degree,
  };
}

/** A letter that nothing joins: most names begin so, and need no segmenter. */
const startsPlainly = /^[A-Za-z\u0400-\u045f\u0490\u0491](?:$|[ -~\u0400-\u045f\u0490\u0491\u2019\u02bc])/;

const graphemes = new Intl.Segmenter("uk", { granularity: "grapheme" });

/**
 * The first user-perceived character with a full stop: `Олена`, `О` and `О.` all give `О.`; empty stays empty. Marks of no
 * width in front of it, which copied text brings along, are nothing that anybody perceives.
 */
export function initialOf(part: string): string {
  if (startsPlainly.test(part)) return `${part[0]}.`;
  const perceived = part.replace(/^\p{Default_Ignorable_Code_Point}+/u, "");
  const first = graphemes.segment(perceived)[Symbol.iterator]().next();
  if (first.done) return "";
  return endWithStop(first.value.segment);
}

const vowels = new Set("aeiouyаеєиіїоуюяыэё");

/**
 * The abbreviation of a degree: of each word the first two characters and what follows up to the next vowel, then a
 * full stop (`старший викладач` gives `ст. викл.`). Yields the five pairs of the specification, section 2.1.
 */
export function abbreviateDegree(degree: string): string {
  return joinParts(degree.split(" ").map(abbreviateWord));
}

function abbreviateWord(word: string): string {
  const characters = [...word];
  let end = Math.min(2, characters.length);
  while (end < characters.length && !vowels.has(characters[end]!.toLowerCase())) end++;
  return endWithStop(characters.slice(0, end).join(""));
}

/** With one full stop behind and never two in a row, whatever the text brings along. */
function endWithStop(text: string): string {
  return text === "" ? "" : `${text}.`.replace(/\.+/g, ".");
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}
