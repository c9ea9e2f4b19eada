/** What a search needs of the teachers: plain arrays in alphabetical order. */

/** One text field: `values[codes[rank]]` is the text of the teacher at a rank. */
export interface SearchColumn {
  readonly values: readonly string[];
  readonly codes: Uint8Array | Uint16Array | Uint32Array;
  /** The ranks that have a value: `postings` from `starts[code]` to `starts[code + 1]`, ascending. */
  readonly starts: Uint32Array;
  readonly postings: Uint32Array;
}

export interface SearchColumns {
  /** By alphabetical rank. */
  readonly ids: Float64Array;
  /** Last, first and middle name, and the degree. */
  readonly columns: readonly SearchColumn[];
}

export function fieldText({ columns }: SearchColumns, field: number, rank: number): string {
  const { values, codes } = columns[field]!;
  return values[codes[rank]!]!;
}
