/** The ways to divide a query into the words of a name, degrees, and words that are set aside. */
import { isContextWord } from "../../domain/names/context-words.ts";
import type { NamedDegree } from "./named-degrees.ts";
import type { QueryToken } from "./query-tokens.ts";

export interface Division {
  readonly names: readonly QueryToken[];
  readonly degrees: readonly NamedDegree[];
  readonly setAside: readonly string[];
}

/**
 * The ways to divide a query, the most likely first. A word with a full stop is first read as a degree, and any other
 * word as a name. The last ways set aside words that people write beside names, such as `пан`.
 */
export function listDivisions(tokens: readonly QueryToken[], degrees: readonly NamedDegree[]): Division[] {
  const stopped = degrees.filter(({ isStopped }) => isStopped);
  const unstopped = degrees.filter(({ isStopped }) => !isStopped);
  const choices = [
    ...(stopped.length > 0 ? [stopped] : []),
    [],
    ...(unstopped.length > 1 ? unstopped.map((degree) => [...stopped, degree]) : []),
    ...(unstopped.length > 0 ? [degrees] : []),
  ];
  const divisions = choices.map((named): Division => {
    const isNamed = (at: number): boolean => named.some(({ start, length }) => at >= start && at < start + length);
    return { names: tokens.filter((_, at) => !isNamed(at)), degrees: named, setAside: [] };
  });
  const withoutContext = divisions.flatMap(({ names, degrees: named }): Division[] => {
    const kept = names.filter(({ key, isLabel }) => !isLabel && !isContextWord(key));
    if (kept.length === names.length) return [];
    const setAside = names.filter((token) => !kept.includes(token)).map(({ text }) => text);
    return [{ names: kept, degrees: named, setAside }];
  });
  return [...divisions, ...withoutContext];
}
