/** The log: every event that the program reports, as a table, and the line each becomes. */

type Level = "info" | "warn" | "error";

/** Every event: its level and what it tells an operator. */
export const logEvents = {
  "sample.published": { level: "info", message: "the database was empty: published the sample of invented teachers" },
  "version.served": { level: "info", message: "a version is served" },
  "version.given_up": {
    level: "warn",
    message: "the database no longer has the version served; following the database",
  },
  "image.built": { level: "info", message: "the image of a version was built" },
  "image.ignored": { level: "warn", message: "an image is missing, damaged or foreign; it is not used" },
  "image.build_failed": { level: "error", message: "an image could not be built; trying again" },
  "image.not_removed": { level: "warn", message: "an image of an older version could not be removed" },
  "database.unreachable": { level: "error", message: "the database does not answer; serving on what is loaded" },
  "database.reachable": { level: "info", message: "the database answers again" },
  "database.switched": { level: "warn", message: "reading from another database of the list" },
  "request.failed": { level: "error", message: "a request met an unexpected error and was answered 500" },
  "worker.died": { level: "error", message: "a worker process ended; starting another one" },
  "worker.not_started": { level: "error", message: "a worker could not be started; trying again" },
  "server.draining": { level: "info", message: "told to stop: finishing the requests under way" },
  "server.cut_off": { level: "warn", message: "some requests did not finish in time and were cut off" },
} as const satisfies Record<string, { level: Level; message: string }>;

export type LogEvent = keyof typeof logEvents;

/** Reports an event with what is known of it. */
export type Log = (event: LogEvent, fields?: Readonly<Record<string, string | number>>) => void;

/** A line of the log: time, level, event, message, then `key=value` with the values quoted where they need it. */
export function formatLogLine(
  time: Date,
  event: LogEvent,
  fields: Readonly<Record<string, string | number>> = {},
): string {
  const { level, message } = logEvents[event];
  const pairs = Object.entries(fields).map(
    ([key, value]) => ` ${key}=${/^[\w.:/@+-]+$/.test(String(value)) ? value : JSON.stringify(String(value))}`,
  );
  return `${time.toISOString()} ${level} ${event}: ${message}${pairs.join("")}`;
}

/** What an unexpected error tells the log: its message, its cause and where it came from. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
