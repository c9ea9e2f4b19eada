/** The thread that loads one version or checks one file, and then ends. */
import { buildContent } from "../directory/content.ts";
import { buildWords } from "../directory/search/words.ts";
import { readVersion } from "../store/history/roster-reader.ts";
import { withDatabase, withStore } from "../store/store.ts";
import { type CopyPlace, type LoadedVersion, packCopy, readCopy, writeCopy } from "./copy.ts";
import type { ThreadMessage, ThreadRequest } from "./thread.ts";

declare const self: Worker;

/** How long the database may take for a batch of rows, and for the lock of its file. */
const limits = { answerMs: 5000, lockWaitMs: 1000, create: false } as const;

const readFromDatabase = (url: string): Promise<LoadedVersion | null> =>
  withStore(url, limits, (store) =>
    store.read(async (reader) => {
      const version = await reader.findCurrent();
      if (version === null) return null;
      const content = buildContent(version, await readVersion(reader, version));
      return { content, words: buildWords(content) };
    }),
  );

/** The buffers of all typed arrays in a value. They are moved to the other thread, not copied. */
function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (typeof value === "object" && value !== null && !Array.isArray(value))
    for (const part of Object.values(value)) buffersOf(part, found);
  return found;
}

function send(message: ThreadMessage): void {
  postMessage(message, [...buffersOf(message)]);
}

async function load(url: string | null, copy: CopyPlace | null): Promise<void> {
  const version = url === null ? readCopy(copy!) : await readFromDatabase(url);
  if (version === null) return;
  const packed = url === null || copy === null ? null : packCopy(copy, version);
  send(version);
  if (packed === null) return;
  try {
    writeCopy(copy!, packed);
  } catch (error) {
    send({ copyError: (error as Error).message });
  }
}

const check = (url: string): Promise<void> =>
  withDatabase(url, limits, async (database) => send({ damage: database.findDamage() }));

self.onmessage = async ({ data }: MessageEvent<ThreadRequest>) => {
  const work = "check" in data ? check(data.check) : load(data.load, data.copy);
  const error = await work.then(
    () => null,
    ({ message }: Error) => message,
  );
  // The memory of an ended thread is otherwise kept.
  Bun.gc(true);
  send({ error });
};
