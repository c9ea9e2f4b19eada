/** Builds the image of the newest publication: from the newest image and what changed since, or from all teachers. */

import type { Publication } from "../domain/publication.ts";
import { createRosterBuilder, type Roster } from "../domain/roster.ts";
import { type StoredTeacher, textsOf } from "../domain/teacher.ts";
import { type Image, openNewestImage, writeImage } from "../image/image-file.ts";
import { mergeChanges } from "../image/merge.ts";
import { buildSections, type Section } from "../image/sections.ts";
import type { StoreReader } from "../store/reader.ts";
import type { Store } from "../store/store.ts";

/** What was built, and from what. */
export interface Built {
  readonly path: string;
  /** Rows read from the database. */
  readonly rowsRead: number;
  /** The version whose image was taken and changed; null where all teachers were read. */
  readonly fromVersion: number | null;
}

interface Gathered extends Omit<Built, "path"> {
  readonly roster: Roster;
}

/** A version that changes a larger part of the teachers is read whole: changes cost more to find than teachers in order. */
const changedShareMax = 0.2;

/** Writes the image into the folder. Throws where nothing is published or the content is damaged. */
export async function buildImage(
  store: Pick<Store, "read">,
  folder: string,
  onRead: (rows: number, total: number) => void = () => {},
): Promise<Built> {
  const newest = await openNewestImage(folder, () => {});
  const { publication, roster, ...built } = await store.read(async (reader) => {
    const publication = await reader.findCurrent();
    if (publication === null) throw new Error("Nothing is published yet");
    const merged = newest === null ? null : await merge(reader, newest, publication);
    return { publication, ...(merged ?? (await readWhole(reader, publication, onRead))) };
  });
  return { path: writeImage(folder, publication, inTurn(buildSections(roster))), ...built };
}

/** Sections of so many bytes are worth a collection of garbage each. */
const largeSectionBytes = 16 * 1024 * 1024;

/** The sections, with the memory of each given back before the next: left alone, the collector comes seconds too late. */
function* inTurn(sections: Iterable<Section>): Generator<Section> {
  for (const section of sections) {
    yield section;
    if (section[1].byteLength >= largeSectionBytes) Bun.gc(true);
  }
}

/** The roster from an image and the changes since; null where the image is of no use for that. */
async function merge(reader: StoreReader, image: Image, publication: Publication): Promise<Gathered | null> {
  const { id, digest } = image.publication;
  const base = await reader.findPublication(id);
  if (base === null || base.digest !== digest || base.version > publication.version) return null;
  const changes = await reader.countChanges(base.version, publication.version);
  if (changes > changedShareMax * publication.count) return null;

  const endedIds: number[] = [];
  for await (const batch of reader.readEndedIds(base.version, publication.version)) {
    for (const id of batch) endedIds.push(id);
  }
  const begun = await gather(reader.readBegun(base.version, publication.version));
  const roster = mergeChanges(image.content, { endedIds: Float64Array.from(endedIds).sort(), begun });
  if (roster.digest !== publication.digest) return null;
  return { roster, rowsRead: endedIds.length + begun.count, fromVersion: base.version };
}

async function readWhole(
  reader: StoreReader,
  { version, digest, count }: Publication,
  onRead: (rows: number, total: number) => void,
): Promise<Gathered> {
  const roster = await gather(reader.readTeachers(version), (rows) => onRead(rows, count));
  if (roster.digest !== digest) {
    throw new Error(`Version ${version} in the database is not what was published; import the file again`);
  }
  return { roster, rowsRead: roster.count, fromVersion: null };
}

async function gather(
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
