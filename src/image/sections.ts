/**
 * Builds the sections of an image from a roster, one by one, in linear time. Loops over teachers use an index:
 * `for … of` over a typed array allocates an object per step and takes twice as long.
 */

import { spellingKey, splitWords } from "../domain/names/names.ts";
import { rankNames } from "../domain/names/ordering.ts";
import { soundKeys } from "../domain/names/sound.ts";
import type { Roster, RosterColumn } from "../domain/roster.ts";
import { nameFieldNames, type TextFieldName, textFieldNames, textFields } from "../domain/teacher.ts";
import {
  type Built,
  type GivenNames,
  type ImageColumn,
  type ImageContent,
  type KeyIndex,
  mapNames,
  type PackedTexts,
  type Source,
  textsPadding,
  type WordIndexes,
} from "./layout.ts";

type Codes = ImageColumn["codes"];

/** The sections. Most are built when they are written, so that few are in memory besides the roster. */
export function buildSections({ ids, columns }: Roster): Built<ImageContent> {
  const alphabetical = orderAlphabetically(columns);
  const indexesOf = (name: TextFieldName): Source<WordIndexes> => {
    const { values } = columns[name];
    return {
      spelling: () => buildKeyIndex(values, (word) => [spellingKey(word)]),
      sound: () => buildKeyIndex(values, soundKeys),
    };
  };
  return {
    ids: () => narrowIds(ids, ids.at(-1) ?? 0),
    alphabetical,
    columns: mapNames(textFieldNames, (name) => () => buildColumn(name, columns[name], alphabetical)),
    givenNames: {
      postings: () => postingsByGivenNames(columns, null),
      rankedPostings: () => postingsByGivenNames(columns, alphabetical),
    } satisfies Source<GivenNames>,
    words: mapNames(nameFieldNames, indexesOf),
    degrees: indexesOf("degree"),
  };
}

/** An index of values by the keys of their words. Empty keys are skipped. */
function buildKeyIndex(values: readonly string[], keysOf: (word: string) => readonly string[]) {
  const codesByKey = new Map<string, number[]>();
  for (let code = 0; code < values.length; code++) {
    for (const key of splitWords(values[code]!).flatMap(keysOf)) {
      if (key === "") continue;
      const codes = codesByKey.get(key);
      if (codes === undefined) codesByKey.set(key, [code]);
      else if (codes.at(-1) !== code) codes.push(code);
    }
  }
  const keys = [...codesByKey.keys()].sort();
  const codeStarts = new Uint32Array(keys.length + 1);
  for (let i = 0; i < keys.length; i++) codeStarts[i + 1] = codeStarts[i]! + codesByKey.get(keys[i]!)!.length;
  const codes = new Uint32Array(codeStarts[keys.length]!);
  for (let i = 0; i < keys.length; i++) codes.set(codesByKey.get(keys[i]!)!, codeStarts[i]!);
  return { keys: packTexts(keys), codeStarts, codes } satisfies Source<KeyIndex>;
}

function buildColumn(name: TextFieldName, column: RosterColumn, alphabetical: Uint32Array) {
  const { values, codes } = column;
  const { abbreviate } = textFields[name];
  const postingStarts = countStarts(codes, values.length);
  return {
    values: packTexts(values),
    abbreviations: () => packTexts(abbreviate === null ? [] : values.map(abbreviate)),
    codes: () => narrowCodes(codes, values.length),
    postingStarts,
    postings: () => postingsBy(codes, postingStarts, null),
    rankedPostings: () => postingsBy(arrangeCodes(column, alphabetical), postingStarts, null),
  } satisfies Source<ImageColumn>;
}

function narrowIds(ids: Float64Array, largest: number): Uint32Array | Float64Array {
  return largest < 2 ** 32 ? new Uint32Array(ids) : ids;
}

function narrowCodes(codes: Uint32Array, values: number): Codes {
  if (values <= 2 ** 8) return new Uint8Array(codes);
  return values <= 2 ** 16 ? new Uint16Array(codes) : codes;
}

/**
 * Positions in the order of last, first and middle name, then id. Sorts by one name after another with stable counting
 * sorts, the least significant name first.
 */
function orderAlphabetically(columns: Roster["columns"]): Uint32Array {
  let order: Uint32Array | null = null;
  for (const name of ["middle_name", "first_name", "last_name"] as const) {
    const { values, codes } = columns[name];
    const ranks = rankNames(values);
    const ranked = narrowCodes(
      codes.map((code) => ranks[code]!),
      values.length,
    );
    order = postingsBy(ranked, countStarts(ranked, values.length), order);
  }
  return order!;
}

/** Where the teachers of each code start when all teachers are grouped by code; one entry more than values. */
function countStarts(codes: Codes, values: number): Uint32Array {
  const starts = new Uint32Array(values + 1);
  for (let position = 0; position < codes.length; position++) starts[codes[position]! + 1]!++;
  for (let code = 0; code < values; code++) starts[code + 1]! += starts[code]!;
  return starts;
}

/** The postings of {@link GivenNames}. Sorts by middle name and then by first name with stable counting sorts. */
function postingsByGivenNames({ first_name, middle_name }: Roster["columns"], order: Uint32Array | null): Uint32Array {
  let ranks: Uint32Array | null = null;
  for (const column of [middle_name, first_name]) {
    const codes = arrangeCodes(column, order);
    ranks = postingsBy(codes, countStarts(codes, column.values.length), ranks);
  }
  return ranks!;
}

/**
 * The codes of all teachers in `order`, or by position if that is null. Narrow arrays are faster here, because they are
 * read at random.
 */
function arrangeCodes({ values, codes }: RosterColumn, order: Uint32Array | null): Codes {
  const narrow = narrowCodes(codes, values.length);
  if (order === null) return narrow;
  const arranged = narrow.slice();
  for (let rank = 0; rank < arranged.length; rank++) arranged[rank] = narrow[order[rank]!]!;
  return arranged;
}

/** The teachers of each code as postings, in the order of `ranks`, or ascending if that is null. */
function postingsBy(codes: Codes, starts: Uint32Array, ranks: Uint32Array | null): Uint32Array {
  const next = starts.slice();
  const postings = new Uint32Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    const rank = ranks === null ? i : ranks[i]!;
    postings[next[codes[rank]!]!++] = rank;
  }
  return postings;
}

/** The texts as UTF-8 escaped for JSON; at most 4 GiB of them. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const escaped = texts.map((text) => JSON.stringify(text).slice(1, -1));
  const starts = new Uint32Array(texts.length + 1);
  let size = 0;
  for (let i = 0; i < escaped.length; i++) {
    size += Buffer.byteLength(escaped[i]!);
    if (size >= 2 ** 32) throw new RangeError("An image holds at most 4 GiB of distinct values of one field");
    starts[i + 1] = size;
  }
  const bytes = Buffer.alloc(size + textsPadding);
  const encoder = new TextEncoder();
  for (let i = 0; i < escaped.length; i++) encoder.encodeInto(escaped[i]!, bytes.subarray(starts[i]!, starts[i + 1]!));
  return { bytes, starts };
}
