/** The most recently used listings of a directory. Concurrent equal queries share one task. */
import { LRUCache } from "lru-cache";
import type { ServerGarbage } from "../domain/garbage.ts";
import type { Listing } from "./listing.ts";
import type { Scheduler, Task } from "./scheduler.ts";

/** Gives the signal that is aborted when the client disconnects. Called only if there is something to wait for. */
export type GetSignal = () => AbortSignal;

/**
 * Returns the cached listing of a key, or the promise of a task in progress. Otherwise it calls `find`, which returns a
 * listing or a task; the scheduler runs the task. `garbageBytes` is the garbage that `find` leaves besides lists of
 * ranks, in bytes.
 */
type FindOnce = (
  key: string,
  find: () => Listing | Task<Listing>,
  garbageBytes: number,
  getSignal: GetSignal,
) => Listing | Promise<Listing>;

/** A listing that is being found. Its task is aborted once all `signals` are aborted. */
interface PendingListing {
  readonly listing: Promise<Listing>;
  readonly signals: AbortSignal[];
}

/** The maximum size of all cached listings, in bytes. A match takes 4 bytes. */
const listingBytesMax = 64 * 1024 * 1024;

export function createListingCache(scheduler: Scheduler, garbage: ServerGarbage): FindOnce {
  const listings = new LRUCache<string, Listing>({
    maxSize: listingBytesMax,
    // The size of the key is included, because a long query can have few matches. For a query with ids, `bytes` omits
    // the list of ranks, and the size of the key makes up for that.
    sizeCalculation: ({ bytes }, key) => 1024 + 4 * key.length + bytes,
  });
  const underWay = new Map<string, PendingListing>();

  return (key, find, garbageBytes, getSignal) => {
    const known = listings.get(key);
    if (known !== undefined) return known;
    const pending = underWay.get(key);
    if (pending !== undefined) {
      pending.signals.push(getSignal());
      return pending.listing;
    }
    const remember = (listing: Listing): Listing => {
      listings.set(key, listing);
      garbage.countLarge(garbageBytes + 2 * listing.bytes);
      return listing;
    };
    const started = find();
    if (!("next" in started)) return remember(started);
    const signals: AbortSignal[] = [];
    const found = scheduler.run(started, () => signals.some(({ aborted }) => !aborted));
    if (!(found instanceof Promise)) return remember(found);
    signals.push(getSignal());
    const listing = found.then(remember).finally(() => underWay.delete(key));
    underWay.set(key, { listing, signals });
    return listing;
  };
}
