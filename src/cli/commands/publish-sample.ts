/** Publishes the sample, which the package and the executable contain. */
import sampleFile from "../../../sample/teachers.csv" with { type: "file" };
import { sampleSource } from "../../domain/publication.ts";
import { readTeacherFile } from "../../import/read-roster.ts";
import type { Log } from "../../server/log.ts";
import type { Store } from "../../store/store.ts";

/** Publishes the sample like any other file, unless the database has content. */
export async function publishSample(store: Store, log: Log): Promise<void> {
  if ((await store.findCurrent()) !== null) return;
  const { roster } = await readTeacherFile(readSample(), { format: "csv" });
  await store.publish(roster, { source: sampleSource, dryRun: false });
  log("sample.published", { teachers: roster.count });
}

async function* readSample(): AsyncGenerator<Uint8Array> {
  // The executable of `npm run build` contains the file, where node:fs can't stream it.
  yield await Bun.file(sampleFile).bytes();
}
