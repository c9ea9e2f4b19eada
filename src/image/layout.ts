/** The layout of an image. An image has parts, and each array of numbers in a part is one section of the file. */
import { type NameFieldName, nameFieldNames, type TextFieldName, textFieldNames } from "../domain/teacher.ts";

/**
 * Must be incremented whenever the layout or the meaning of a section changes, or a new Bun sorts Ukrainian names
 * differently. Images of another format are rebuilt.
 */
export const imageFormat = 10;

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Padding bytes after the last text, so texts can be copied in words of up to eight bytes. */
export const textsPadding = 7;

/** The sections of a list of texts: the concatenated bytes, and the start of each text (one entry more than texts). */
export type PackedTexts = {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
};

/** A list of texts in an open image. */
export interface TextList extends PackedTexts {
  /** This is a Buffer, because a Buffer decodes a range without creating a view. */
  readonly bytes: Buffer;
  /** The same bytes, for copying several bytes at a time. */
  readonly view: DataView;
}

/** One text field of all teachers. Codes number the distinct values in ascending order. */
export interface ImageColumn {
  /** The values as UTF-8, escaped for a JSON string, so responses are written by copying. */
  readonly values: TextList;
  /** The abbreviation of each value, also escaped; empty for a field without abbreviations. */
  readonly abbreviations: TextList;
  /** The code of each teacher's value, by position. */
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** The start of each code's postings; one entry more than values. */
  readonly postingStarts: Uint32Array;
  /** For each code, the ascending positions of its teachers. */
  readonly postings: Uint32Array;
  /** For each code, the ascending alphabetical ranks of its teachers. */
  readonly rankedPostings: Uint32Array;
}

/**
 * The teachers of each first name, sorted by the code of the middle name. The teachers of a first name begin at the
 * same index as its postings in the column. `findPairRange` finds the range of the teachers with both names, which is
 * the same in both lists.
 */
export interface GivenNames {
  /** For each pair of a first and a middle name, the ascending positions of its teachers. */
  readonly postings: Uint32Array;
  /** For each pair, the ascending alphabetical ranks of its teachers. */
  readonly rankedPostings: Uint32Array;
}

/** An index of a column's values by derived keys. */
export interface KeyIndex {
  /** Ascending by UTF-16 code units, without duplicates. */
  readonly keys: TextList;
  /** The start of each key's codes; one entry more than keys. */
  readonly codeStarts: Uint32Array;
  /** For each key, the ascending codes of the values that have it. */
  readonly codes: Uint32Array;
}

/** The indexes of the words of names or degrees: by spelling, and by sound. */
export interface WordIndexes {
  readonly spelling: KeyIndex;
  readonly sound: KeyIndex;
}

/** The parts of an image. A position is a teacher's index in id order. */
export interface ImageContent {
  /** Ascending; 32 bits if the largest id fits. */
  readonly ids: Uint32Array | Float64Array;
  /** The position of the teacher at each alphabetical rank: by last, first and middle name, then id. */
  readonly alphabetical: Uint32Array;
  readonly columns: Readonly<Record<TextFieldName, ImageColumn>>;
  readonly givenNames: GivenNames;
  readonly words: Readonly<Record<NameFieldName, WordIndexes>>;
  readonly degrees: WordIndexes;
}

/**
 * What a part of an image is written from: its numbers, its own parts, or a function that builds these when they are
 * written.
 */
export type Source<Part> = Built<Part> | (() => Built<Part>);
/** {@link Source} that is not a function. */
export type Built<Part> = Part extends Numbers
  ? Part
  : Part extends TextList
    ? PackedTexts
    : { readonly [Name in keyof Part]: Source<Part[Name]> };

/** {@link Source} of any part. */
export type AnySource = Numbers | (() => AnySource) | { readonly [name: string]: AnySource };

/** The sections of a part by their full names, such as `columns.degree.codes`, built one at a time. */
export function* listSections(source: AnySource, name = ""): Generator<readonly [name: string, numbers: Numbers]> {
  const part = typeof source === "function" ? source() : source;
  if (ArrayBuffer.isView(part)) {
    yield [name, part as Numbers];
    return;
  }
  for (const [key, inner] of Object.entries(part)) yield* listSections(inner, name === "" ? key : `${name}.${key}`);
}

/**
 * The content of an image from its sections: the inverse of {@link listSections}. Throws if one is missing or of
 * another type.
 */
export function openContent(sections: Iterable<readonly [name: string, numbers: Numbers]>): ImageContent {
  const byName = new Map(sections);

  function find<Found extends Numbers>(
    name: string,
    types: readonly (abstract new (...args: never) => Found)[],
  ): Found {
    const numbers = byName.get(name);
    for (const type of types) if (numbers instanceof type) return numbers;
    throw new Error(`Section ${name} is ${numbers === undefined ? "missing" : `a ${numbers.constructor.name}`}`);
  }

  const integers = (name: string): Uint32Array => find(name, [Uint32Array]);
  const ids = (name: string): Uint32Array | Float64Array =>
    find<ImageContent["ids"]>(name, [Uint32Array, Float64Array]);

  function openTexts(name: string): TextList {
    const { buffer, byteOffset, byteLength } = find(`${name}.bytes`, [Uint8Array]);
    return {
      bytes: Buffer.from(buffer, byteOffset, byteLength),
      view: new DataView(buffer, byteOffset, byteLength),
      starts: integers(`${name}.starts`),
    };
  }

  const openColumn = (name: string): ImageColumn => ({
    values: openTexts(`${name}.values`),
    abbreviations: openTexts(`${name}.abbreviations`),
    codes: find<ImageColumn["codes"]>(`${name}.codes`, [Uint8Array, Uint16Array, Uint32Array]),
    postingStarts: integers(`${name}.postingStarts`),
    postings: integers(`${name}.postings`),
    rankedPostings: integers(`${name}.rankedPostings`),
  });

  const openIndex = (name: string): KeyIndex => ({
    keys: openTexts(`${name}.keys`),
    codeStarts: integers(`${name}.codeStarts`),
    codes: integers(`${name}.codes`),
  });

  const openIndexes = (name: string): WordIndexes => ({
    spelling: openIndex(`${name}.spelling`),
    sound: openIndex(`${name}.sound`),
  });

  return {
    ids: ids("ids"),
    alphabetical: integers("alphabetical"),
    columns: mapNames(textFieldNames, (name) => openColumn(`columns.${name}`)),
    givenNames: {
      postings: integers("givenNames.postings"),
      rankedPostings: integers("givenNames.rankedPostings"),
    },
    words: mapNames(nameFieldNames, (name) => openIndexes(`words.${name}`)),
    degrees: openIndexes("degrees"),
  };
}

/** A part for each name. */
export function mapNames<Name extends string, Part>(
  names: readonly Name[],
  partOf: (name: Name) => Part,
): Record<Name, Part> {
  return Object.fromEntries(names.map((name) => [name, partOf(name)])) as Record<Name, Part>;
}
