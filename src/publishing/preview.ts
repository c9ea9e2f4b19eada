/** The preview of a publication for a terminal: who is added, removed and changed. */

import { paint } from "../cli/terminal/output.ts";
import { type Change, type ChangeKind, changeKinds, type RosterChanges } from "../domain/changes/roster-changes.ts";
import { nameFieldNames, type StoredTeacher, textFieldNames } from "../domain/teacher.ts";
import { labelOf } from "./texts/field-labels.ts";
import { formatNumber } from "./texts/language.ts";
import { publishingTexts } from "./texts/publishing-texts.ts";

/** The most changes of a kind that are shown. */
const shownMax = 20;

const styles = {
  added: { sign: "+", color: "green" },
  removed: { sign: "-", color: "red" },
  changed: { sign: "~", color: "yellow" },
} as const satisfies Readonly<Record<ChangeKind, object>>;

/**
 * The first changes of each kind, and how many more there are; kinds without changes are left out. `returned` has the first
 * version without each teacher who left and is given the id again, by id.
 */
export function renderPreview(changes: RosterChanges, returned: ReadonlyMap<number, number> = new Map()): string[] {
  return changeKinds.filter((kind) => changes.counts[kind] > 0).flatMap((kind) => renderKind(kind, changes, returned));
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

function hasNewName(change: Change): boolean {
  return change.kind === "changed" && nameFieldNames.some((field) => change.before[field] !== change.after[field]);
}

function renderKind(kind: ChangeKind, changes: RosterChanges, returned: ReadonlyMap<number, number>): string[] {
  const count = changes.counts[kind];
  const { sign, color } = styles[kind];
  const shown = takeFirst(changes, kind);
  const ids = shown.map((change) => String((change.kind === "removed" ? change.before : change.after).id));
  const idWidth = Math.max(...ids.map(({ length }) => length));
  const names = shown.map((change) => {
    if (change.kind === "changed") return showName(change.before);
    return showTeacher(change.kind === "added" ? change.after : change.before);
  });
  const nameWidth = kind === "changed" ? Math.max(...names.map(({ length }) => length)) : 0;
  const rows = shown.map((change, i) => {
    const detail = describeDetail(change, returned);
    const text = `${sign} ${ids[i]!.padStart(idWidth)}  ${detail === "" ? names[i]! : names[i]!.padEnd(nameWidth)}`;
    return `  ${paint(color, text)}${detail === "" ? "" : `  ${detail}`}`;
  });
  if (count > shown.length) rows.push(paint("dim", `  ${publishingTexts.more(count - shown.length)}`));
  return [paint("bold", `${publishingTexts[kind]()}: ${formatNumber(count)}`), ...rows];
}

/** The name of a teacher. */
export function showName(teacher: StoredTeacher): string {
  const parts = nameFieldNames.map((field) => teacher[field]);
  return parts.filter((part) => part !== "").join(" ");
}

/** The name and the degree, harmless to a terminal. */
export function showTeacher(teacher: StoredTeacher): string {
  const name = showName(teacher);
  return teacher.degree === "" ? name : `${name}, ${teacher.degree}`;
}

function describeDetail(change: Change, returned: ReadonlyMap<number, number>): string {
  if (change.kind === "changed") {
    const { before, after } = change;
    return textFieldNames
      .filter((field) => before[field] !== after[field])
      .map((field) => `${labelOf(field)}: ${showText(before[field])} → ${paint("bold", showText(after[field]))}`)
      .join("; ");
  }
  if (change.kind === "added") {
    const { id } = change.after;
    const version = returned.get(id);
    if (version !== undefined) return paint("dim", publishingTexts.returned(id, version));
  }
  if (change.otherId === null) return "";
  return paint("dim", publishingTexts[change.kind === "added" ? "hadId" : "hasId"](change.otherId));
}

function showText(text: string): string {
  return text === "" ? publishingTexts.empty() : text;
}
