/** The changes of a plan: removed teachers, new names, new positions, and new teachers. Only what differs is marked. */
import type { ComponentChildren, VNode } from "preact";
import { formatNumber } from "../../domain/lang.ts";
import { nameFieldNames, type TextFieldName, textFieldNames } from "../../domain/teacher.ts";
import type { PlannedChange } from "../../publish/change.ts";
import { assignedTexts, describePlace, renderConcern } from "../../publish/texts.ts";
import { versionTexts } from "../../publish/version-texts.ts";
import { fieldLabel } from "../../read/headings.ts";
import { say } from "../texts.ts";
import { List, Part } from "./parts.tsx";

/** A longer list scrolls. */
const openMax = 50;
/** More rows of a list are left out. */
export const rowsMax = 1000;

type Changed = Readonly<{ changes: readonly PlannedChange[] }>;

/** The rows of changes, open. The title names a list that scrolls for screen readers. */
export function ChangeRows({ title, changes }: Changed & Readonly<{ title: string }>): VNode {
  const rows = changes.slice(0, rowsMax).map((change) => (
    <>
      <span class="who">{textFieldNames.map((field) => renderField(change, field))}</span>{" "}
      <small>{renderNotes(change).join(", ")}</small>
    </>
  ));
  if (changes.length <= openMax) return <List class="changes" items={rows} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard.
    <section class="many" tabIndex={0} aria-label={`${title}: ${formatNumber(changes.length)}`}>
      <List class="changes" items={rows} />
      <More count={changes.length - rowsMax} />
    </section>
  );
}

const More = ({ count }: Readonly<{ count: number }>): VNode | null =>
  count > 0 ? <p class="hint">{versionTexts.more(count)}</p> : null;

const order = ["removed", "last_name", "first_name", "middle_name", "name", "degree", "added"] as const;
type Group = (typeof order)[number];

function groupOf(change: PlannedChange): Group {
  if (change.kind !== "changed") return change.kind;
  const [field = "degree", other] = nameFieldNames.filter((name) => hasChanged(change, name));
  return other === undefined ? field : "name";
}

const titleOf = (group: Group): string =>
  group === "removed" || group === "added" ? versionTexts[group]() : say("differs", fieldLabel(group));

/** The changes by kind: the removed first, then by what did change. Of `count` changes, some may not be given. */
export function Changes({ changes, count }: Changed & Readonly<{ count: number }>): VNode {
  const groups = Map.groupBy(changes, groupOf);
  return (
    <Part id="changes" title={say("changes")}>
      {order.flatMap((group) => {
        const own = groups.get(group);
        if (own === undefined) return [];
        return (
          <div class="group-of-changes" key={group}>
            <h3>
              {titleOf(group)} {count === changes.length && <small>{formatNumber(own.length)}</small>}
            </h3>
            <ChangeRows title={titleOf(group)} changes={own} />
          </div>
        );
      })}
      <More count={count - changes.length} />
    </Part>
  );
}

const hasChanged = ({ before, after }: PlannedChange, field: TextFieldName): boolean =>
  before !== null && after !== null && before[field] !== after[field];

/** A field after the previous ones, with its old text if that differs. */
function renderField(change: PlannedChange, field: TextFieldName): ComponentChildren {
  const { before, after } = change;
  const text = (after ?? before)![field];
  const isChanged = hasChanged(change, field);
  if (text === "" && !isChanged) return null;
  const mark = (Tag: "del" | "ins", label: string, value: string) => (
    <Tag>
      <span class="hide">{label} </span>
      {value || "—"}
    </Tag>
  );
  return (
    <bdi key={field}>
      {field !== "degree" ? " " : isChanged ? ": " : ", "}
      {isChanged ? [mark("del", say("was"), before![field]), " → ", mark("ins", say("is"), text)] : text}
    </bdi>
  );
}

function renderNotes(change: PlannedChange): string[] {
  const { kind, id, place, otherId, assigned } = change;
  const notes = [say("idOf", id)];
  if (place !== null && place.line > 0) notes.unshift(describePlace(place));
  if (otherId !== null) notes.push(say(kind === "added" ? "hadId" : "hasId", otherId));
  if (assigned !== null) notes.push(assignedTexts[assigned]());
  return [...notes, ...renderConcern(change)];
}
