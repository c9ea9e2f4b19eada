/** The changes of a publication: removed teachers, new names, new positions, and new teachers. */
import type { VNode } from "preact";
import type { Change, RosterChanges } from "../../domain/changes/roster-changes.ts";
import { describeId, findNewLastNames, groupChanges, showSides, subjectOf } from "../../publishing/preview.ts";
import { type FileReading, findPlace } from "../../publishing/reading/reading.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { formatNumber } from "../../read/language.ts";
import { say } from "../texts.ts";
import { DataTable, type TableColumn } from "./parts.tsx";

/** Lists longer than the first number are folded. Rows beyond the second number are left out. */
const [openMax, shownMax] = [12, 1000];

interface ChangesProps {
  readonly changes: RosterChanges;
  /** The teachers who left, came back and got their old ids. Maps each id to the first version without the teacher. */
  readonly returned?: ReadonlyMap<number, number>;
  /** How the file was read; null without a file. */
  readonly reading?: FileReading | null;
}

export function Changes({ changes, returned = new Map(), reading = null }: ChangesProps): VNode {
  const placeOf = (change: Change) => change.kind !== "removed" && reading !== null && findPlace(reading, change.after);
  const newNames = findNewLastNames(changes);
  const columns: TableColumn<Change>[] = [
    [say("id"), (change) => subjectOf(change).id],
    [say("before"), (change) => <bdi>{showSides(change, newNames)[0]}</bdi>],
    [say("after"), (change) => <bdi>{showSides(change, newNames)[1]}</bdi>],
    [say("row"), (change) => placeOf(change) || describeId(change, returned)],
  ];
  return (
    <>
      {newNames.size > 0 && reading !== null && <p class="hint">{publishingTexts.perhapsAdvice()}</p>}
      {groupChanges(changes).map(({ title, count, changes: list }) => (
        <details key={title} open={count <= openMax} class="group-of-changes">
          <summary>{`${title}: ${formatNumber(count)}`}</summary>
          <DataTable columns={columns} rows={list.take(shownMax).toArray()} />
          {count > shownMax && <p class="hint">{publishingTexts.more(count - shownMax)}</p>}
        </details>
      ))}
    </>
  );
}
