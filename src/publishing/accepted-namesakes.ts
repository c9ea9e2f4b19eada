/** The teachers who were accepted as different people of one name, with the current version. */
import { type Namesakes, nameKey, parseNamesakes } from "../domain/changes/namesakes.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import type { Store } from "../store/store.ts";

/** Their ids, by the key of the name. */
export async function findAcceptedNamesakes(
  store: Pick<Store, "listPublications" | "findTeachers">,
): Promise<Map<string, Namesakes>> {
  const accepted = new Map<string, Namesakes>();
  const [current] = await store.listPublications();
  const groups = parseNamesakes(current?.namesakes ?? "[]");
  const teachers = groups.length === 0 ? [] : await store.findTeachers(groups.flat(), current!.version);
  for (const { id, ...texts } of teachers) {
    const key = nameKey(nameFieldNames.map((name) => texts[name]));
    const group = groups.find((ids) => ids.includes(id));
    if (key !== null && group !== undefined) accepted.set(key, group);
  }
  return accepted;
}
