/** The layout of an image: its sections of flat numbers, and how they are read from bytes. */
import { type NameFieldName, nameFieldNames, type TextFieldName, textFieldNames } from "../domain/teacher.ts";

/** Incremented with every change of the layout or of a section's meaning; images of another format are rebuilt. */
export const imageFormat = 4;

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;
export type NumberType = "u8" | "u16" | "u32" | "f64";

const arrayTypes = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;

/** Every section of an image, by name. */
export type Sections = Map<string, Numbers>;

/** Padding bytes after the last text, so texts can be copied in words of four bytes. */
export const textsSlack = 3;

/** A list of texts in two sections: the concatenated bytes, and the start of each text (one entry more than texts). */
export interface Texts {
  /** A Buffer, because it decodes a range without creating a view. */
  readonly bytes: Buffer;
  /** The same bytes, for copies in words of four bytes. */
  readonly view: DataView;
  readonly starts: Uint32Array;
}

/** One text field of all teachers. Codes number the distinct values in ascending order. */
export interface ImageColumn {
  /** The values as UTF-8, escaped for a JSON string, so responses are written by copying. */
  readonly values: Texts;
  /** The abbreviation of each value, also escaped; empty for a field without abbreviations. */
  readonly abbreviations: Texts;
  /** The code of each teacher's value, by position. */
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** The start of each code's postings; one entry more than values. */
  readonly postingStarts: Uint32Array;
  /** For each code, the ascending positions of its teachers. */
  readonly postings: Uint32Array;
  /** For each code, the ascending alphabetical ranks of its teachers. */
  readonly rankedPostings: Uint32Array;
}

/** An index of a column's values by derived keys. */
export interface KeyIndex {
  /** Ascending by UTF-16 code units, without duplicates. */
  readonly keys: Texts;
  /** The start of each key's codes; one entry more than keys. */
  readonly codeStarts: Uint32Array;
  /** For each key, the ascending codes of the values that have it. */
  readonly codes: Uint32Array;
}

/** The indexes of a name field's words: by spelling, and by pronunciation. */
export interface WordIndexes {
  readonly spelling: KeyIndex;
  readonly sound: KeyIndex;
}

/** The sections of an image by name. A position is a teacher's index in id order. */
export interface ImageContent {
  /** Ascending; 32 bits if the largest id fits. */
  readonly ids: Uint32Array | Float64Array;
  /** The position of the teacher at each alphabetical rank: by last, first and middle name, then id. */
  readonly alphabetical: Uint32Array;
  readonly columns: Readonly<Record<TextFieldName, ImageColumn>>;
  readonly words: Readonly<Record<NameFieldName, WordIndexes>>;
  /** The degrees by the keys of their words, joined with spaces. */
  readonly degrees: WordIndexes;
}

export function typeOf(numbers: Numbers): NumberType {
  if (numbers instanceof Uint8Array) return "u8";
  if (numbers instanceof Uint16Array) return "u16";
  return numbers instanceof Uint32Array ? "u32" : "f64";
}

/** A view of bytes as numbers. The bytes must start at a multiple of 8. */
export function numbersOf(type: NumberType, bytes: Uint8Array): Numbers {
  const arrayType = arrayTypes[type];
  return new arrayType(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength / arrayType.BYTES_PER_ELEMENT);
}

export function bytesOf(numbers: Numbers): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

/** The content of the sections; throws if one is missing. */
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
    degrees: { spelling: keyIndex("degree.spelling"), sound: keyIndex("degree.sound") },
  };
}
