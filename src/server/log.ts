/** The log: the table of all events, and the format of a line. */

type Level = "info" | "warn" | "error";

/** All events: the level and the message for operators. */
export const logEvents = {
  "sample.published": {
    level: "info",
    message: "the database was empty; the sample of invented teachers was published",
  },
  "version.served": { level: "info", message: "now serving a version" },
  "version.given_up": {
    level: "warn",
    message: "the database no longer has the version served; switching to its current version",
  },
  "image.built": { level: "info", message: "the image of a version was built" },
  "image.ignored": { level: "warn", message: "an image is missing, damaged or foreign, and is ignored" },
  "image.build_failed": { level: "error", message: "an image could not be built; trying again" },
  "image.not_removed": { level: "warn", message: "an image of an older version could not be removed" },
  "database.unreachable": { level: "error", message: "the database does not answer; still serving the loaded version" },
  "database.reachable": { level: "info", message: "the database answers again" },
  "database.switched": { level: "warn", message: "now reading from another database in the list" },
  "request.failed": { level: "error", message: "a request failed with an unexpected error and was answered 500" },
  "worker.died": { level: "error", message: "a worker process ended; starting another one" },
  "worker.not_started": { level: "error", message: "a worker could not be started; trying again" },
  "server.draining": { level: "info", message: "stopping; finishing requests in progress" },
  "server.cut_off": { level: "warn", message: "some requests did not finish in time and were aborted" },
} as const satisfies Record<string, { level: Level; message: string }>;

export type LogEvent = keyof typeof logEvents;

/** Logs an event with its fields. */
export type Log = (event: LogEvent, fields?: Readonly<Record<string, string | number>>) => void;

/** A line of the log: time, level, event, message, then `key=value` pairs with values quoted where necessary. */
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

/** An unexpected error as the log shows it: message, cause and stack trace. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
