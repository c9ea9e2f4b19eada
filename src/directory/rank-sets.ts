/** Sets of places: the ascending positions, or alphabetical ranks, of teachers. */
import type { Condition } from "./condition.ts";
import { stepsBetweenYields, type Task } from "./scheduler.ts";

/** Up to so many places are united by sorting, which then takes a few milliseconds; more by marking them. */
const sortedMax = 32_768;

/** Marks for more teachers than so many are megabytes. */
const heavyCount = 10_000_000;

/**
 * Calls `visit` with each place in the lists of a condition, ascending, each once. `count` is that of all teachers. The
 * places are not gathered here: at a hundred million, each of many searches at a time would hold as much as an image has.
 */
export function* visitRanks(
  condition: Pick<Condition, "count" | "listCount" | "lists">,
  alphabetical: boolean,
  count: number,
  visit: (place: number) => void,
): Task<void> {
  const lists = condition.lists(alphabetical);
  if (condition.listCount === 1) for (const list of lists) yield* visitList(list, visit);
  else if (condition.count <= sortedMax) yield* visitList(uniteBySorting(lists, condition.count), visit);
  else yield* visitByMarking(lists, count, visit);
}

function* visitList(places: Uint32Array, visit: (place: number) => void): Task<void> {
  for (let i = 0; i < places.length; i++) {
    visit(places[i]!);
    if (i % stepsBetweenYields === 0) yield;
  }
}

function uniteBySorting(lists: Iterable<Uint32Array>, total: number): Uint32Array {
  const united = new Uint32Array(total);
  let end = 0;
  for (const list of lists) {
    united.set(list, end);
    end += list.length;
  }
  united.sort();
  let different = 0;
  for (let i = 0; i < total; i++) if (i === 0 || united[i] !== united[i - 1]) united[different++] = united[i]!;
  return united.subarray(0, different);
}

/** A bit a teacher: the time grows with the places and, by 32 teachers a step, with the directory. */
function* visitByMarking(lists: Iterable<Uint32Array>, count: number, visit: (place: number) => void): Task<void> {
  if (count > heavyCount) yield "heavy";
  const marks = takeMarks(Math.ceil(count / 32));
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const place = list[i]!;
      marks[place >>> 5]! |= 1 << (place & 31);
      if (i % stepsBetweenYields === 0) yield;
    }
  }
  let visited = 0;
  for (let word = 0; word < marks.length; word++) {
    if (word % stepsBetweenYields === 0) yield;
    if (marks[word] === 0) continue;
    for (let bits = marks[word]!; bits !== 0; bits &= bits - 1) {
      visit((word << 5) | (31 - Math.clz32(bits & -bits)));
      if (++visited % stepsBetweenYields === 0) yield;
    }
    marks[word] = 0;
  }
  if (spareMarks.length < spareMarksMax) spareMarks.push(marks);
}

/** Marks that are all zero again, for the next who needs some: as garbage they would be gigabytes before it is collected. */
const spareMarks: Uint32Array[] = [];
const spareMarksMax = 8;

function takeMarks(length: number): Uint32Array {
  const spare = spareMarks.pop();
  return spare?.length === length ? spare : makeNumbers(length);
}

/** After so many bytes of numbers garbage is collected. */
const collectEveryBytes = 64 * 1024 * 1024;
let bytesMade = 0;

/** An array of zeros. To the collector a mapped image is in use like memory of ours; alone it waits for as much again. */
function makeNumbers(length: number): Uint32Array<ArrayBuffer> {
  bytesMade += length * Uint32Array.BYTES_PER_ELEMENT;
  if (bytesMade > collectEveryBytes) {
    bytesMade = 0;
    // At once, some milliseconds: a collection in the background leaves what has outlived another one.
    Bun.gc(true);
  }
  return new Uint32Array(length);
}

/** Places that are gathered one by one, when nobody knows how many there will be. */
export interface RankList {
  add(place: number): void;
  /** All of them in the order they came. The list must not be used any more. */
  finish(): Task<Uint32Array>;
}

/** Numbers in a piece of a list: 256 KiB. */
const pieceLength = 65_536;

/** Gathers in pieces: one array for as many as there might be is zeroed at one go, at a hundred million for too long. */
export function createRankList(): RankList {
  const full: Uint32Array[] = [];
  let piece = new Uint32Array(1024);
  let end = 0;

  function makeRoom(): void {
    if (end < pieceLength) {
      const larger = new Uint32Array(end * 4);
      larger.set(piece);
      piece = larger;
    } else {
      full.push(piece);
      piece = makeNumbers(pieceLength);
      end = 0;
    }
  }

  return {
    add(place) {
      if (end === piece.length) makeRoom();
      piece[end++] = place;
    },
    *finish() {
      const places = makeNumbers(full.length * pieceLength + end);
      for (let i = 0; i < full.length; i++) {
        places.set(full[i]!, i * pieceLength);
        yield;
      }
      places.set(piece.subarray(0, end), full.length * pieceLength);
      return places;
    },
  };
}
