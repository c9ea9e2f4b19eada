/** What the process that reads an upload says of it: the lines of a file that it writes, one JSON value each. */
import { createRosterBuilder, type Roster } from "../../domain/roster.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { textFieldNames, textsOf } from "../../domain/teacher.ts";
import type { Fault } from "../../import/fault.ts";
import type { NoteMessage, WarningCode } from "../../import/message.ts";

/** The first findings of a kind, and the number of all. */
export interface ListedFaults {
  readonly listed: readonly Fault[];
  readonly count: number;
}

/** A row of the file as it is. */
export interface FileRow {
  readonly line: number;
  /** Where several sheets are read. */
  readonly sheet: string | null;
  readonly cells: readonly string[];
}

/** The first line of the file. */
export interface ReadingHead {
  readonly faults: ListedFaults;
  readonly notes: readonly NoteMessage[];
  readonly skipped: ListedFaults;
  readonly repairs: ListedFaults;
  readonly warnings: readonly (readonly [WarningCode, ListedFaults])[];
  /** The first rows of the table. */
  readonly start: readonly FileRow[];
  /** The keys of the names that several teachers share. */
  readonly namesakes: readonly string[];
}

/** A further line: a teacher. */
export type ReadTeacher = readonly [id: number, location: string, ...texts: string[]];

export interface UploadReading extends ReadingHead {
  readonly roster: Roster;
  /** Where the file has the teacher, or null. Ids may have been given since. */
  locate(teacher: StoredTeacher): string | null;
  /** Where it has an id, or null. */
  locateId(id: number): string | null;
}

/** Parses the lines. */
export function parseReading(text: string): UploadReading {
  const [first = "", ...lines] = text.trimEnd().split("\n");
  const head = JSON.parse(first) as ReadingHead;
  const builder = createRosterBuilder();
  const byId = new Map<number, string>();
  const byTexts = new Map<string, string>();
  for (const item of lines) {
    const [id, location, ...texts] = JSON.parse(item) as ReadTeacher;
    builder.add(id, texts, 0);
    byId.set(id, location);
    const key = texts.join("\n");
    if (!byTexts.has(key)) byTexts.set(key, location);
  }
  return {
    ...head,
    roster: builder.finish(),
    locateId: (id) => byId.get(id) ?? null,
    locate: (teacher) => byId.get(teacher.id) ?? byTexts.get(textsOf(teacher).join("\n")) ?? null,
  };
}

/** `12`, or of several sheets `Фізичний, 12`. */
export function locationOf(line: number, sheet: string | null): string {
  return sheet === null ? String(line) : `${sheet}, ${line}`;
}

/** The texts of the teacher at a position. */
export function textsAt({ columns }: Roster, position: number): string[] {
  return textFieldNames.map((name) => columns[name].values[columns[name].codes[position]!]!);
}
