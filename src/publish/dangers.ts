/** What a person must confirm before a plan is applied, each as a statement with its rows. */
import { type TextFieldName, textFieldNames } from "../domain/teacher.ts";
import type { Place } from "../read/teachers.ts";
import type { Compared, Current, PlannedChange, PlannedFile } from "./change.ts";
import { findShift, findSorted } from "./columns.ts";

/** `red`: publishing is almost certainly wrong, so another file comes first. `amber`: the person must have looked. */
type DangerSeverity = "red" | "amber";

const dangerCodes = {
  /** A column was moved against the others. */
  shifted: "red",
  /** A column was sorted alone. */
  sorted: "red",
  idsOfOthers: "red",
  emptied: "red",
  removed: "amber",
  moved: "amber",
  added: "amber",
  demoted: "amber",
  degrees: "amber",
  renamed: "amber",
  doubtful: "amber",
  /** Newcomers from hidden rows. */
  hidden: "amber",
  /** Two rows of one name, read as one person. */
  posts: "amber",
  /** New ids, where people were erased: of these no name is kept. */
  newcomers: "amber",
  /** The content of an earlier version. */
  older: "amber",
} as const satisfies Readonly<Record<string, DangerSeverity>>;

export type DangerCode = keyof typeof dangerCodes;

export interface Danger {
  readonly code: DangerCode;
  readonly severity: DangerSeverity;
  readonly count: number;
  /** The number of teachers in the current version. */
  readonly of: number;
  /** The ids of the changes that it is about. */
  readonly ids: readonly number[];
  /** The column that was shifted or sorted; otherwise null. */
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
/** Normal months remove, rename and move fewer than this share, and add or promote fewer than that. */
const shareOf = { removed: 0.02, renamed: 0.02, added: 0.2, degrees: 0.2 } as const;

/** At least three people who reach the larger of ten and the share of the list, or exceed a tenth of it. */
function isMany(count: number, of: number, share: number): boolean {
  return count >= few && (count >= Math.max(many, share * of) || count > Math.max(share, tenth) * of);
}

export function findDangers(current: Current, compared: Compared, file: PlannedFile): Danger[] {
  const { changes } = compared;
  const of = current.roster.count;
  const dangers: Danger[] = [];
  const add: Add = (code, some, more = {}) => {
    const places = some.flatMap(({ place }) => place ?? []);
    const ids = some.map(({ id }) => id);
    const own = { code, severity: dangerCodes[code], count: some.length, of, ids, field: null, places, version: null };
    dangers.push({ ...own, ...more });
  };
  addHidden(compared, file, add);
  addNewIds(current, compared, add);
  if (current.isFirst) {
    const doubtful = changes.filter(({ doubts }) => doubts.length > 0);
    if (doubtful.length > 0) add("doubtful", doubtful);
    return dangers;
  }
  const version = changes.length === 0 ? null : current.findVersion(compared.roster.digest);
  if (version !== null) add("older", changes, { version });
  for (const field of textFieldNames) {
    const shifted = findShift(field, current.roster, compared, file.teachers);
    const sorted = shifted.length > 0 ? [] : findSorted(field, changes, of);
    if (shifted.length > 0) add("shifted", shifted, { field });
    if (sorted.length > 0) add("sorted", sorted, { field });
  }
  addByCount(changes, of, add);
  addByDoubt(changes, of, dangers, add);
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

/** New ids, if anybody was ever erased. */
function addNewIds({ erasedIds }: Current, { changes, given }: Compared, add: Add): void {
  if (erasedIds.size === 0 || given.length === 0) return;
  const ids = new Set(given);
  add(
    "newcomers",
    changes.filter(({ id }) => ids.has(id)),
    { count: ids.size },
  );
}

/** Many people who leave, come, or get another id. */
function addByCount(changes: readonly PlannedChange[], of: number, add: Add): void {
  const isOf = (kind: PlannedChange["kind"], hasOther: boolean) => (change: PlannedChange) =>
    change.kind === kind && (change.otherId !== null) === hasOther;
  const others = changes.filter(({ kind, doubts }) => kind === "changed" && doubts.includes("another"));
  if (isMany(others.length, of, shareOf.renamed)) add("idsOfOthers", others);
  const removed = changes.filter(isOf("removed", false));
  if (of > 0 && removed.length === of) add("emptied", removed);
  else if (isMany(removed.length, of, shareOf.removed)) add("removed", removed);
  const moved = changes.filter(isOf("removed", true));
  if (isMany(moved.length, of, shareOf.renamed)) add("moved", moved);
  const added = changes.filter(isOf("added", false));
  if (isMany(added.length, of, shareOf.added)) add("added", added);
}

/** Unusual changes of names and positions. Whoever is in a red group, or hidden, is not counted again. */
function addByDoubt(changes: readonly PlannedChange[], of: number, dangers: readonly Danger[], add: Add): void {
  const counted = dangers.filter(({ severity, code }) => severity === "red" || code === "hidden");
  const seen = new Set(counted.flatMap(({ ids }) => ids));
  const changed = changes.filter(({ kind, id }) => kind === "changed" && !seen.has(id));
  const demoted = changed.filter(({ doubts }) => doubts.includes("demoted"));
  if (demoted.length >= few) add("demoted", demoted);
  const degrees = changed.filter(({ fields }) => fields.includes("degree"));
  if (isMany(degrees.length, of, shareOf.degrees)) add("degrees", degrees);
  const renamed = changed.filter(
    ({ fields, doubts }) => doubts.length === 0 && fields.some((field) => field !== "degree"),
  );
  if (isMany(renamed.length, of, shareOf.renamed)) add("renamed", renamed);
  const doubtful = changes.filter(({ id, doubts }) => doubts.length > 0 && doubts[0] !== "demoted" && !seen.has(id));
  if (doubtful.length > 0) add("doubtful", doubtful);
}
