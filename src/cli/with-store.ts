/** Opens the store for a command, and always closes it. */
import { openStore, type Store, type StoreOptions } from "../store/store.ts";

/** How long a command waits for an import in progress. */
export const importLockWaitMs = 60_000;

export async function withStore(
  url: string,
  work: (store: Store) => Promise<number>,
  options: Partial<StoreOptions> = {},
): Promise<number> {
  const store = await openStore(url, { lockWaitMs: importLockWaitMs, ...options });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
