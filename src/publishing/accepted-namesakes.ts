/** The teachers who were accepted as different people of one name, with any version. */
import { type Namesakes, nameKey, parseNamesakes } from "../domain/changes/namesakes.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import type { Store } from "../store/store.ts";

/** Their ids, by the key of the name. Who left is known again on returning, as after a rollback. */
export async function findAcceptedNamesakes(
  store: Pick<Store, "listPublications" | "findTeachers">,
): Promise<Map<string, Namesakes>> {
  const accepted = new Map<string, Namesakes>();
  const seen = new Set<string>();
  for (const { version, namesakes } of await store.listPublications()) {
    const groups = parseNamesakes(namesakes).filter((ids) => !seen.has(String(ids)));
    for (const ids of groups) seen.add(String(ids));
    const teachers = groups.length === 0 ? [] : await store.findTeachers(groups.flat(), version);
    for (const { id, ...texts } of teachers) {
      const key = nameKey(nameFieldNames.map((name) => texts[name]));
      const group = groups.find((ids) => ids.includes(id));
      if (key !== null && group !== undefined)
        accepted.set(key, [...new Set([...(accepted.get(key) ?? []), ...group])]);
    }
  }
  return accepted;
}
