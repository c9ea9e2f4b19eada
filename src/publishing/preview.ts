/** The first changes of a publication, as data: who is added, removed and changed. */
import { type Change, type ChangeKind, changeKinds, type RosterChanges } from "../domain/changes/roster-changes.ts";
import { nameFieldNames, type StoredTeacher, textFieldNames } from "../domain/teacher.ts";
import { fieldLabel } from "./texts/field-labels.ts";
import { publishingTexts } from "./texts/publishing-texts.ts";

/** The most changes of a kind that are shown. */
const shownMax = 20;

/** A text field before and after. */
export interface FieldChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

export interface PreviewRow {
  readonly id: number;
  /** The name, and the degree of somebody who is added or removed. */
  readonly name: string;
  /** What is changed; empty for somebody who is added or removed. */
  readonly fields: readonly FieldChange[];
  /** What is known of the id, in parentheses; empty if nothing. */
  readonly note: string;
}

/** The changes of one kind. */
export interface PreviewGroup {
  readonly kind: ChangeKind;
  readonly title: string;
  readonly count: number;
  /** The first ones. */
  readonly rows: readonly PreviewRow[];
}

/**
 * The first changes of each kind; kinds without changes are left out. `returned` has the first version without each teacher who
 * left and is given the id again, by id.
 */
export function previewChanges(
  changes: RosterChanges,
  returned: ReadonlyMap<number, number> = new Map(),
): PreviewGroup[] {
  return changeKinds
    .filter((kind) => changes.counts[kind] > 0)
    .map((kind) => ({
      kind,
      title: publishingTexts[kind](),
      count: changes.counts[kind],
      rows: takeFirst(changes, kind).map((change) => describeChange(change, returned)),
    }));
}

/** Changes of one sort, such as all who have a new name. */
export interface ChangeGroup {
  readonly title: string;
  readonly count: number;
  readonly changes: Generator<Change> | IteratorObject<Change>;
}

/** All changes: first who is removed, then new names, new positions, and who is new. */
export function groupChanges({ counts, renamed, list }: RosterChanges): ChangeGroup[] {
  const groups = [
    { title: publishingTexts.removed(), count: counts.removed, changes: list("removed") },
    { title: publishingTexts.renamed(), count: renamed, changes: list("changed").filter(hasNewName) },
    {
      title: publishingTexts.repositioned(),
      count: counts.changed - renamed,
      changes: list("changed").filter((change) => !hasNewName(change)),
    },
    { title: publishingTexts.added(), count: counts.added, changes: list("added") },
  ];
  return groups.filter(({ count }) => count > 0);
}

/** The first changes of a kind. Where not all are shown, new names come before new degrees, which are many at times. */
export function takeFirst(changes: RosterChanges, kind: ChangeKind): Change[] {
  const named: Change[] = [];
  const others: Change[] = [];
  const isCut = kind === "changed" && changes.counts.changed > shownMax;
  const namedMax = isCut ? Math.min(changes.renamed, shownMax) : 0;
  for (const change of changes.list(kind)) {
    const list = named.length < namedMax && hasNewName(change) ? named : others;
    if (list.length < shownMax) list.push(change);
    if (named.length === namedMax && named.length + others.length >= shownMax) break;
  }
  return [...named, ...others].slice(0, shownMax);
}

export function hasNewName(change: Change): boolean {
  return change.kind === "changed" && nameFieldNames.some((field) => change.before[field] !== change.after[field]);
}

/** The name of a teacher. */
export function showName(teacher: StoredTeacher): string {
  const parts = nameFieldNames.map((field) => teacher[field]);
  return parts.filter((part) => part !== "").join(" ");
}

/** The name and the degree. */
export function showTeacher(teacher: StoredTeacher): string {
  const name = showName(teacher);
  return teacher.degree === "" ? name : `${name}, ${teacher.degree}`;
}

function describeChange(change: Change, returned: ReadonlyMap<number, number>): PreviewRow {
  if (change.kind === "changed") {
    const { before, after } = change;
    const fields = textFieldNames
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ label: fieldLabel(field), before: showText(before[field]), after: showText(after[field]) }));
    return { id: after.id, name: showName(before), fields, note: "" };
  }
  const teacher = change.kind === "added" ? change.after : change.before;
  return { id: teacher.id, name: showTeacher(teacher), fields: [], note: describeId(change, returned) };
}

/** What is known of the id of somebody who was there before, or is there under another one. */
export function describeId(change: Change, returned: ReadonlyMap<number, number>): string {
  if (change.kind === "changed") return "";
  const version = change.kind === "added" ? returned.get(change.after.id) : undefined;
  if (change.kind === "added" && version !== undefined) return publishingTexts.returned(change.after.id, version);
  if (change.otherId === null) return "";
  return publishingTexts[change.kind === "added" ? "hadId" : "hasId"](change.otherId);
}

function showText(text: string): string {
  return text === "" ? publishingTexts.empty() : text;
}
