/** A teacher: the fields that are stored, the display forms composed of them, and how both are written in CSV. */
import { lazy } from "./lazy.ts";

/**
 * The text fields that are stored, in the order of an import file, each with what abbreviates it in short names; null if
 * nothing does. Columns, SQL, filters and headings follow this table.
 */
export const textFields = {
  last_name: null,
  first_name: initialOf,
  middle_name: initialOf,
  degree: abbreviateDegree,
} as const satisfies Readonly<Record<string, ((value: string) => string) | null>>;

export type TextFieldName = keyof typeof textFields;

/** The text fields: a teacher can be filtered by each of them. */
export const textFieldNames = Object.keys(textFields) as TextFieldName[];

/** A record with something for each text field. */
export function recordOfTexts<Value>(of: (name: TextFieldName, index: number) => Value): Record<TextFieldName, Value> {
  return Object.fromEntries(textFieldNames.map((name, i) => [name, of(name, i)])) as Record<TextFieldName, Value>;
}

/** The fields that make up the name, in the order of the name. */
export const nameFieldNames = ["last_name", "first_name", "middle_name"] as const satisfies TextFieldName[];
export type NameFieldName = (typeof nameFieldNames)[number];

/** All fields that are stored, in the order of an import file. */
export const storedFieldNames = ["id", ...textFieldNames] as const;

/** The largest id: 2^53 - 1, the last integer that every JSON reader represents exactly. */
export const idMax = Number.MAX_SAFE_INTEGER;
/** New ids follow the highest one below this. Longer ones are numbers of other systems, and none follows the largest. */
export const newIdMax = 1e15;

/** Parses an id in ASCII digits, with or without leading zeros. Null if the text is not an id. */
export function parseId(digits: string): number | null {
  const id = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
  return id > 0 && id <= idMax ? id : null;
}

/** The longest value of a text field, in characters. */
export const textLengthMax = 200;

/** U+FFFE and U+FFFF are no characters; XML, and so a workbook, can't have them. */
const controlCharacter = /[\p{Cc}\ufffe\uffff]/u;

/** Returns the reason why a normalised text can't be stored in a text field, or undefined if it can. */
export function findStorageError(text: string): "tooLong" | "unpairedSurrogate" | "controlCharacter" | undefined {
  if (text.length > textLengthMax && [...text].length > textLengthMax) return "tooLong";
  if (!text.isWellFormed()) return "unpairedSurrogate";
  return controlCharacter.test(text) ? "controlCharacter" : undefined;
}

/** The stored fields of a teacher. A missing value is the empty string. */
export type StoredTeacher = { readonly id: number } & { readonly [Name in TextFieldName]: string };

/** The values of the text fields, in the order of {@link textFieldNames}. */
export function textsOf(teacher: StoredTeacher): string[] {
  return textFieldNames.map((name) => teacher[name]);
}

/** A teacher as clients see one: every field is present and none is null. */
export interface Teacher extends StoredTeacher {
  readonly name: string;
  readonly full_name: string;
  readonly short_name: string;
  readonly short_name_with_degree: string;
}

/** The fields that are composed of others, and not stored. */
export const composedFieldNames = ["name", "full_name", "short_name", "short_name_with_degree"] as const;

/** The fields of a teacher in the order in which they are always written (specification, section 2.1). */
export const teacherFields: readonly (keyof Teacher)[] = ["id", ...nameFieldNames, ...composedFieldNames, "degree"];

/** The abbreviations of the fields that have one: the initials and the abbreviated degree, each with its full stop. */
type Abbreviations = Readonly<Record<"first_name" | "middle_name" | "degree", string>>;

/** The teacher with all display forms, in the order of {@link teacherFields}. */
export function composeTeacher(stored: StoredTeacher): Teacher {
  return composeWithAbbreviations(stored, {
    first_name: initialOf(stored.first_name),
    middle_name: initialOf(stored.middle_name),
    degree: abbreviateDegree(stored.degree),
  });
}

/** Like {@link composeTeacher}, for callers that already have the abbreviations. */
export function composeWithAbbreviations(
  { id, last_name, first_name, middle_name, degree }: StoredTeacher,
  abbreviations: Abbreviations,
): Teacher {
  // Written plainly, because every row of every page and download is composed here.
  const name = joinTwo(joinTwo(last_name, first_name), middle_name);
  const short_name = joinTwo(joinTwo(last_name, abbreviations.first_name), abbreviations.middle_name);
  return {
    id,
    last_name,
    first_name,
    middle_name,
    name,
    full_name: joinTwo(degree, name),
    short_name,
    short_name_with_degree: joinTwo(abbreviations.degree, short_name),
    degree,
  };
}

/** Joins two texts with a space, unless one is empty. */
function joinTwo(a: string, b: string): string {
  if (a === "") return b;
  return b === "" ? a : `${a} ${b}`;
}

/** Matches a text that begins with a letter without combining characters. Most names do, and need no segmenter. */
const startsPlainly = /^[A-Za-z\u0400-\u045f\u0490\u0491](?:$|[ -~\u0400-\u045f\u0490\u0491\u2019\u02bc])/;

const graphemes = lazy(() => new Intl.Segmenter("uk", { granularity: "grapheme" }));

/**
 * The first user-perceived character with a full stop: `Олена`, `О` and `О.` all give `О.`; empty stays empty.
 * Invisible characters before it, as in copied text, are skipped.
 */
function initialOf(value: string): string {
  if (startsPlainly.test(value)) return `${value[0]}.`;
  const perceived = value.replace(/^\p{Default_Ignorable_Code_Point}+/u, "");
  const first = graphemes().segment(perceived)[Symbol.iterator]().next();
  if (first.done) return "";
  return endWithFullStop(first.value.segment);
}

const vowels = new Set("aeiouyаеєиіїоуюяыэё");

/**
 * Abbreviates a degree: keeps the first two characters of each word and the characters after them up to the next vowel,
 * and adds a full stop (`старший викладач` gives `ст. викл.`). This gives the five abbreviations that the specification
 * lists (section 2.1).
 */
export function abbreviateDegree(degree: string): string {
  return joinWords(degree.split(" ").map(abbreviateWord));
}

function abbreviateWord(word: string): string {
  const characters = [...word];
  let end = Math.min(2, characters.length);
  while (end < characters.length && !vowels.has(characters[end]!.toLowerCase())) end++;
  return endWithFullStop(characters.slice(0, end).join(""));
}

/** Appends a full stop, and replaces repeated full stops by one. */
function endWithFullStop(text: string): string {
  return text === "" ? "" : `${text}.`.replace(/\.+/g, ".");
}

function joinWords(words: readonly string[]): string {
  return words.filter((word) => word !== "").join(" ");
}

/** Quotes the text if RFC 4180, section 2 requires it, or if it has a semicolon, which may be a separator. */
export function quoteCsvField(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
