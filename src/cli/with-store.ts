/** Opens the store for a command, and always closes it. */
import type { OpenOptions } from "../store/engine.ts";
import { openStore, type Store } from "../store/store.ts";

/** How long a command waits for an import in progress. */
const importLockWaitMs = 60_000;

export async function withStore(
  url: string,
  work: (store: Store) => Promise<number>,
  options: Partial<OpenOptions> = {},
): Promise<number> {
  const store = await openStore(url, { lockWaitMs: importLockWaitMs, ...options });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
