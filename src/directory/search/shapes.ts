/** How the terms of a query meet the values of a field. Values that they meet in the same way have the same shape. */
import { type Hit, hits } from "./costs.ts";
import { meetInitial } from "./letters.ts";
import type { Data, Term } from "./terms.ts";
import { isLetter } from "./tokens.ts";
import { degree, keyAt, listAt } from "./words.ts";

export interface Shape {
  /** The number of words of the value. */
  readonly count: number;
  /** Whether the value is only an initial, or empty. */
  readonly isShort: boolean;
  /** Whether query and value differ in having an apostrophe. */
  readonly isOtherwiseSpelt: boolean;
  /** The words that at least one term meets. */
  readonly words: readonly ShapeWord[];
}

interface ShapeWord {
  readonly field: number;
  readonly place: number;
  readonly byTerm: readonly (Hit | null)[];
}

/** The shape of a value that no term meets. */
export const unmet: Shape = { count: 1, isShort: false, isOtherwiseSpelt: false, words: [] };

export interface FieldShapes {
  readonly shapes: readonly Shape[];
  /** The index of the shape of a value. */
  indexOf(code: number): number;
}

const apostrophe = /['’ʼ]/;
const hitIds = new Map(Object.values(hits).map((hit, i) => [hit, i]));

/** Each value is compared when it is first asked for. */
export function openShapes({ words, columns }: Data, field: number, terms: readonly Term[]): FieldShapes {
  const { keys, words: lists } = words[field]!;
  const { values } = columns[field]!;
  const met = new Set(terms.flatMap(({ hits: found }) => [...found[field]!.keys()]));
  const letters = terms.map((term) => (field === degree ? "" : term.letters));
  const shapes: Shape[] = [unmet];
  const known = new Map<string, number>();
  /** By initial, the shape of the thousands of words that only initials meet. */
  const byInitial = new Map<string, number>();
  /** By value: the index of its shape, or 0 before it is compared. */
  const indexes = new Uint32Array(values.length);

  const meetWord = (word: number): readonly (Hit | null)[] =>
    terms.map(({ hits: found }, i) => {
      return found[field]!.get(word) ?? meetInitial(letters[i]!, keys.text.charAt(keys.starts[word]!));
    });

  function compare(code: number, list: Uint32Array): number {
    const all = Array.from(list, (word, place) => ({ field, place, byTerm: meetWord(word) }));
    const isOtherwise = (hit: Hit | null, i: number): boolean =>
      hit === hits.whole && apostrophe.test(terms[i]!.token.text) !== apostrophe.test(values[code]!);
    const shape: Shape = {
      count: list.length,
      isShort: list.length === 0 || (list.length === 1 && isLetter(keyAt(keys, list[0]!))),
      isOtherwiseSpelt: all.length === 1 && all[0]!.byTerm.some(isOtherwise),
      words: all.filter(({ byTerm }) => byTerm.some((hit) => hit !== null)),
    };
    const ids = shape.words.map(({ place, byTerm }) => [place, ...byTerm.map((hit) => hit && hitIds.get(hit)!)]);
    const key = JSON.stringify([shape.count, shape.isShort, shape.isOtherwiseSpelt, ids]);
    const index = known.get(key) ?? shapes.push(shape) - 1;
    known.set(key, index);
    return index;
  }

  return {
    shapes,
    indexOf(code) {
      if (indexes[code] !== 0) return indexes[code]!;
      const isOneWord = lists.starts[code + 1]! - lists.starts[code]! === 1;
      const word = lists.numbers[lists.starts[code]!]!;
      const start = keys.starts[word]!;
      const isPlain = isOneWord && !met.has(word) && keys.starts[word + 1]! - start > 2;
      const initial = isPlain ? keys.text.charAt(start) : "";
      const index = byInitial.get(initial) ?? compare(code, listAt(lists, code));
      if (initial !== "") byInitial.set(initial, index);
      indexes[code] = index;
      return index;
    },
  };
}
