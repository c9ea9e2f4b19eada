/**
 * A roster has all teachers of one version as columns sorted by id. A text field has a dictionary of its values, and
 * the code of a value for each teacher.
 */
import { recordOfTexts, type StoredTeacher, type TextFieldName, textFieldNames } from "./teacher.ts";

/** One text field of every teacher: `values[codes[i]]` is the value of the i-th teacher. */
export interface RosterColumn {
  /** The distinct values in ascending order of UTF-16 code units, each used at least once. */
  readonly values: readonly string[];
  /** One code per teacher. */
  readonly codes: Uint32Array;
}

export interface Roster {
  readonly count: number;
  /** Ascending, without duplicates. Doubles, because ids go up to 2^53 - 1. */
  readonly ids: Float64Array;
  readonly columns: Readonly<Record<TextFieldName, RosterColumn>>;
  /** SHA-256 of the content in hex: equal for equal teachers in any order. */
  readonly digest: string;
}

/** The added teachers in the order of the input. Adding another one invalidates these views. */
export interface AddedRows {
  readonly ids: Float64Array;
  readonly lines: Uint32Array;
  /** The distinct values in the order of their codes. */
  readonly columns: Readonly<Record<TextFieldName, RosterColumn>>;
}

/** Packing as many into a workbook takes 10 ms. */
const teachersPerBatch = 500;

/**
 * Gathers teachers into columns: about 28 bytes per teacher and one string per distinct value, no object per teacher.
 */
export function createRosterBuilder() {
  let capacity = 1024;
  let added = 0;
  let ids = new Float64Array(capacity);
  let lines = new Uint32Array(capacity);
  const dictionaries = textFieldNames.map(() => new Map<string, number>());
  let codes = textFieldNames.map(() => new Uint32Array(capacity));

  function grow(): void {
    capacity *= 2;
    ids = new Float64Array(ids.buffer.transfer(8 * capacity));
    lines = new Uint32Array(lines.buffer.transfer(4 * capacity));
    codes = codes.map((column) => new Uint32Array(column.buffer.transfer(4 * capacity)));
  }

  function encode(column: number, value: string): void {
    const dictionary = dictionaries[column]!;
    let code = dictionary.get(value);
    if (code === undefined) {
      code = dictionary.size;
      // A copy, because a part of a longer text would keep all of it.
      dictionary.set(Buffer.from(value, "utf16le").toString("utf16le"), code);
    }
    codes[column]![added] = code;
  }

  return {
    /** The number of teachers added so far. */
    get added(): number {
      return added;
    },
    /**
     * Adds one teacher, in any order of ids. `texts` holds a value for each of `textFieldNames`, and may be reused by
     * the caller. `line` is the line of the teacher in the file.
     */
    add(id: number, texts: readonly string[], line: number): void {
      if (added === capacity) grow();
      ids[added] = id;
      lines[added] = line;
      for (let column = 0; column < texts.length; column++) encode(column, texts[column]!);
      added++;
    },
    /** Everything that was added so far. */
    addedRows(): AddedRows {
      const columns = recordOfTexts((_, column) => ({
        values: [...dictionaries[column]!.keys()],
        codes: codes[column]!.subarray(0, added),
      }));
      return { ids: ids.subarray(0, added), lines: lines.subarray(0, added), columns };
    },
    finish(): Roster {
      const rows = this.addedRows();
      return createRoster(rows.ids, rows.columns);
    },
  };
}

/** The roster of teachers in any order. Each value is used at least once. */
export function createRoster(ids: Float64Array, columns: Roster["columns"]): Roster {
  const isAscending = ids.every((id, i) => i === 0 || id > ids[i - 1]!);
  const positions = isAscending ? null : Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]!);
  const sortedIds = arrange(ids, positions);
  const finished = recordOfTexts((name) => finishColumn(columns[name], positions));
  return { count: ids.length, ids: sortedIds, columns: finished, digest: digestOf(sortedIds, finished) };
}

/** Binary search: the first number from `from` to `to` that passes, or `to`. */
export function findFirst(from: number, to: number, passes: (index: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The index of the first of ascending numbers that is at least `number`, or their length. */
export function findLowerBound(numbers: Float64Array, number: number): number {
  return findFirst(0, numbers.length, (i) => numbers[i]! >= number);
}

/** Whether `ids`, which must be ascending, include an id. */
export function hasId(ids: Float64Array, id: number): boolean {
  return ids[findLowerBound(ids, id)] === id;
}

/** The value of a text field of the teacher at a position from 0 to count - 1. */
export function textAtPosition({ columns }: Pick<Roster, "columns">, name: TextFieldName, position: number): string {
  const { values, codes } = columns[name];
  return values[codes[position]!]!;
}

/** The values of all text fields of the teacher at a position, in the order of `textFieldNames`. */
export function textsAtPosition({ columns }: Pick<Roster, "columns">, position: number): string[] {
  return textFieldNames.map((name) => textAtPosition({ columns }, name, position));
}

/** The teacher at a position from 0 to count - 1. */
export function teacherAtPosition(roster: Pick<Roster, "ids" | "columns">, position: number): StoredTeacher {
  return { id: roster.ids[position]!, ...recordOfTexts((name) => textAtPosition(roster, name, position)) };
}

/** All teachers in batches, by id. */
export function* listTeachers(roster: Roster): Generator<readonly StoredTeacher[]> {
  for (let from = 0; from < roster.count; from += teachersPerBatch) {
    const length = Math.min(teachersPerBatch, roster.count - from);
    yield Array.from({ length }, (_, i) => teacherAtPosition(roster, from + i));
  }
}

/** Sorts the values, and maps every code to its new value. */
function finishColumn({ values, codes }: RosterColumn, positions: Uint32Array | null): RosterColumn {
  const sorted = values.toSorted();
  const newCodes = new Map(sorted.map((value, code) => [value, code]));
  const codeOf = Uint32Array.from(values, (value) => newCodes.get(value)!);
  return { values: sorted, codes: arrange(codes, positions).map((code) => codeOf[code]!) };
}

/** The elements at these positions. Those of a larger buffer are copied, so that it can be freed. */
function arrange<Numbers extends Float64Array | Uint32Array>(from: Numbers, positions: Uint32Array | null): Numbers {
  if (positions === null) return from.slice() as Numbers;
  const to = from.slice() as Numbers;
  for (let i = 0; i < to.length; i++) to[i] = from[positions[i]!]!;
  return to;
}

function digestOf(ids: Float64Array, columns: Roster["columns"]): string {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update(`teachers ${ids.length}\n`);
  hasher.update(new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength));
  for (const name of textFieldNames) {
    const { values, codes } = columns[name];
    hasher.update(`${name} ${values.length}\n`);
    for (let from = 0; from < values.length; from += 4096)
      hasher.update(JSON.stringify(values.slice(from, from + 4096)));
    hasher.update(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength));
  }
  return hasher.digest("hex");
}
