/** Renders all changes as a file, CSV for Excel or JSON, and the first changes for `--json`. */
import { extname } from "node:path";
import { type Change, type ChangeKind, changeKinds, type RosterChanges } from "../domain/changes/roster-changes.ts";
import { disarmFormula, quoteCsvField, type StoredTeacher, textFieldNames } from "../domain/teacher.ts";
import { takeFirst } from "./preview.ts";

/** A change in JSON. If the teacher has moved to another id, `other_id` is that id. */
interface ReportedChange {
  readonly change: ChangeKind;
  readonly id: number;
  readonly other_id: number | null;
  readonly before: StoredTeacher | null;
  readonly after: StoredTeacher | null;
}

function reportChange(change: Change): ReportedChange {
  const before = change.kind === "added" ? null : change.before;
  const after = change.kind === "removed" ? null : change.after;
  const other_id = change.kind === "changed" ? null : change.otherId;
  return { change: change.kind, id: (after ?? before)!.id, other_id, before, after };
}

/** The first changes of each kind in JSON; `changes` is null if there are none, or none are known. */
export function reportFirst(changes: RosterChanges | null): Readonly<Record<string, readonly ReportedChange[]>> {
  const first = changeKinds.map((kind) => [kind, changes === null ? [] : takeFirst(changes, kind).map(reportChange)]);
  return Object.fromEntries(first);
}

/** The report in pieces; the extension of the file name decides the format. */
export async function* renderReport(path: string, changes: RosterChanges): AsyncGenerator<string> {
  const isJson = extname(path).toLowerCase() === ".json";
  const all = changeKinds.flatMap((kind) => (changes.counts[kind] > 0 ? [changes.list(kind)] : []));
  yield isJson ? "[" : `\ufeff${csvHead.join(";")}\r\n`;
  let separator = "\n";
  for (const list of all) {
    for (const change of list) {
      const reported = reportChange(change);
      yield isJson ? `${separator}${JSON.stringify(reported)}` : renderCsvRow(reported);
      separator = ",\n";
    }
  }
  if (isJson) yield "\n]\n";
}

const csvHead = ["change", "id", "other_id", ...textFieldNames.flatMap((name) => [`${name}_before`, `${name}_after`])];

function renderCsvRow({ change, id, other_id, before, after }: ReportedChange): string {
  const texts = textFieldNames.flatMap((name) => [before?.[name] ?? "", after?.[name] ?? ""]);
  const fields = [change, String(id), String(other_id ?? ""), ...texts.map(disarmFormula)];
  return `${fields.map(quoteCsvField).join(";")}\r\n`;
}
