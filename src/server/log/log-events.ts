/** The table of all log events. A message says what is so and, after a semicolon, what helps. */

type Row = readonly [level: "info" | "warn" | "error", message: string, fields: readonly string[]];

export const logEvents = {
  "server.listening": ["info", "listening for requests", ["release", "url", "admin"]],
  "server.out_of_files": ["error", "no descriptor is left; raise LimitNOFILE, and find who holds so many", ["error"]],
  "server.draining": ["info", "stopping, once requests in progress are answered", []],
  "server.cut_off": ["warn", "some requests did not finish in time and were aborted", []],
  "server.stopped": ["info", "stopped", ["release"]],
  "version.served": ["info", "now serving a version", ["version", "id", "teachers", "ms"]],
  "version.not_loaded": ["error", "can't load a version; will try again", ["version", "error", "ms", "retry_ms"]],
  "copy.failed": ["warn", "the server's own copy can't be used or written; if it recurs, check the disk", ["error"]],
  "database.unreachable": ["error", "the database can't be read; do what the error says", ["serving", "error"]],
  "database.reachable": ["info", "the database can be read again", []],
  "database.damaged": ["error", "the SQLite file is damaged; restore the last backup, check the disk", ["error"]],
  "database.not_checked": ["warn", "the SQLite file could not be checked; if it recurs, run status", ["error"]],
  "database.older": ["error", "older than what is served; follow the advice", ["serving", "newest", "advice", "copy"]],
  "setting.unreadable": ["error", "a file that a setting names can't be read", ["setting", "error"]],
  "request.failed": ["error", "a request failed unexpectedly; report this line", ["error"]],
  "log.dropped": ["warn", "log lines were dropped, because their reader is too slow", ["lines"]],
  "office.entered": ["info", "an officer signed in", ["user"]],
  "office.refused": ["warn", "a user was refused; add the user to --users, or find who tries", ["user", "reason"]],
  "office.published": ["info", "an officer published or erased", ["user", "version", "teachers", "erased"]],
} as const satisfies Readonly<Record<string, Row>>;

export type LogEvent = keyof typeof logEvents;

/** The fields that lines of an event may have. Undefined leaves a field out. */
export type LogFields<Event extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Event][2][number]]?: string | number | boolean | undefined;
};
