/** Builds the image of the newest publication: from the newest image and the changes since, or from all teachers. */
import type { Publication } from "../domain/publication.ts";
import { type Image, openNewestImage } from "../image/image-file.ts";
import { writeImage } from "../image/image-writer.ts";
import type { ImageContent, Built as Sections } from "../image/layout.ts";
import { mergeChanges } from "../image/merge.ts";
import { buildSections } from "../image/sections.ts";
import type { StoreReader } from "../store/reader.ts";
import { checkDigest, gatherRoster } from "../store/roster-reader.ts";
import type { Store } from "../store/store.ts";

/** The result of a build. */
export interface Built {
  readonly path: string;
  /** Rows read from the database. */
  readonly rowsRead: number;
  /** The version whose image was the base; null if all teachers were read. */
  readonly fromVersion: number | null;
}

interface Gathered extends Omit<Built, "path"> {
  readonly sections: () => Sections<ImageContent>;
}

/** If a larger share of teachers changed, all are read: a changed row costs more to find than a row in order. */
const changedShareMax = 0.2;

/** Writes the image into the folder. Throws if nothing is published or the content is damaged. */
export async function buildImage(
  store: Pick<Store, "read">,
  folder: string,
  onRead: (rows: number, total: number) => void = () => {},
): Promise<Built> {
  const newest = await openNewestImage(folder, () => {});
  const { publication, sections, ...built } = await store.read(async (reader) => {
    const publication = await reader.findCurrent();
    if (publication === null) throw new Error("Nothing is published yet");
    const merged = newest === null ? null : await merge(reader, newest, publication);
    return { publication, ...(merged ?? (await readWhole(reader, publication, onRead))) };
  });
  return { path: writeImage(folder, publication, sections()), ...built };
}

/** The roster from an image and the changes since; null if the image is not a usable base. */
async function merge(reader: StoreReader, image: Image, publication: Publication): Promise<Gathered | null> {
  const { id, digest } = image.publication;
  const base = await reader.findPublication(id);
  if (base === null || base.digest !== digest || base.version > publication.version) return null;
  const changes = await reader.countChanges(base.version, publication.version);
  if (changes > changedShareMax * publication.count) return null;

  const deletedIds: number[] = [];
  for await (const batch of reader.readDeletedIds(base.version, publication.version)) {
    for (const id of batch) deletedIds.push(id);
  }
  const inserted = await gatherRoster(reader.readInserted(base.version, publication.version));
  const { roster, sections } = mergeChanges(image.content, {
    deletedIds: Float64Array.from(deletedIds).sort(),
    inserted,
  });
  if (roster.digest !== publication.digest) return null;
  return { sections, rowsRead: deletedIds.length + inserted.count, fromVersion: base.version };
}

async function readWhole(
  reader: StoreReader,
  publication: Publication,
  onRead: (rows: number, total: number) => void,
): Promise<Gathered> {
  const { version, count } = publication;
  const roster = await gatherRoster(reader.readTeachers(version), (rows) => onRead(rows, count));
  checkDigest(roster, publication);
  return { sections: () => buildSections(roster), rowsRead: roster.count, fromVersion: null };
}
