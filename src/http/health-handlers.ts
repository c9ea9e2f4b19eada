/** Health checks: whether the process is alive, and whether it is ready for requests. */
import { datasetVersionOf } from "../domain/publication.ts";
import { type Answer, jsonAnswer } from "./answer.ts";
import type { RequestContext, ServiceState } from "./request-context.ts";

const uncached = { "Cache-Control": "no-store" };

export function getLive(): Answer {
  return jsonAnswer(200, { status: "alive" }, uncached);
}

/**
 * 200 with the version, its size and its age in seconds; 503 with the reason while no version is loaded, or while draining.
 * Both include the newest version and its build error, if known.
 */
export function getReady({ options }: RequestContext): Answer {
  const { directory, waitingFor, databaseReachable, draining } = options.state;
  const newest = describeNewest(options.state);
  if (draining || directory === null) {
    const reason = draining ? "draining" : waitingFor;
    return jsonAnswer(503, { status: "not ready", reason, ...newest }, { ...uncached, "Retry-After": "1" });
  }
  const { version, id, count, digest, publishedAt } = directory.publication;
  const ageSeconds = Math.max(0, Math.floor((Date.now() - Date.parse(publishedAt)) / 1000));
  return jsonAnswer(
    200,
    {
      status: "ready",
      version,
      dataset_version: datasetVersionOf(directory.publication),
      publication: id,
      teachers: count,
      digest,
      published_at: publishedAt,
      age_seconds: ageSeconds,
      database: databaseReachable ? "reachable" : "unreachable",
      ...newest,
    },
    uncached,
  );
}

function describeNewest({ newestVersion, buildError }: ServiceState): Readonly<Record<string, string | number>> {
  return {
    ...(newestVersion === null ? {} : { newest_version: newestVersion }),
    ...(buildError === null ? {} : { build_error: buildError }),
  };
}
