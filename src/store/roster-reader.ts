/** Gathers stored teachers into a roster. */
import { createRosterBuilder, type Roster } from "../domain/roster.ts";
import { type StoredTeacher, textsOf } from "../domain/teacher.ts";

export async function gatherRoster(
  batches: AsyncIterable<readonly StoredTeacher[]>,
  onRead: (rows: number) => void = () => {},
): Promise<Roster> {
  const builder = createRosterBuilder();
  for await (const batch of batches) {
    for (const teacher of batch) builder.add(teacher.id, textsOf(teacher), 0);
    onRead(builder.added);
  }
  return builder.finish();
}
