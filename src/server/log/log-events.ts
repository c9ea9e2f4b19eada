/** The table of all log events: the meaning and the fields of each, and what an operator should do. */

/** From the least important to the most important. */
export const logLevels = ["info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Declares an event: level, message, the fields that a line may have, in snake case, and what an operator should do. */
function event<const Fields extends readonly string[]>(
  level: LogLevel,
  message: string,
  fields: Fields,
  action = "none",
) {
  return { level, message, fields, action };
}

export const logEvents = {
  "server.listening": event("info", "listening for requests", ["release", "url", "admin"]),
  "server.out_of_files": event(
    "error",
    "no file descriptors are left, so connections are refused",
    ["error"],
    "raise `LimitNOFILE`, and find out which client holds so many connections",
  ),
  "server.draining": event("info", "stopping; finishing requests in progress", []),
  "server.cut_off": event("warn", "some requests did not finish in time and were aborted", []),
  "server.stopped": event("info", "stopped", ["release"], "none; it is missing if the server was killed"),
  "version.served": event("info", "now serving a version", ["version", "id", "teachers", "ms"]),
  "version.not_loaded": event(
    "error",
    "a version could not be loaded; trying again",
    ["version", "error", "ms", "retry_ms"],
    "read the error: often a database that disconnected, or too little memory",
  ),
  "copy.failed": event(
    "warn",
    "the server's own copy of the last version can't be used or written",
    ["error"],
    "after an update it is normal; if the disk is full or the folder not writable, a restart needs the database",
  ),
  "database.unreachable": event(
    "error",
    "the database can't be read",
    ["serving", "error"],
    "do what the error says; requests are answered unless `serving=nothing`",
  ),
  "database.reachable": event("info", "the database can be read again", []),
  "database.damaged": event(
    "error",
    "the SQLite file is damaged",
    ["error"],
    "`teachers restore` the last backup, and check the disk; pages are answered meanwhile",
  ),
  "database.not_checked": event(
    "warn",
    "the SQLite file could not be checked for damage",
    ["error"],
    "none, unless it recurs: `teachers status` checks it too",
  ),
  "database.older": event(
    "error",
    "the database has only older versions than the one served, which stays",
    ["serving", "newest", "advice", "copy"],
    "follow `advice`; `copy` is the server's own copy, which a restart after a wrong clock must not find",
  ),
  "setting.unreadable": event(
    "error",
    "a file that a setting names can't be read",
    ["setting", "error"],
    "make it readable; meanwhile the last URL of the database stays in use, or no officer can sign in",
  ),
  "request.answered": event(
    "info",
    "a request was answered",
    ["method", "path", "status", "bytes", "ms", "id", "traceparent", "aborted"],
    "none; only with `--access-log`",
  ),
  "request.failed": event("error", "a request failed with an unexpected error", ["error", "id"], "report the line"),
  "log.dropped": event(
    "warn",
    "log lines were dropped, because their reader did not keep up",
    ["lines"],
    "find out why the reader of standard error is so slow",
  ),
  "office.entered": event("info", "an officer signed in", ["user"]),
  "office.refused": event(
    "warn",
    "a user was refused",
    ["user", "reason"],
    "add the user to the file of `--users`, or find out who is trying",
  ),
  "office.published": event("info", "an officer published a list, or erased a teacher", [
    "user",
    "version",
    "teachers",
    "erased",
  ]),
} as const;

export type LogEvent = keyof typeof logEvents;

/** Undefined leaves the field out. */
export type LogValue = string | number | boolean | undefined;

/** The fields that lines of an event may have. */
export type LogFields<Event extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Event]["fields"][number]]?: LogValue;
};
