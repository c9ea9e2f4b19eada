/** The changes of a plan: removed teachers, new names, new positions, and new teachers. Only what differs is marked. */
import type { ComponentChildren, VNode } from "preact";
import { nameFieldNames, type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import type { PlannedChange } from "../../publish/change.ts";
import { assignedTexts, doubtOf } from "../../publish/texts.ts";
import { versionTexts } from "../../publish/version-texts.ts";
import { formatNumber } from "../../read/language.ts";
import { say } from "../texts.ts";
import { List } from "./parts.tsx";

/** Longer lists scroll; rows beyond the second number are left out. */
const [openMax, shownMax] = [50, 1000];

interface RowsProps {
  /** Names the list for screen readers. */
  readonly title: string;
  readonly changes: readonly PlannedChange[];
}

/** The rows of changes, open. */
export function ChangeRows({ title, changes }: RowsProps): VNode {
  const rows = changes.slice(0, shownMax).map((change) => (
    <>
      <span class="who">{renderWho(change)}</span> <small>{renderNotes(change).join(", ")}</small>
    </>
  ));
  const more = changes.length > shownMax && <p class="hint">{versionTexts.more(changes.length - shownMax)}</p>;
  if (changes.length <= openMax) return <List class="changes" items={rows} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
    <section class="many" tabIndex={0} aria-label={say("scrolled", title, changes.length)}>
      <List class="changes" items={rows} />
      {more}
    </section>
  );
}

const groupOf = ({ kind, fields }: PlannedChange): string => {
  if (kind !== "changed") return kind;
  const names = nameFieldNames.filter((field) => fields.includes(field));
  return names.length > 1 ? "name" : (names[0] ?? "degree");
};

const order = ["removed", "last_name", "first_name", "middle_name", "name", "degree", "added"] as const;

/** All changes by kind: the removed first, then by what did change. */
export function Changes({ changes }: { readonly changes: readonly PlannedChange[] }): VNode {
  const groups = Map.groupBy(changes, groupOf);
  return (
    <>
      {order.map((group) => {
        const own = groups.get(group) ?? [];
        if (own.length === 0) return null;
        const title = (
          <>
            {say(`group_${group}`)} <small>{formatNumber(own.length)}</small>
          </>
        );
        return (
          <div class="group-of-changes" key={group}>
            <h3>{title}</h3>
            <ChangeRows title={say(`group_${group}`)} changes={own} />
          </div>
        );
      })}
    </>
  );
}

function renderWho({ before, after, fields }: PlannedChange): ComponentChildren {
  const one = (after ?? before)!;
  const word = (field: TextFieldName) => {
    if (before === null || after === null || before[field] === after[field]) return one[field];
    return (
      <>
        <del>
          <span class="hide">{say("was")} </span>
          {before[field] || "—"}
        </del>{" "}
        →{" "}
        <ins>
          <span class="hide">{say("is")} </span>
          {after[field] || "—"}
        </ins>
      </>
    );
  };
  const isChanged = fields.includes("degree");
  const parts = textFieldNames.filter((field) => one[field] !== "" || before?.[field]);
  return parts.map((field) => (
    <bdi key={field}>
      {field === "degree" ? (isChanged ? ": " : ", ") : " "}
      {word(field)}
    </bdi>
  ));
}

/** Where the teacher is, the number, and what is unusual. */
function renderNotes({ kind, id, place, otherId, doubts, assigned }: PlannedChange): string[] {
  const notes = [say("idOf", id)];
  if (place !== null && place.line > 0) notes.unshift(say("rowOf", place.line, place.sheet));
  if (otherId !== null) notes.push(say(kind === "added" ? "hadId" : "hasId", otherId));
  if (assigned !== null) notes.push(assignedTexts[assigned]());
  return [...notes, ...doubts.map(doubtOf)];
}
