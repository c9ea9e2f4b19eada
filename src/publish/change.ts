/** What a plan is made of, and what it says of one teacher. */

import type { Roster } from "../domain/roster.ts";
import type { StoredTeacher, TextFieldName } from "../domain/teacher.ts";
import type { Version } from "../domain/version.ts";
import type { Issue } from "../read/issue.ts";
import type { ReadFile } from "../read/read.ts";
import type { Place } from "../read/teachers.ts";
import type { StoredRow } from "../store/history/reader.ts";
import type { Concern } from "./concerns.ts";

export interface PlannedChange {
  readonly kind: "added" | "removed" | "changed";
  readonly id: number;
  readonly before: StoredTeacher | null;
  readonly after: StoredTeacher | null;
  /** The fields that differ in more than letter case and look-alikes. */
  readonly fields: readonly TextFieldName[];
  /** Where the teacher is in the file; null for a removed one. */
  readonly place: Place | null;
  /** The id of the same person on the other side, if the person seems to have another id. */
  readonly otherId: number | null;
  readonly concern: Concern | null;
  /** The first warning of the row; otherwise null. */
  readonly warning: Issue | null;
  /** Whether the file has no id: a new one is assigned when the plan is applied, or the person gets the old one again. */
  readonly assigned: "new" | "again" | null;
}

export interface Current {
  /** The newest version; null if nothing is published. */
  readonly newest: Version | null;
  /** Whether there is nothing to compare with: nothing is published, or only the sample. The roster is empty then. */
  readonly isFirst: boolean;
  readonly roster: Roster;
  /** Why the rows are not what was published; null if they are. A whole file may still replace them, but gets no ids from them. */
  readonly damage: Error | null;
  readonly highestId: number;
  /** Teachers who left, each in the last state. */
  readonly past: readonly StoredTeacher[];
  /** The versions before the newest one, latest first, and the rows by id of people who were not the same in each of them. */
  readonly recent: { readonly versions: readonly number[]; readonly rows: ReadonlyMap<number, readonly StoredRow[]> };
  readonly erasedIds: ReadonlySet<number>;
  /** The numbers of earlier versions by their digests. */
  readonly earlier: ReadonlyMap<string | null, number>;
}

export type PlannedFile = Pick<ReadFile, "teachers" | "issues">;

/** What the dangers of a plan are found in. */
export interface Compared {
  readonly changes: readonly PlannedChange[];
  /** The same, where a removed and an added teacher who seem to be one person are one that is changed, under the new id. */
  readonly joined: readonly PlannedChange[];
  readonly roster: Roster;
  /** The ids of teachers who get a new one. */
  readonly given: readonly number[];
  /** The row of the file that has an id. */
  rowOf(id: number): number;
}
