/** The preview of a publication as lines for a terminal. */
import type { ChangeKind, RosterChanges } from "../../domain/changes/roster-changes.ts";
import { type PreviewGroup, type PreviewRow, previewChanges } from "../../publishing/preview.ts";
import { formatCount } from "../../publishing/texts/language.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { paint } from "./output.ts";

const styles = {
  added: { sign: "+", color: "green" },
  removed: { sign: "-", color: "red" },
  changed: { sign: "~", color: "yellow" },
} as const satisfies Readonly<Record<ChangeKind, object>>;

/** The first changes of each kind, and how many more there are; see {@link previewChanges}. */
export function renderPreview(changes: RosterChanges, returned?: ReadonlyMap<number, number>): string[] {
  return previewChanges(changes, returned).flatMap(renderGroup);
}

function renderGroup({ kind, title, count, rows }: PreviewGroup): string[] {
  const { sign, color } = styles[kind];
  const idWidth = Math.max(...rows.map(({ id }) => String(id).length));
  const nameWidth = kind === "changed" ? Math.max(...rows.map(({ name }) => name.length)) : 0;
  const lines = rows.map((row) => {
    const detail = renderDetail(row);
    const text = `${sign} ${String(row.id).padStart(idWidth)}  ${detail === "" ? row.name : row.name.padEnd(nameWidth)}`;
    return `  ${paint(color, text)}${detail === "" ? "" : `  ${detail}`}`;
  });
  if (count > rows.length) lines.push(paint("dim", `  ${publishingTexts.more(count - rows.length)}`));
  return [paint("bold", `${title}: ${formatCount(count)}`), ...lines];
}

function renderDetail({ fields, note }: PreviewRow): string {
  if (note !== "") return paint("dim", note);
  return fields.map(({ label, before, after }) => `${label}: ${before} → ${paint("bold", after)}`).join("; ");
}
