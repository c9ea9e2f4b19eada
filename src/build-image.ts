/** Builds the image of the newest publication: reads its teachers from the store and writes the file. */
import { buildSections } from "./directory/build.ts";
import { writeImage } from "./directory/image.ts";
import { createRosterBuilder } from "./roster.ts";
import type { Store } from "./store/store.ts";

/** Writes the image into the folder and gives its path. Throws where nothing is published or the content is damaged. */
export async function buildImage(store: Store, folder: string): Promise<string> {
  const publication = await store.findCurrent();
  if (publication === null) throw new Error("Nothing is published yet");
  const builder = createRosterBuilder();
  for await (const batch of store.readTeachers(publication.version)) {
    for (const { id, last_name, first_name, middle_name, degree } of batch) {
      builder.add(id, last_name, first_name, middle_name, degree, 0);
    }
  }
  const roster = builder.finish();
  if (roster.digest !== publication.digest) {
    throw new Error(`Version ${publication.version} in the database is not what was published; import the file again`);
  }
  return writeImage(folder, publication, buildSections(roster));
}
