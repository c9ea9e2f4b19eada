/** The same person on both sides of a change. */
import { textKey } from "../domain/names/names.ts";
import { nameFieldNames, type StoredTeacher, type TextFieldName } from "../domain/teacher.ts";

/** The key of some fields of a teacher, however they are written. */
export const keyOf = (teacher: Readonly<Record<TextFieldName, string>>, fields: readonly TextFieldName[]): string =>
  JSON.stringify(fields.map((field) => textKey(teacher[field])));

/** What two states of one person have in common, the most certain first. */
const commonFields = [
  nameFieldNames,
  ["first_name", "middle_name", "degree"],
  ["last_name", "first_name", "degree"],
] as const satisfies readonly (readonly TextFieldName[])[];

/** Pairs of a removed and an added teacher who differ in at most one field; each is the only such partner. By both ids. */
export function pairPeople(removed: readonly StoredTeacher[], added: readonly StoredTeacher[]): Map<number, number> {
  const others = new Map<number, number>();
  if (removed.length === 0) return others;
  for (const fields of commonFields) {
    const isFree = ({ id }: StoredTeacher): boolean => !others.has(id);
    const left = Map.groupBy(removed.filter(isFree), (teacher) => keyOf(teacher, fields));
    for (const [key, is] of Map.groupBy(added.filter(isFree), (teacher) => keyOf(teacher, fields))) {
      const was = left.get(key) ?? [];
      if (was.length === 1 && is.length === 1) others.set(was[0]!.id, is[0]!.id).set(is[0]!.id, was[0]!.id);
    }
  }
  return others;
}
