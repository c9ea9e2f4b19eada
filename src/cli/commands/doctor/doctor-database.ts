/** Checks the databases for `teachers doctor`. */

import { formatTime } from "../../../publishing/texts/publishing-texts.ts";
import { parseDatabaseUrl, withoutPassword } from "../../../store/database-url.ts";
import { DatabaseMissingError, SchemaMissingError, type Timeline, TimelineError } from "../../../store/engine.ts";
import { type Inspection, inspectDatabase } from "../../../store/inspect.ts";
import { chooseDatabase } from "../../../store/postgres/choose-database.ts";
import { type Finding, failFinding, okFinding, warnFinding } from "./doctor-finding.ts";

/** A database that answered. `clockOffsetMs` is positive if its clock is ahead of ours, and null for SQLite. */
interface Inspected extends Inspection {
  readonly clockOffsetMs: number | null;
}

/** Returns a finding for each URL, and the first database that answers. `known` is the timeline of the version served. */
export async function checkDatabases(
  text: string,
  known: Timeline | null,
): Promise<{ readonly findings: readonly Finding[]; readonly inspected: Inspected | null }> {
  const address = parseDatabaseUrl(text);
  const urls = address.engine === "sqlite" ? [address.url] : address.urls;
  const results = await Promise.all(urls.map(inspect));
  const inspected = results.flatMap(({ found }) => found ?? [])[0] ?? null;
  const asked = results.map(({ url, found, error }) => ({
    name: withoutPassword(url),
    answer: (found?.server ?? error)!,
  }));
  const refusals = address.engine === "sqlite" ? [] : chooseDatabase(asked, known, "any").refusals;
  const findings = results.map(({ url, found, error }, i) => {
    const name = withoutPassword(url);
    if (found === null) return describeFailure(name, error!, inspected !== null);
    const refusal = refusals[i];
    return refusal instanceof TimelineError ? describeRefusal(name, refusal, found) : describe(name, found);
  });
  return { findings, inspected };
}

/**
 * An old primary is a failure, because it could accept imports that are then lost. An outdated standby is only a
 * warning: it can't be used until it follows the new primary.
 */
function describeRefusal(name: string, { message }: TimelineError, { server }: Inspected): Finding {
  const values = { database: name, is_standby: server?.isStandby ?? false };
  if (server?.isStandby) {
    const action = "wait for its next restartpoint, or make it follow the new primary";
    return warnFinding("database.old_timeline", message, action, values);
  }
  return failFinding(
    "database.old_timeline",
    message,
    "stop the old primary, and make it a standby with pg_rewind",
    values,
  );
}

interface Result {
  readonly url: string;
  readonly found: Inspected | null;
  readonly error: Error | null;
}

async function inspect(url: string): Promise<Result> {
  const start = Date.now();
  try {
    const found = await inspectDatabase(url);
    // The server read its clock between these two times.
    const clockOffsetMs = found.clockMs === null ? null : offsetFrom(found.clockMs, start, Date.now());
    return { url, found: { ...found, clockOffsetMs }, error: null };
  } catch (error) {
    return { url, found: null, error: error as Error };
  }
}

/** How far a time is after an interval, or before it if negative; 0 within it. */
function offsetFrom(timeMs: number, startMs: number, endMs: number): number {
  return Math.max(0, timeMs - endMs) + Math.min(0, timeMs - startMs);
}

function describeFailure(name: string, error: Error, isOtherFound: boolean): Finding {
  if (error instanceof DatabaseMissingError) {
    return warnFinding(
      "database.missing",
      `${name} does not exist`,
      "restore a backup if it was lost; otherwise import a file, or serve with --sample",
      {
        database: name,
      },
    );
  }
  if (error instanceof SchemaMissingError) {
    const [detail = "", action = ""] = error.message.split("; ");
    return failFinding("database.no_schema", detail, action, { database: name });
  }
  // Most messages already name the URL.
  const detail = error.message.includes(name) ? error.message : `${name}: ${error.message}`;
  const action = "check that it runs, and the host, name, user and password of the URL";
  return (isOtherFound ? warnFinding : failFinding)("database.unreachable", detail, action, { database: name });
}

function describe(name: string, { current, isDamaged, tables, server, mayPublish }: Inspected): Finding {
  if (tables === "outdated") {
    const action = "run `teachers migrate` as the role or user that imports";
    return warnFinding("database.outdated", `${name} has tables from an older release`, action, { database: name });
  }
  if (current === null) {
    return warnFinding("database.empty", `${name} has nothing published yet`, "import a file", { database: name });
  }
  if (isDamaged) {
    const detail = `${name}: version ${current.version} is damaged: it differs from what was published`;
    const action = "import its file again, roll back to a sound version, or restore a backup";
    return failFinding("database.damaged", detail, action, { database: name, version: current.version });
  }
  if (server?.timeline === null) {
    return warnFinding(
      "database.no_timeline",
      `${name} does not report its timeline, so an old primary that returns would not be detected`,
      "grant the role execute on pg_control_system(), pg_control_checkpoint() and pg_control_recovery()",
      { database: name },
    );
  }
  const isStandby = server?.isStandby ?? false;
  const kind = isStandby ? "a standby" : mayPublish ? "imports are possible" : "read-only";
  const { version, count, publishedAt } = current;
  const values = { database: name, version, published_at: publishedAt, teachers: count, is_standby: isStandby };
  const detail = `${name}: version ${version} of ${formatTime(publishedAt)}, ${count} teachers, ${kind}`;
  return okFinding("database.published", detail, { ...values, may_publish: mayPublish });
}
