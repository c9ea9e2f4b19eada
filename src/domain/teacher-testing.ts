/** Teachers for tests. They name only the fields that a test is about, so a new field changes no test. */
import { type StoredTeacher, textFieldNames } from "./teacher.ts";

const noTexts = Object.fromEntries(textFieldNames.map((name) => [name, ""]));

/** The fields of a teacher that a test is about. */
export type SomeFields = Pick<StoredTeacher, "id"> & Partial<StoredTeacher>;

/** A teacher with these fields; the others are empty. */
export function storedTeacher(fields: SomeFields): StoredTeacher {
  return { ...noTexts, ...fields } as StoredTeacher;
}
