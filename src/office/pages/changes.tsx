/** The changes of a publication: removed first, then renamed, then of another degree, then new. */
import type { VNode } from "preact";
import type { Change, RosterChanges } from "../../domain/changes/roster-changes.ts";
import { nameFieldNames, type StoredTeacher } from "../../domain/teacher.ts";
import { showTeacher } from "../../publishing/preview.ts";
import { formatCount } from "../../publishing/texts/language.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { officeTexts as texts } from "../texts.ts";
import { type Column, Table } from "./parts.tsx";

/** Longer lists are folded. */
const openMax = 12;
/** The most changes of a group that a page has. */
const shownMax = 300;

interface ChangesProps {
  readonly changes: RosterChanges;
  /** The first version without each teacher who left and is given the id again, by id. */
  readonly returned?: ReadonlyMap<number, number>;
  /** The row of the file that has a teacher; null where there is none. */
  readonly locate?: ((teacher: StoredTeacher) => string | null) | undefined;
}

export function Changes({ changes, returned = new Map(), locate }: ChangesProps): VNode {
  const { counts, renamed } = changes;
  const groups = [
    [texts.removed(), counts.removed, () => changes.list("removed")],
    [texts.renamed(), renamed, () => changes.list("changed").filter(hasNewName)],
    [texts.repositioned(), counts.changed - renamed, () => changes.list("changed").filter((one) => !hasNewName(one))],
    [texts.added(), counts.added, () => changes.list("added")],
  ] as const;
  const columns: Column<Change>[] = [
    [texts.id(), idOf],
    [texts.before(), (change) => change.kind !== "added" && <bdi>{showTeacher(change.before)}</bdi>],
    [texts.after(), (change) => change.kind !== "removed" && <bdi>{showTeacher(change.after)}</bdi>],
    [texts.row(), (change) => (change.kind !== "removed" && locate?.(change.after)) || noteOf(change, returned)],
  ];
  return (
    <>
      {groups
        .filter(([, count]) => count > 0)
        .map(([title, count, list]) => (
          <details key={title} open={count <= openMax} class="group-of-changes">
            <summary>
              {title}: {formatCount(count)}
            </summary>
            <Table columns={columns} rows={[...list().take(shownMax)]} />
            {count > shownMax && <p class="hint">{texts.moreChanges(count - shownMax)}</p>}
          </details>
        ))}
    </>
  );
}

function hasNewName(change: Change): boolean {
  return change.kind === "changed" && nameFieldNames.some((field) => change.before[field] !== change.after[field]);
}

function idOf(change: Change): number {
  return (change.kind === "removed" ? change.before : change.after).id;
}

/** What is known of the id of somebody who was there before, or is there under another one. */
function noteOf(change: Change, returned: ReadonlyMap<number, number>): string {
  const version = change.kind === "added" ? returned.get(change.after.id) : undefined;
  if (version !== undefined) return publishingTexts.returned(idOf(change), version);
  if (change.kind === "changed" || change.otherId === null) return "";
  return publishingTexts[change.kind === "added" ? "hadId" : "hasId"](change.otherId);
}
