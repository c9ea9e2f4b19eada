/** Checks the databases for `teachers doctor`. */
import { countEn } from "../../../domain/lang.ts";
import { formatTime } from "../../../publishing/texts/publishing-texts.ts";
import { parseDatabaseUrl, withoutPassword } from "../../../store/database-url.ts";
import { DatabaseMissingError, SchemaMissingError, type Timeline, TimelineError } from "../../../store/engine.ts";
import { type Inspection, inspectDatabase } from "../../../store/inspect.ts";
import { chooseDatabase } from "../../../store/postgres/choose-database.ts";
import { badFinding, type Finding, okFinding } from "./doctor-finding.ts";

/** A database that answered. `clockOffsetMs` is positive if its clock is ahead of ours, and null for SQLite. */
interface Inspected extends Inspection {
  readonly clockOffsetMs: number | null;
}

/**
 * Returns a finding for each URL, and the first database that answers. `known` is the timeline of the version served.
 */
export async function checkDatabases(
  text: string,
  known: Timeline | null,
): Promise<{ readonly findings: readonly Finding[]; readonly inspected: Inspected | null }> {
  const address = parseDatabaseUrl(text);
  const urls = address.engine === "sqlite" ? [address.url] : address.urls;
  const names = urls.map(withoutPassword);
  const results = await Promise.all(urls.map(inspect));
  const inspected = results.find((result): result is Inspected => !(result instanceof Error)) ?? null;
  const asked = results.map((result, i) => ({
    name: names[i]!,
    answer: result instanceof Error ? result : result.server!,
  }));
  const refusals = address.engine === "sqlite" ? [] : chooseDatabase(asked, known, "any").refusals;
  const describeResult = (result: Inspected | Error, i: number): Finding => {
    if (result instanceof Error) return describeFailure(names[i]!, result, inspected === null ? "fail" : "warn");
    const refusal = refusals[i];
    return refusal instanceof TimelineError ? describeRefusal(refusal, result) : describe(names[i]!, result);
  };
  const findings = results.map((result, i) => {
    const finding = describeResult(result, i);
    return { ...finding, values: { database: names[i]!, ...finding.values } };
  });
  return { findings, inspected };
}

/** Inspects the database of a URL. Returns an error if it can't be inspected. */
async function inspect(url: string): Promise<Inspected | Error> {
  const start = Date.now();
  try {
    const found = await inspectDatabase(url);
    // The database read its clock between these two times.
    const clockOffsetMs = found.clockMs === null ? null : offsetFrom(found.clockMs, start, Date.now());
    return { ...found, clockOffsetMs };
  } catch (error) {
    return error as Error;
  }
}

/** The distance of a time from an interval: positive after it, negative before it, and 0 within it. */
function offsetFrom(timeMs: number, startMs: number, endMs: number): number {
  return Math.max(0, timeMs - endMs) + Math.min(0, timeMs - startMs);
}

/**
 * An old primary is a failure, because it could accept imports that are then lost. An outdated standby is only a
 * warning: it can't be used until it follows the new primary.
 */
function describeRefusal({ message }: TimelineError, { server }: Inspected): Finding {
  const code = "database.old_timeline";
  if (server?.isStandby) {
    const action = "wait for its next restartpoint, or make it follow the new primary";
    return badFinding("warn", code, message, action, { is_standby: true });
  }
  const action = "stop the old primary, and make it a standby with pg_rewind";
  return badFinding("fail", code, message, action, { is_standby: false });
}

function describeFailure(name: string, error: Error, status: "warn" | "fail"): Finding {
  if (error instanceof DatabaseMissingError) {
    const action = "restore a backup if it was lost; otherwise import a file, or serve with --sample";
    return badFinding("warn", "database.missing", `${name} does not exist`, action);
  }
  if (error instanceof SchemaMissingError) {
    return badFinding("fail", "database.no_schema", error.message, null);
  }
  // Most messages already contain the name.
  const detail = error.message.includes(name) ? error.message : `${name}: ${error.message}`;
  const action = "check that the database runs, and check the host, name, user and password of the URL";
  return badFinding(status, "database.unreachable", detail, action);
}

function describe(name: string, { current, isDamaged, tables, server, mayPublish }: Inspected): Finding {
  if (tables === "outdated") {
    const action = "run `teachers migrate` as the role or user that imports";
    return badFinding("warn", "database.outdated", `${name} has tables from an older release`, action);
  }
  if (current === null) {
    return badFinding("warn", "database.empty", `${name} has nothing published yet`, "import a file");
  }
  const { version, count, publishedAt } = current;
  if (isDamaged) {
    const detail = `${name}: version ${version} is damaged: it differs from what was published`;
    const action = "import its file again, roll back to a sound version, or restore a backup";
    return badFinding("fail", "database.damaged", detail, action, { version });
  }
  if (server?.timeline === null) {
    const detail = `${name} does not report its timeline, so an old primary that returns would not be detected`;
    const action = "grant the role execute on pg_control_system(), pg_control_checkpoint() and pg_control_recovery()";
    return badFinding("warn", "database.no_timeline", detail, action);
  }
  const isStandby = server?.isStandby ?? false;
  const kind = isStandby ? "a standby" : mayPublish ? "imports are possible" : "read-only";
  const detail = `${name}: version ${version} of ${formatTime(publishedAt)}, ${countEn(count, "teacher", "teachers")}, ${kind}`;
  const values = { version, published_at: publishedAt, teachers: count, is_standby: isStandby };
  return okFinding("database.published", detail, { ...values, may_publish: mayPublish });
}
