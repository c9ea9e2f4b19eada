/** The internal command of a builder: builds the image of the current publication, and prints its path. */

import { buildImage } from "../../server/build-image.ts";
import { builderVariables } from "../../server/builder.ts";
import { readTimeline } from "../../server/known-timeline.ts";
import type { Store } from "../../store/store.ts";
import { fail, failWith, isTerminal, print } from "../terminal/output.ts";
import { withStore } from "./with-store.ts";

/** How long a database may take for each batch of rows: the server waits for the image before it polls again. */
const answerMs = 5000;

/** Builds the image that the variables specify; returns the exit code. */
export function runBuildCommand(environment: Readonly<Record<string, string | undefined>>): Promise<number> {
  const [url, folder] = [environment[builderVariables.database], environment[builderVariables.folder]];
  if (url === undefined || folder === undefined) {
    const names = Object.values(builderVariables).join(" and ");
    return Promise.resolve(fail(`build-image needs ${names}, which a server sets when it starts a builder`, 2));
  }
  const build = async (store: Store): Promise<number> => {
    const progress = isTerminal("stderr") ? (await import("../terminal/progress.ts")).createProgress("image") : null;
    const onRead = (rows: number, total: number): void => progress?.update(rows, total, rows);
    const path = await buildImage(store, folder, onRead).finally(() => progress?.stop());
    print(path);
    return 0;
  };
  return withStore(url, build, { answerMs, create: false, known: readTimeline(folder) }).catch(failWith);
}
