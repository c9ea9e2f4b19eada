/** Plain columns of teachers for tests and benches. */
import { rankNames } from "../../domain/names/ordering.ts";
import { nameFieldNames, type StoredTeacher, textFieldNames } from "../../domain/teacher.ts";
import type { SearchColumn, SearchColumns } from "./words.ts";

export function buildColumns(stored: readonly StoredTeacher[]): SearchColumns {
  const ranks = nameFieldNames.map((name) => {
    const values = [...new Set(stored.map((teacher) => teacher[name]))];
    const order = rankNames(values);
    return new Map(values.map((value, i) => [value, order[i]!]));
  });
  const keys = stored.map(({ last_name, first_name, middle_name }) => [
    ranks[0]!.get(last_name)!,
    ranks[1]!.get(first_name)!,
    ranks[2]!.get(middle_name)!,
  ]);
  const order = Uint32Array.from(stored.keys()).sort((a, b) => {
    const [x, y] = [keys[a]!, keys[b]!];
    return x[0]! - y[0]! || x[1]! - y[1]! || x[2]! - y[2]! || stored[a]!.id - stored[b]!.id;
  });
  return {
    ids: Float64Array.from(order, (at) => stored[at]!.id),
    columns: textFieldNames.map((name) => buildColumn(Array.from(order, (at) => stored[at]![name]))),
  };
}

function buildColumn(texts: readonly string[]): SearchColumn {
  const known = new Map<string, number>();
  const codes = new Uint32Array(texts.length);
  for (const [i, text] of texts.entries()) {
    const code = known.get(text) ?? known.size;
    known.set(text, code);
    codes[i] = code;
  }
  const starts = new Uint32Array(known.size + 1);
  for (const code of codes) starts[code + 1]!++;
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const next = starts.slice();
  const postings = new Uint32Array(texts.length);
  for (const [position, code] of codes.entries()) postings[next[code]!++] = position;
  return { values: [...known.keys()], codes, starts, postings };
}
