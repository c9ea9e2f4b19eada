/**
 * Decides which of the listed PostgreSQL servers may be used. A server with an abandoned history, such as an old
 * primary after a failover, is refused.
 */
import { DatabaseReadOnlyError, type ServerFacts, type Timeline, TimelineError, type Wanted } from "../engine.ts";

/** A listed database: the state of its server, or why it does not answer. */
export interface AskedDatabase {
  readonly name: string;
  readonly answer: ServerFacts | Error;
}

/**
 * Chooses from the list, in its order. `known` is the timeline of the version served; null if there is none. Returns
 * the index of the first database that may be used, or -1; and for each database, why it may not be used.
 */
export function chooseDatabase(asked: readonly AskedDatabase[], known: Timeline | null, wanted: Wanted) {
  const answered = asked.flatMap(({ name, answer }) => (answer instanceof Error ? [] : [{ name, ...answer }]));
  const refusals = asked.map(({ name, answer }) => {
    if (answer instanceof Error) return answer;
    return checkTimeline({ name, ...answer }, answered, known) ?? checkWrites(name, answer, wanted);
  });
  return { chosen: refusals.indexOf(null), refusals };
}

interface NamedServer extends ServerFacts {
  readonly name: string;
}

/**
 * Returns an error if `known` or another server is on a higher timeline of the same system, or if two primaries share
 * the timeline of this server; otherwise null.
 */
function checkTimeline(
  { name, timeline }: NamedServer,
  answered: readonly NamedServer[],
  known: Timeline | null,
): TimelineError | null {
  if (timeline === null) return null;
  const { systemIdentifier, id } = timeline;
  const copies = answered.filter((other) => other.timeline?.systemIdentifier === systemIdentifier);
  const newer = copies.find((other) => other.timeline!.id > id);
  if (newer !== undefined) {
    return new TimelineError(
      `${name} is outdated: it is on timeline ${id}, and ${newer.name} on ${newer.timeline!.id}`,
    );
  }
  if (known?.systemIdentifier === systemIdentifier && known.id > id) {
    return new TimelineError(
      `${name} is outdated: it is on timeline ${id}, and the version served came from timeline ${known.id}`,
    );
  }
  const primaries = copies.filter((other) => other.timeline!.id === id && !other.isStandby);
  const other = primaries.find(({ startedAt }) => startedAt !== primaries[0]!.startedAt);
  if (other === undefined) return null;
  return new TimelineError(
    `${primaries[0]!.name} and ${other.name} are both primaries on timeline ${id}; stop one of them`,
  );
}

function checkWrites(
  name: string,
  { isStandby, isReadOnly }: ServerFacts,
  wanted: Wanted,
): DatabaseReadOnlyError | null {
  if (wanted === "any" || !(isStandby || (wanted === "writable" && isReadOnly))) return null;
  return new DatabaseReadOnlyError(`${name} takes no writes: it is ${isStandby ? "a standby" : "read-only"}`);
}
