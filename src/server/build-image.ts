/** Builds the image of the newest publication from all of its teachers. */
import { writeImage } from "../image/image-writer.ts";
import { buildSections } from "../image/sections.ts";
import { checkDigest, gatherRoster } from "../store/history/roster-reader.ts";
import type { Store } from "../store/store.ts";

/** Writes the image into the folder, and returns its path. Throws if nothing is published or the content is damaged. */
export async function buildImage(
  store: Pick<Store, "read">,
  folder: string,
  onRead: (rows: number, total: number) => void = () => {},
): Promise<string> {
  const { publication, roster } = await store.read(async (reader) => {
    const publication = await reader.findCurrent();
    if (publication === null) throw new Error("Nothing is published yet");
    const { version, count } = publication;
    const roster = await gatherRoster(reader.readTeachers(version), (rows) => onRead(rows, count));
    return { publication, roster };
  });
  checkDigest(roster, publication);
  return writeImage(folder, publication, buildSections(roster));
}
