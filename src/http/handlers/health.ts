/** Health checks: whether the process is alive, and whether it is ready for requests. */
import type { Directory } from "../../directory/directory.ts";
import { datasetVersionOf } from "../../domain/version.ts";
import { type Answer, jsonAnswer, noStore } from "../answer.ts";
import {
  isReachable,
  type PollResult,
  type RequestContext,
  type ServiceState,
  whyNotLoaded,
} from "../request-context.ts";

export function getLive(): Answer {
  return jsonAnswer(200, { status: "alive" }, noStore);
}

/** The public probe. Errors may name hosts and paths, so only the admin port has them. */
export function getReady({ options: { state } }: RequestContext): Answer {
  const loadError = state.poll.loadError === null ? null : "the log says why the newest version can't be loaded";
  return describeHealth({ ...state, poll: { ...state.poll, databaseError: null, loadError } });
}

/**
 * 200 with the version, its size and its age in seconds; 503 with the reason while draining, and while no version is
 * loaded. Both include the newest version, why it is not loaded, the error of the database, and what to
 * do if it has only older versions, if known.
 */
export function describeHealth(state: ServiceState): Answer {
  const { directory, poll, draining } = state;
  const newest = describeNewest(poll);
  if (draining || directory === null) {
    const reason = draining ? "draining" : whyNotLoaded(poll);
    return jsonAnswer(503, { status: "not ready", reason, ...newest }, { ...noStore, "Retry-After": "1" });
  }
  const { number, id, count, digest, publishedAt } = directory.version;
  return jsonAnswer(
    200,
    {
      status: "ready",
      version: number,
      dataset_version: datasetVersionOf(directory.version),
      publication: id,
      teachers: count,
      digest,
      published_at: publishedAt,
      age_seconds: Math.floor(ageSecondsOf(directory)),
      database: poll.outcome === "older" ? "older" : isReachable(poll) ? "reachable" : "unreachable",
      ...newest,
    },
    noStore,
  );
}

function describeNewest(poll: PollResult): Readonly<Record<string, string | number>> {
  return {
    ...(poll.newestVersion === null ? {} : { newest_version: poll.newestVersion }),
    ...(poll.loadError === null ? {} : { load_error: poll.loadError }),
    ...(poll.databaseError === null ? {} : { database_error: poll.databaseError }),
    ...(poll.olderAdvice === null ? {} : { database_advice: poll.olderAdvice }),
  };
}

/** The age of the served version in seconds. Never negative, even if clocks differ. */
export function ageSecondsOf({ version }: Directory): number {
  return Math.max(0, (Date.now() - Date.parse(version.publishedAt)) / 1000);
}
