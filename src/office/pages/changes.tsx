/** The changes of a publication: removed first, then renamed, then of another position, then new. */
import type { VNode } from "preact";
import type { Change, RosterChanges } from "../../domain/changes/roster-changes.ts";
import type { StoredTeacher } from "../../domain/teacher.ts";
import { type Column, Table } from "../../pages/table.tsx";
import { describeId, groupChanges, showTeacher } from "../../publishing/preview.ts";
import { formatCount } from "../../publishing/texts/language.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { say } from "../texts.ts";

/** Longer lists are folded, and end where a page would get too long. */
const [openMax, shownMax] = [12, 1000];

interface ChangesProps {
  readonly changes: RosterChanges;
  /** The first version without each teacher who left and is given the id again, by id. */
  readonly returned?: ReadonlyMap<number, number>;
  /** The place of a teacher in the file, or null. */
  readonly locate?: ((id: number, teacher: StoredTeacher) => string | null) | undefined;
}

export function Changes({ changes, returned = new Map(), locate }: ChangesProps): VNode {
  const columns: Column<Change>[] = [
    [say("id"), (change) => (change.kind === "removed" ? change.before : change.after).id],
    [say("before"), (change) => change.kind !== "added" && <bdi>{showTeacher(change.before)}</bdi>],
    [say("after"), (change) => change.kind !== "removed" && <bdi>{showTeacher(change.after)}</bdi>],
    [
      say("row"),
      (change) =>
        (change.kind !== "removed" && locate?.(change.after.id, change.after)) || describeId(change, returned),
    ],
  ];
  return (
    <>
      {groupChanges(changes).map(({ title, count, changes: list }) => (
        <details key={title} open={count <= openMax} class="group-of-changes">
          <summary>
            {title}: {formatCount(count)}
          </summary>
          <Table columns={columns} rows={list.take(shownMax).toArray()} />
          {count > shownMax && <p class="hint">{publishingTexts.more(count - shownMax, true)}</p>}
        </details>
      ))}
    </>
  );
}
