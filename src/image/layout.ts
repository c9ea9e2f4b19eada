/** The layout of an image: which sections of flat numbers it has, and how one is read back from its bytes. */
import { type NameFieldName, nameFieldNames, type TextFieldName, textFieldNames } from "../domain/teacher.ts";

/** Raised with every change of the layout or of what a section means; images of another format are built again. */
export const imageFormat = 3;

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;
export type NumberType = "u8" | "u16" | "u32" | "f64";

const arrayTypes = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;

/** Every section of an image, by name. */
export type Sections = Map<string, Numbers>;

/** Behind the bytes of the last text stand so many more, so that all can be copied by words of four bytes. */
export const textsSlack = 3;

/** The two sections of a list of texts: their bytes one after the other, and where each starts (one more than texts). */
export interface Texts {
  /** A Buffer, which reads a piece as a string without a view of its own. */
  readonly bytes: Buffer;
  /** The same bytes, for {@link textsSlack}. */
  readonly view: DataView;
  readonly starts: Uint32Array;
}

/** One text field of all teachers. Codes number the different values in ascending order. */
export interface ImageColumn {
  /** The values as UTF-8, escaped as inside a JSON string, so that an answer is written by copying. */
  readonly values: Texts;
  /** The abbreviation of each value, escaped likewise; none for a field without abbreviations. */
  readonly abbreviations: Texts;
  /** The code of each teacher's value, by position. */
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** Where each code's postings start; one more than values. */
  readonly postingStarts: Uint32Array;
  /** For each code, the ascending positions of its teachers. */
  readonly postings: Uint32Array;
  /** For each code, the ascending alphabetical ranks of its teachers. */
  readonly rankedPostings: Uint32Array;
}

/** Keys of the values of a column, for looking them up by something else than the value itself. */
export interface KeyIndex {
  /** Ascending by UTF-16 code units, each once. */
  readonly keys: Texts;
  /** Where the codes of each key start; one more than keys. */
  readonly codeStarts: Uint32Array;
  /** For each key, the ascending codes of the values that have it. */
  readonly codes: Uint32Array;
}

/** How the words of a name part are found: by spelling, and by sound. */
export interface WordIndexes {
  readonly spelling: KeyIndex;
  readonly sound: KeyIndex;
}

/** The sections of an image under their names. A position is a teacher's place in the order of ids. */
export interface ImageContent {
  /** Ascending; 32 bits where that holds the last one. */
  readonly ids: Uint32Array | Float64Array;
  /** The position of the teacher at each alphabetical rank: by last, first and middle name, then id. */
  readonly alphabetical: Uint32Array;
  readonly columns: Readonly<Record<TextFieldName, ImageColumn>>;
  readonly words: Readonly<Record<NameFieldName, WordIndexes>>;
  /** Degrees by their words, and by the words of their abbreviations with the full stops. */
  readonly degrees: { readonly phrases: KeyIndex; readonly abbreviations: KeyIndex };
}

export function typeOf(numbers: Numbers): NumberType {
  if (numbers instanceof Uint8Array) return "u8";
  if (numbers instanceof Uint16Array) return "u16";
  return numbers instanceof Uint32Array ? "u32" : "f64";
}

/** The numbers that bytes hold, without a copy. The bytes start at a multiple of 8. */
export function numbersOf(type: NumberType, bytes: Uint8Array): Numbers {
  const arrayType = arrayTypes[type];
  return new arrayType(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength / arrayType.BYTES_PER_ELEMENT);
}

export function bytesOf(numbers: Numbers): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** The content that the sections hold; throws where one is missing. */
export function contentOf(sections: Sections): ImageContent {
  const find = <Type extends Numbers>(name: string): Type => {
    const numbers = sections.get(name);
    if (numbers === undefined) throw new Error(`The image has no section ${name}`);
    return numbers as Type;
  };
  const texts = (bytesName: string, startsName: string): Texts => {
    const { buffer, byteOffset, byteLength } = find<Uint8Array>(bytesName);
    return {
      bytes: Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength),
      view: new DataView(buffer, byteOffset, byteLength),
      starts: find(startsName),
    };
  };
  const column = (name: TextFieldName): ImageColumn => ({
    values: texts(`${name}.values`, `${name}.value_starts`),
    abbreviations: texts(`${name}.abbreviations`, `${name}.abbreviation_starts`),
    codes: find(`${name}.codes`),
    postingStarts: find(`${name}.posting_starts`),
    postings: find(`${name}.postings`),
    rankedPostings: find(`${name}.ranked_postings`),
  });
  const keyIndex = (name: string): KeyIndex => ({
    keys: texts(`${name}.keys`, `${name}.key_starts`),
    codeStarts: find(`${name}.code_starts`),
    codes: find(`${name}.codes`),
  });
  const words = Object.fromEntries(
    nameFieldNames.map((name) => [name, { spelling: keyIndex(`${name}.spelling`), sound: keyIndex(`${name}.sound`) }]),
  );
  const columns = Object.fromEntries(textFieldNames.map((name) => [name, column(name)]));
  return {
    ids: find("ids"),
    alphabetical: find("alphabetical"),
    columns: columns as ImageContent["columns"],
    words: words as ImageContent["words"],
    degrees: { phrases: keyIndex("degree.phrases"), abbreviations: keyIndex("degree.abbreviations") },
  };
}
