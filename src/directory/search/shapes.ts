/** How the terms of a query meet the values of a field. Values that they meet in the same way have the same shape. */
import { type Hit, hits } from "./costs.ts";
import { meetInitial } from "./letters.ts";
import type { Data, Term } from "./terms.ts";
import { isLetter } from "./tokens.ts";
import { degree, keyAt } from "./words.ts";

export interface Shape {
  readonly count: number;
  /** Whether the value is only an initial, or empty. */
  readonly isShort: boolean;
  /** Whether the query writes it without its apostrophe, or with one that it has not. */
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

const toCompare = 0xffffffff;
const apostrophe = /['’ʼ]/;
const hitIds = new Map(Object.values(hits).map((hit, i) => [hit, i]));

/** Each value is compared when it is first asked for. */
export function openShapes({ words, columns }: Data, field: number, terms: readonly Term[]): FieldShapes {
  const { keys, words: lists } = words[field]!;
  const { values } = columns.columns[field]!;
  const met = new Set(terms.flatMap(({ hits: found }) => [...found[field]!.keys()]));
  const hasInitials = field !== degree && terms.some(({ letters }) => letters !== "");
  const shapes: Shape[] = [unmet];
  if (met.size === 0 && !hasInitials && field === degree) return { shapes, indexOf: () => 0 };
  const indexes = new Uint32Array(values.length).fill(toCompare);
  const known = new Map<string, number>();
  /** By initial, the shape of the thousands of words that only initials meet. */
  const byInitial = new Map<string, number>();

  const meetWord = (word: number): readonly (Hit | null)[] => {
    const initial = keys.text.charAt(keys.starts[word]!);
    return terms.map(({ hits: found, letters }) => {
      const hit = found[field]!.get(word);
      return hit ?? (letters === "" || field === degree ? null : meetInitial(letters, initial));
    });
  };

  const compare = (code: number): Shape => {
    const list = lists.numbers.subarray(lists.starts[code]!, lists.starts[code + 1]!);
    const all = Array.from(list, (word, place) => ({ field, place, byTerm: meetWord(word) }));
    const isOtherwise = (hit: Hit | null, i: number): boolean =>
      hit === hits.whole && apostrophe.test(terms[i]!.token.text) !== apostrophe.test(values[code]!);
    return {
      count: list.length,
      isShort: list.length === 0 || (list.length === 1 && isLetter(keyAt(keys, list[0]!))),
      isOtherwiseSpelt: all.length === 1 && all[0]!.byTerm.some(isOtherwise),
      words: all.filter(({ byTerm }) => byTerm.some((hit) => hit !== null)),
    };
  };

  const addShape = (code: number): number => {
    const shape = compare(code);
    const ids = shape.words.map(({ place, byTerm }) => [place, ...byTerm.map((hit) => hit && hitIds.get(hit)!)]);
    const key = JSON.stringify([shape.count, shape.isShort, shape.isOtherwiseSpelt, ids]);
    const index = known.get(key) ?? shapes.push(shape) - 1;
    known.set(key, index);
    return index;
  };

  const addPlainShape = (code: number, initial: string): number => {
    const index = byInitial.get(initial) ?? addShape(code);
    byInitial.set(initial, index);
    return index;
  };

  return {
    shapes,
    indexOf(code) {
      if (indexes[code] !== toCompare) return indexes[code]!;
      const word = lists.numbers[lists.starts[code]!]!;
      const start = keys.starts[word]!;
      const isPlain =
        lists.starts[code + 1]! - lists.starts[code]! === 1 && !met.has(word) && keys.starts[word + 1]! - start > 2;
      const index = isPlain ? addPlainShape(code, hasInitials ? keys.text.charAt(start) : "") : addShape(code);
      indexes[code] = index;
      return index;
    },
  };
}
