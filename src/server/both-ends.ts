/**
 * Reads all teachers of a version with two threads: one from the lowest id up, the other from the highest id down, until
 * they meet. So both have the same work, however the ids are distributed.
 */
import { parentPort, Worker, workerData } from "node:worker_threads";
import { joinRosters } from "../domain/join-rosters.ts";
import type { Roster } from "../domain/roster.ts";
import type { StoredTeacher } from "../domain/teacher.ts";
import type { StoreReader } from "../store/reader.ts";
import { gatherRoster } from "../store/roster-reader.ts";
import { openStore } from "../store/store.ts";
import type { InternalCommand } from "./own-command.ts";

/** The input of the worker thread. */
interface WorkerInput {
  readonly url: string;
  readonly version: number;
  /** Shared: the last id read from below, that from above, and the number of rows read from above. */
  readonly shared: BigInt64Array;
}

const command: InternalCommand = "read-from-above";
const [below, above, rowsAbove] = [0, 1, 2];
/** The thread only reads, so it never waits for a lock. */
const lockWaitMs = 0;

/** Reads a version of the database at a URL; `reader` reads the same database. */
export async function readFromBothEnds(
  reader: StoreReader,
  { url, version }: Pick<WorkerInput, "url" | "version">,
  onRead: (rows: number) => void,
): Promise<Roster> {
  const shared = new BigInt64Array(new SharedArrayBuffer(24));
  shared[above] = BigInt(Number.MAX_SAFE_INTEGER) + 1n;
  const worker = new Worker(Bun.main, { argv: [command], workerData: { url, version, shared } satisfies WorkerInput });
  const upper = new Promise<Roster>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("A thread that reads the database ended")));
  });
  // It is awaited below.
  upper.catch(() => {});
  const batches = readUntilMet(reader.readTeachers(version), shared, below, above);
  const lower = await gatherRoster(batches, (rows) => onRead(rows + Number(Atomics.load(shared, rowsAbove))));
  return joinRosters(lower, await upper);
}

/** The thread that reads from above; returns an exit code. */
export async function runReaderFromAbove(): Promise<number> {
  const { url, version, shared } = workerData as WorkerInput;
  const store = await openStore(url, { lockWaitMs, create: false });
  try {
    const batches = readUntilMet(store.readTeachers(version, "descending"), shared, above, below);
    const roster = await gatherRoster(batches, (rows) => Atomics.store(shared, rowsAbove, BigInt(rows)));
    const buffers = [roster.ids, ...Object.values(roster.columns).map(({ codes }) => codes)].map(
      ({ buffer }) => buffer,
    );
    parentPort!.postMessage(roster, buffers as ArrayBuffer[]);
  } finally {
    await store.close();
  }
  return 0;
}

/** The batches of one end, until it has the last id of the other. An id is shared when its teacher has been used. */
async function* readUntilMet(
  batches: AsyncIterable<readonly StoredTeacher[]>,
  shared: BigInt64Array,
  own: number,
  other: number,
): AsyncGenerator<readonly StoredTeacher[]> {
  for await (const batch of batches) {
    yield batch;
    const last = BigInt(batch.at(-1)!.id);
    Atomics.store(shared, own, last);
    const met = Atomics.load(shared, other);
    if (own === below ? last >= met : last <= met) return;
  }
}
