/**
 * The program of a builder: builds the image of what is published, and prints what came of it. It takes no command line,
 * whose libraries would be a third of what a small image takes.
 */
import { buildImage } from "../server/build-image.ts";
import { builderVariables } from "../server/builder.ts";
import type { Store } from "../store/store.ts";
import { failWith, print } from "./output.ts";
import { withStore } from "./with-store.ts";

/** How long a database may take for each batch of rows: the server waits for the image before it looks again. */
const answerMs = 5000;

async function build(store: Store): Promise<number> {
  const progress = process.stderr.isTTY ? (await import("./progress.ts")).createProgress("Building an image:") : null;
  const onRead = (rows: number, total: number): void => progress?.update(rows, total, rows);
  const folder = process.env[builderVariables.folder]!;
  const built = await buildImage(store, folder, onRead).finally(() => progress?.stop());
  print(`${JSON.stringify(built)}\n`);
  return 0;
}

process.exitCode = await withStore(process.env[builderVariables.database]!, build, { answerMs }).catch(failWith);
