/** The status command: what is published. */
import type { Store } from "../store/store.ts";
import { historyTexts } from "./history-texts.ts";
import { print } from "./output.ts";
import type { SettingValues } from "./settings.ts";
import { renderVersion } from "./versions.ts";
import { withStore } from "./with-store.ts";

/** Prints the current version. Returns the exit code. */
export function showStatus({ database }: SettingValues): Promise<number> {
  const show = async (store: Store): Promise<number> => {
    const current = await store.findCurrent();
    const server = await store.database.identify();
    const name = server?.isStandby ? historyTexts.standby(store.database.name) : store.database.name;
    print(current === null ? historyTexts.nothingYet(name) : renderVersion(name, current));
    return 0;
  };
  return withStore(database, show, { create: false });
}
