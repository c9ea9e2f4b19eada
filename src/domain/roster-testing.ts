/** Rosters for tests: built from teachers, and read back as teachers. */
import { createRosterBuilder, type Roster, teacherAtPosition } from "./roster.ts";
import { type StoredTeacher, textsOf } from "./teacher.ts";
import { type SomeFields, storedTeacher } from "./teacher-testing.ts";

export function rosterOf(teachers: readonly SomeFields[]): Roster {
  const builder = createRosterBuilder();
  for (const teacher of teachers) builder.add(teacher.id, textsOf(storedTeacher(teacher)), 0);
  return builder.finish();
}

/** The teachers of a roster, ascending by id. */
export function storedTeachersOf(roster: Roster): StoredTeacher[] {
  return Array.from(roster.ids, (_, position) => teacherAtPosition(roster, position));
}
