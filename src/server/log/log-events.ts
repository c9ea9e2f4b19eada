/** The table of all log events: level, message and fields of each. The message says what is so and, after a semicolon, what helps. */

function event<const Fields extends readonly string[]>(
  level: "info" | "warn" | "error",
  message: string,
  fields: Fields,
) {
  return { level, message, fields };
}

export const logEvents = {
  "server.listening": event("info", "listening for requests", ["release", "url", "admin"]),
  "server.out_of_files": event(
    "error",
    "no file descriptor is left, connections are refused; raise LimitNOFILE, and find out who holds so many",
    ["error"],
  ),
  "server.draining": event("info", "stopping, once requests in progress are answered", []),
  "server.cut_off": event("warn", "some requests did not finish in time and were aborted", []),
  "server.stopped": event("info", "stopped", ["release"]),
  "version.served": event("info", "now serving a version", ["version", "id", "teachers", "ms"]),
  "version.not_loaded": event("error", "a version could not be loaded and is tried again; read the error", [
    "version",
    "error",
    "ms",
    "retry_ms",
  ]),
  "copy.failed": event(
    "warn",
    "the server's own copy can't be used or written; normal after an update, otherwise look at disk and folder",
    ["error"],
  ),
  "database.unreachable": event("error", "the database can't be read; do what the error says", ["serving", "error"]),
  "database.reachable": event("info", "the database can be read again", []),
  "database.damaged": event(
    "error",
    "the SQLite file is damaged; `teachers restore` the last backup, and check the disk",
    ["error"],
  ),
  "database.not_checked": event(
    "warn",
    "the SQLite file could not be checked for damage; if it recurs, run `teachers status`",
    ["error"],
  ),
  "database.older": event(
    "error",
    "the database has only older versions than the one served, which stays; follow the advice",
    ["serving", "newest", "advice", "copy"],
  ),
  "setting.unreadable": event("error", "a file that a setting names can't be read", ["setting", "error"]),
  "request.answered": event("info", "a request was answered", [
    "method",
    "path",
    "status",
    "bytes",
    "ms",
    "id",
    "aborted",
  ]),
  "request.failed": event("error", "a request failed unexpectedly; report this line", ["error", "id"]),
  "log.dropped": event("warn", "log lines were dropped, because their reader is too slow", ["lines"]),
  "office.entered": event("info", "an officer signed in", ["user"]),
  "office.refused": event("warn", "a user was refused; add the user to --users, or find out who tries", [
    "user",
    "reason",
  ]),
  "office.published": event("info", "an officer published a list, or erased a teacher", [
    "user",
    "version",
    "teachers",
    "erased",
  ]),
} as const;

export type LogEvent = keyof typeof logEvents;

/** The fields that lines of an event may have. Undefined leaves a field out. */
export type LogFields<Event extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Event]["fields"][number]]?: string | number | boolean | undefined;
};
