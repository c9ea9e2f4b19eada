/** Servers whose threads get the request to load a version only once a file is gone. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface BlockedLoads {
  /** The environment of the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** From now on, nothing is loaded. */
  block(): void;
  unblock(): void;
}

export function blockLoads(folder: string): BlockedLoads {
  const [blocker, preload] = [join(folder, "blocker"), join(folder, "preload.ts")];
  writeFileSync(
    preload,
    `const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = async function (...message) {
      // A timer that waits must not keep a server that stops alive.
      const wait = (resolve) => setTimeout(resolve, 5).unref();
      while (require("node:fs").existsSync(${JSON.stringify(blocker)})) await new Promise(wait);
      postMessage.apply(this, message);
    };`,
  );
  return {
    environment: { BUN_OPTIONS: `--preload=${preload}` },
    block: () => writeFileSync(blocker, ""),
    unblock: () => existsSync(blocker) && rmSync(blocker),
  };
}
