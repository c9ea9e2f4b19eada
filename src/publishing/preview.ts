/** The changes of a publication: who is added, removed and changed. */
import { type Change, type ChangeKind, changeKinds, type RosterChanges } from "../domain/changes/roster-changes.ts";
import { nameFieldNames, type StoredTeacher, textFieldNames } from "../domain/teacher.ts";
import { fieldLabel } from "../read/field-labels.ts";
import { publishingTexts } from "./texts/publishing-texts.ts";

/** At most this many changes of each kind are shown. */
const shownMax = 20;

/**
 * The changes of each kind, all of them or the first ones; kinds without changes are left out. `returned` maps the id of
 * each returning teacher to the first version without that teacher.
 */
export function previewChanges(changes: RosterChanges, returned: ReadonlyMap<number, number>, isWhole: boolean) {
  return changeKinds
    .filter((kind) => changes.counts[kind] > 0)
    .map((kind) => {
      const first = takeFirst(changes, kind);
      const describe = (change: Change) => describeChange(change, returned);
      return {
        kind,
        title: publishingTexts[kind](),
        count: changes.counts[kind],
        first: first.map(describe),
        rows: (isWhole ? changes.list(kind) : first.values()).map(describe),
        more: isWhole ? 0 : changes.counts[kind] - first.length,
      };
    });
}

export type PreviewGroup = ReturnType<typeof previewChanges>[number];
export type PreviewRow = PreviewGroup["first"][number];

/** All changes in this order: removed, new names, new positions, added. */
export function groupChanges({ counts, list }: RosterChanges) {
  // The count of renamed teachers in the changes is lower: it leaves out names that differ only by letter case or
  // look-alikes.
  const renamed = list("changed").reduce((count, change) => count + Number(hasNewName(change)), 0);
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

/** The first changes of a kind. If not all fit, new names come before new degrees, of which there can be many. */
function takeFirst(changes: RosterChanges, kind: ChangeKind): Change[] {
  const isCut = kind === "changed" && changes.counts.changed > shownMax;
  const namedMax = isCut ? Math.min(changes.renamed, shownMax) : 0;
  const named = changes.list(kind).filter(hasNewName).take(namedMax).toArray();
  const ids = new Set(named.map((change) => subjectOf(change).id));
  const others = changes.list(kind).filter((change) => !ids.has(subjectOf(change).id));
  return [...named, ...others.take(shownMax - named.length)];
}

function hasNewName(change: Change): boolean {
  return change.kind === "changed" && nameFieldNames.some((field) => change.before[field] !== change.after[field]);
}

/** At most this many removed and this many added people are compared to find new last names. */
const lookalikesMax = 1000;

/**
 * Finds pairs of a removed and an added teacher who are probably one person with a new last name. Maps the id of each
 * to the other. Nobody else who was removed or added has the same first name, middle name and degree.
 */
export function findNewLastNames(changes: RosterChanges): ReadonlyMap<number, StoredTeacher> {
  const found = new Map<number, StoredTeacher>();
  const groupPeople = (kind: ChangeKind) =>
    Map.groupBy(
      changes.list(kind).take(lookalikesMax).map(subjectOf),
      ({ first_name: first, middle_name: middle, degree }) => JSON.stringify([first, middle, degree]),
    );
  const added = groupPeople("added");
  for (const [key, [before, ...othersBefore]] of groupPeople("removed")) {
    const [after, ...othersAfter] = added.get(key) ?? [];
    if (before === undefined || after === undefined || othersBefore.length + othersAfter.length > 0) continue;
    // Many people share initials, so only whole names are compared. With the same last name, the teacher has only moved
    // to another id.
    const areWhole = [before.first_name, before.middle_name].every((name) => /\p{L}{3}/u.test(name));
    if (areWhole && before.last_name !== after.last_name) found.set(before.id, after).set(after.id, before);
  }
  return found;
}

/**
 * The teacher before and after a change. An added or removed teacher has only one side. The other side names the
 * teacher who is probably the same person with another last name; it is empty if there is none.
 */
export function showSides(change: Change, newLastNames: ReadonlyMap<number, StoredTeacher>): [string, string] {
  const { id } = subjectOf(change);
  const other = newLastNames.get(id);
  const perhaps = other === undefined ? "" : publishingTexts.perhaps(`${showName(other)} (${other.id})`);
  return [
    change.kind === "added" ? perhaps : showTeacher(change.before),
    change.kind === "removed" ? perhaps : showTeacher(change.after),
  ];
}

/** The teacher that a change is about. */
export function subjectOf(change: Change): StoredTeacher {
  return change.kind === "removed" ? change.before : change.after;
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

/**
 * A row of a preview. The name includes the degree, except for a changed teacher, whose differences are in `fields`.
 * The note is a remark in parentheses about the id, or empty.
 */
function describeChange(change: Change, returned: ReadonlyMap<number, number>) {
  if (change.kind === "changed") {
    const { before, after } = change;
    const empty = publishingTexts.empty();
    const fields = textFieldNames
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ label: fieldLabel(field), before: before[field] || empty, after: after[field] || empty }));
    return { id: after.id, name: showName(before), fields, note: "" };
  }
  const teacher = subjectOf(change);
  return { id: teacher.id, name: showTeacher(teacher), fields: [], note: describeId(change, returned) };
}

/** A remark about the id of somebody who returns, or who has another id now. */
export function describeId(change: Change, returned: ReadonlyMap<number, number>): string {
  if (change.kind === "changed") return "";
  const version = change.kind === "added" ? returned.get(change.after.id) : undefined;
  if (change.kind === "added" && version !== undefined) return publishingTexts.returned(change.after.id, version);
  if (change.otherId === null) return "";
  return publishingTexts[change.kind === "added" ? "hadId" : "hasId"](change.otherId);
}

/** A change in JSON. If the teacher has moved to another id, `other_id` is that id. */
function reportChange(change: Change) {
  const before = change.kind === "added" ? null : change.before;
  const after = change.kind === "removed" ? null : change.after;
  const other_id = change.kind === "changed" ? null : change.otherId;
  return { change: change.kind, id: subjectOf(change).id, other_id, before, after };
}

/** The first changes of each kind in JSON. `changes` is null if there are no changes, or if they are not known. */
export function reportFirst(changes: RosterChanges | null): Readonly<Record<string, readonly object[]>> {
  const first = changeKinds.map((kind) => [kind, changes === null ? [] : takeFirst(changes, kind).map(reportChange)]);
  return Object.fromEntries(first);
}
