/** What a person must confirm before a plan is applied, each as a statement with its rows. */
import { findLowerBound } from "../domain/roster.ts";
import { nameFieldNames, type StoredTeacher, type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Place } from "../read/teachers.ts";
import type { Compared, Current, PlannedChange, PlannedFile } from "./change.ts";
import { findShift, findSorted } from "./columns.ts";
import { keyOf } from "./ids.ts";

/**
 * `red`: publishing is almost certainly wrong, so another file comes first. `amber`: a person must look at it. It becomes red
 * if it is about most people.
 */
type DangerSeverity = "red" | "amber";

export const dangerCodes = {
  /** A column was moved against the others. */
  shifted: "red",
  /** A column was sorted alone. */
  sorted: "red",
  idsOfOthers: "red",
  emptied: "red",
  /** A field of most people is empty now, or another. */
  lost: "red",
  replaced: "red",
  /** Parts of the names of most people are exchanged. */
  exchanged: "red",
  removed: "amber",
  moved: "amber",
  added: "amber",
  demoted: "amber",
  degrees: "amber",
  renamed: "amber",
  /** Changes and newcomers with a concern. */
  concerns: "amber",
  /** Newcomers from hidden rows. */
  hidden: "amber",
  /** Two rows of one name, read as one person. */
  posts: "amber",
  /** New ids, where people were erased. */
  newcomers: "amber",
  /** The content of an earlier version, or most changes lead back to one. */
  older: "amber",
  restored: "amber",
} as const satisfies Readonly<Record<string, DangerSeverity>>;

export type DangerCode = keyof typeof dangerCodes;

export interface Danger {
  readonly code: DangerCode;
  readonly severity: DangerSeverity;
  readonly count: number;
  /** The number of teachers in the current version, or of changes. */
  readonly of: number;
  /** The ids of the changes that it is about. */
  readonly ids: readonly number[];
  /** The column that was shifted, sorted, lost or replaced; otherwise null. */
  readonly field: TextFieldName | null;
  /** The rows of the file that it is about. */
  readonly places: readonly Place[];
  /** The number of the earlier version; otherwise null. */
  readonly version: number | null;
}

/** Small directories are checked person by person, so shares of them say little. */
const few = 3;
const many = 10;
const tenth = 0.1;
/** The shares of a list that an ordinary month stays below. */
const shareOf = { removed: 0.01, renamed: 0.02, added: 0.2, degrees: 0.2 } as const;
/** Removing as many is always worth a look. */
const removedMin = 6;

/** At least three people who reach the larger of `least` and the share of the list, or exceed a tenth of it. */
function isMany(count: number, of: number, share: number, least = many): boolean {
  return count >= few && (count >= Math.max(least, share * of) || count > Math.max(share, tenth) * of);
}

const isMost = (count: number, of: number): boolean => of >= many && count * 2 > of;

export function findDangers(current: Current, compared: Compared, file: PlannedFile): Danger[] {
  const { changes, joined } = compared;
  const of = current.roster.count;
  const dangers: Danger[] = [];
  const add: Add = (code, some, more = {}) => {
    const places = some.flatMap(({ place }) => place ?? []);
    const ids = some.map(({ id }) => id);
    const isRed = isMost(some.filter(({ kind }) => kind !== "added").length, of);
    const severity = isRed ? "red" : dangerCodes[code];
    dangers.push({ code, severity, count: some.length, of, ids, field: null, places, version: null, ...more });
  };
  addHidden(compared, file, add);
  const newIds = new Set(compared.given);
  const newcomers = changes.filter(({ id }) => newIds.has(id));
  // Of people who were erased no name is kept.
  if (current.erasedIds.size > 0 && newIds.size > 0) add("newcomers", newcomers, { count: newIds.size });
  if (current.isFirst) {
    const some = changes.filter(({ concern }) => concern !== null);
    if (some.length > 0) add("concerns", some);
    return dangers;
  }
  addEarlier(current, compared, add);
  const others = changes.filter(({ kind, concern }) => kind === "changed" && concern === "another");
  const areMany = isMany(others.length, of, shareOf.renamed);
  // Where whole names stand at the ids of others, the columns are as they were, but the ids are not.
  const whole = others.filter(({ fields }) => nameFieldNames.every((name) => fields.includes(name)));
  if (!areMany || whole.length * 2 <= others.length) addByColumn(compared, file, of, add);
  const mixed = areMany && dangers.every(({ field }) => field === null) ? others : [];
  if (mixed.length === 0) addByField(joined, of, dangers, add);
  addGone(addMoved(compared, mixed, of, add), current, add);
  const added = changes.filter(({ kind, otherId }) => kind === "added" && otherId === null);
  if (isMany(added.length, of, shareOf.added)) add("added", added);
  addByConcern(changes, of, dangers, add);
  return dangers;
}

type Add = (code: DangerCode, some: readonly PlannedChange[], more?: Partial<Danger>) => void;

/** Newcomers in hidden rows, and rows of one name that were read as one person. */
function addHidden(
  { changes, roster, rowOf }: Compared,
  { teachers: { hidden }, issues }: PlannedFile,
  add: Add,
): void {
  const isHidden = ({ kind, id }: PlannedChange): boolean => kind === "added" && hidden.has(rowOf(id));
  const newcomers = hidden.size === 0 ? [] : changes.filter(isHidden);
  if (newcomers.length > 0 && newcomers.length < roster.count) add("hidden", newcomers);
  const posts = issues.filter(({ code, data }) => code === "onePerson" && data.preset === "one");
  const places = posts.map(({ sheet, line }) => ({ sheet, line: line! }));
  if (posts.length > 0) add("posts", [], { count: posts.length, places });
}

