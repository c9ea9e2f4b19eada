/** The peer that is another checkout of the service, such as the last release, to compare before and after. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startService } from "../../support/own-service.ts";
import { confirmed, run } from "../../support/process.ts";
import type { Peer } from "../../support/service.ts";

/** The checkout must have its packages installed. Its program imports our download into a database of its own. */
export function createBaseline(checkout: string): Peer {
  const launcher = join(checkout, "bin/teachers");
  return {
    name: "baseline",
    describe: () => `the service in ${checkout}, commit ${readCommit(checkout)}`,
    anySize: true,
    async start({ folder, cleanup, cores, ownService }) {
      const ownFolder = join(folder, "baseline");
      mkdirSync(ownFolder);
      const file = join(ownFolder, "teachers.csv");
      await Bun.write(file, await fetch(`${ownService.origin}/teachers/?format=csv`));
      const database = `sqlite:${join(ownFolder, "teachers.db")}`;
      await run(confirmed([launcher, "import", file, "--database", database]), { log: join(ownFolder, "import.log") });
      const service = await startService(database, { launcher, cores, folder: ownFolder, cleanup });
      return { ...service, name: "baseline" };
    },
  };
}

function readCommit(checkout: string): string {
  return Bun.spawnSync(["git", "-C", checkout, "rev-parse", "--short", "HEAD"]).stdout.toString().trim() || "unknown";
}
