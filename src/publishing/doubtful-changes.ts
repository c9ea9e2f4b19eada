/** Lists the new and changed teachers of a file who look like mistakes, so that an officer confirms them. */
import { createNewcomerCheck, findDoubt } from "../domain/changes/change-doubts.ts";
import { listTeachers } from "../domain/roster.ts";
import type { WarningCode } from "../import/message.ts";
import type { Review } from "../store/history/publish.ts";
import { locations, renderFault } from "./file-lines.ts";
import { showTeacher, subjectOf } from "./preview.ts";
import { type FileReading, findPlace, placeOf } from "./reading/reading.ts";
import { publishingTexts } from "./texts/publishing-texts.ts";

/** The warnings about all rows; here, the rows themselves are looked at. */
const generalCodes: readonly WarningCode[] = ["emptyDegree", "emptyLastName"];

/** A line for each warning about them, and for each doubtful change. What was published before is not listed again. */
export function listDoubtful({ changes }: Review, reading: FileReading): string[] {
  const listed = reading.warnings.flatMap(([code, group]) => (generalCodes.includes(code) ? [] : group.listed));
  const warnings = Map.groupBy(listed, ({ line, record, sheet }) => placeOf((line ?? record)!, sheet));
  const checkNewcomer = createNewcomerCheck([...listTeachers(reading.roster)].flat());
  const lines: string[] = [];
  for (const kind of ["changed", "added"] as const) {
    for (const change of changes.list(kind)) {
      const teacher = subjectOf(change);
      const place = findPlace(reading, teacher) ?? "";
      lines.push(...(warnings.get(place) ?? []).map(renderFault));
      const before = change.kind === "changed" ? change.before : null;
      const reason = before === null ? checkNewcomer(teacher) : findDoubt(before, teacher)?.kind;
      if (!reason) continue;
      const sides = before === null ? [teacher] : [before, teacher];
      lines.push(
        `${locations.line(place)}: ${sides.map(showTeacher).join(" → ")}: ${publishingTexts.doubts[reason]()}`,
      );
    }
  }
  return lines;
}