/** Columns that were shifted, or sorted without the others. */
function addByColumn(compared: Compared, { teachers }: PlannedFile, of: number, add: Add): void {
  for (const field of textFieldNames) {
    const shifted = findShift(field, compared, teachers);
    const sorted = shifted.length > 0 ? [] : findSorted(field, compared.joined, of);
    if (shifted.length > 0) add("shifted", shifted, { field });
    if (sorted.length > 0) add("sorted", sorted, { field });
  }
}

/** Many people who leave, or all. */
function addGone(gone: readonly PlannedChange[], current: Current, add: Add): void {
  const of = current.roster.count;
  if (of > 0 && gone.length === of) add("emptied", gone);
  else if (isMany(gone.length, of, shareOf.removed, removedMin) || hasNeighbours(gone, current)) add("removed", gone);
}

/** The content of an earlier version, or a file that leads back to a recent one. */
function addEarlier({ recent, earlier }: Current, { changes, roster }: Compared, add: Add): void {
  const version = changes.length === 0 ? undefined : earlier.get(roster.digest);
  if (version !== undefined) add("older", changes, { version, severity: "amber" });
  const restoredFrom = (number: number) =>
    changes.filter(({ id, after }) => {
      const rows = recent.rows.get(id);
      const row = rows?.find((one) => one.first_version <= number && (one.last_version ?? number) >= number);
      return rows !== undefined && stateOf(row) === stateOf(after);
    });
  for (const number of version === undefined ? recent.versions : []) {
    const some = restoredFrom(number);
    if (some.length < few || some.length * 2 <= changes.length) continue;
    add("restored", some, { version: number, of: changes.length, severity: "amber" });
    break;
  }
}

const stateOf = (one: StoredTeacher | null | undefined): string => (one ? keyOf(one, textFieldNames) : "");

/** People who get another id. Returns the others who leave. */
function addMoved({ changes, given }: Compared, mixed: readonly PlannedChange[], of: number, add: Add) {
  const names = new Set(mixed.map(({ after }) => keyOf(after!, nameFieldNames)));
  const removed = changes.filter(
    ({ kind, before }) => kind === "removed" && !names.has(keyOf(before!, nameFieldNames)),
  );
  const paired = removed.filter(({ otherId }) => otherId !== null);
  // Whoever has no id in the file gets a new one only because the name is another.
  const newIds = new Set<number | null>(given);
  const isReported = mixed.length > 0 || isMany(paired.length, of, shareOf.renamed);
  const moved = isReported ? paired : paired.filter(({ otherId }) => newIds.has(otherId));
  const sides = new Set(moved.flatMap(({ id, otherId }) => [id, otherId]));
  const both = changes.filter(({ id }) => sides.has(id));
  if (mixed.length > 0) add("idsOfOthers", [...mixed, ...both], { count: mixed.length + moved.length });
  else if (moved.length > 0) add("moved", both, { count: moved.length });
  return removed.filter(({ id }) => !sides.has(id));
}

/** Whether many of the removed follow one another in the current list, as the people of a department may. */
function hasNeighbours(removed: readonly PlannedChange[], { roster }: Current): boolean {
  const at = removed.map(({ id }) => findLowerBound(roster.ids, id));
  return at.some((position, i) => position - at[i - many + 1]! === many - 1);
}

/** A field that most people lose or that is another for them, or parts of the name that are exchanged. */
function addByField(joined: readonly PlannedChange[], of: number, dangers: readonly Danger[], add: Add): void {
  const changed = joined.filter(({ kind }) => kind === "changed");
  const exchanged = changed.filter(({ concern }) => concern === "rearranged");
  if (isMost(exchanged.length, of)) add("exchanged", exchanged);
  else
    for (const field of textFieldNames) {
      const some = changed.filter(({ fields }) => fields.includes(field));
      const lost = some.filter(({ after }) => after![field] === "");
      if (dangers.some((danger) => danger.field === field)) continue;
      if (isMost(lost.length, of)) add("lost", lost, { field });
      else if (isMost(some.length, of)) add("replaced", some, { field });
    }
}

/** Unusual changes of names and positions. Whoever is in a red group, or hidden, is not counted again. */
function addByConcern(changes: readonly PlannedChange[], of: number, dangers: readonly Danger[], add: Add): void {
  const counted = dangers.filter(({ severity, code }) => severity === "red" || code === "hidden");
  const seen = new Set(counted.flatMap(({ ids }) => ids));
  const changed = changes.filter(({ kind, id }) => kind === "changed" && !seen.has(id));
  const demoted = changed.filter(({ concern }) => concern === "demoted");
  if (demoted.length >= few) add("demoted", demoted);
  const degrees = changed.filter(({ fields }) => fields.includes("degree"));
  if (isMany(degrees.length, of, shareOf.degrees)) add("degrees", degrees);
  const renamed = changed.filter(
    ({ fields, concern }) => concern === null && fields.some((field) => field !== "degree"),
  );
  if (isMany(renamed.length, of, shareOf.renamed)) add("renamed", renamed);
  const others = changes.filter(({ id, concern }) => concern !== null && concern !== "demoted" && !seen.has(id));
  if (others.length > 0) add("concerns", others);
}
