/** Compares teachers in Ukrainian alphabetical order, with the simplest possible code. */
import { compareNames } from "../domain/names/ordering.ts";
import type { StoredTeacher } from "../domain/teacher.ts";

export function compareTeachers(a: StoredTeacher, b: StoredTeacher): number {
  return (
    compareNames(a.last_name, b.last_name) ||
    compareNames(a.first_name, b.first_name) ||
    compareNames(a.middle_name, b.middle_name) ||
    a.id - b.id
  );
}
