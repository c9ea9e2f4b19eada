/** The table of all log events: the meaning and the fields of each, and what an operator should do. */

/** From the least important to the most important. */
export const logLevels = ["info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Declares an event: level, message, the fields that a line may have, in snake case, and what an operator should do. */
function event<const Fields extends readonly string[]>(
  level: LogLevel,
  message: string,
  fields: Fields,
  action: string,
) {
  return { level, message, fields, action };
}

export const logEvents = {
  "server.listening": event(
    "info",
    "listening for requests",
    ["release", "url", "admin"],
    "none; `/readyz` shows whether a version is loaded; `admin` is the URL for metrics and probes",
  ),
  "server.out_of_files": event(
    "error",
    "the process has no file descriptors left, so it refuses connections",
    ["error"],
    "raise `LimitNOFILE`, and find out which client holds so many connections; pages are answered again as soon as some close",
  ),
  "server.draining": event("info", "stopping; finishing requests in progress", [], "none"),
  "server.cut_off": event(
    "warn",
    "some requests did not finish in time and were aborted",
    [],
    "usually none; otherwise find out which client downloads so slowly",
  ),
  "server.stopped": event("info", "stopped", ["release"], "none; it is missing if the server was killed"),
  "version.served": event(
    "info",
    "now serving a version",
    ["version", "id", "teachers", "ms"],
    "none; `ms` is the time to load it",
  ),
  "version.not_loaded": event(
    "error",
    "a version could not be loaded; trying again",
    ["version", "error", "ms", "retry_ms"],
    "read the error: often a database that disconnected, or too little memory; it is tried again after `retry_ms`, at most a minute, and at once for a newer version",
  ),
  "copy.failed": event(
    "warn",
    "the server's own copy of the last version can't be used or written",
    ["error"],
    "read the error: after an update of the program it is normal; on a full disk or in a folder that is not writable there is no copy, and a restart needs the database",
  ),
  "database.unreachable": event(
    "error",
    "the database can't be read",
    ["serving", "error"],
    "check the database; it is logged again when the error changes, and requests are answered unless `serving=nothing`",
  ),
  "database.reachable": event("info", "the database can be read again", [], "none"),
  "database.damaged": event(
    "error",
    "the SQLite file is damaged",
    ["error"],
    "`teachers restore` the last backup, and look for the cause: the disk, its free space; pages are answered meanwhile",
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
    "follow `advice`: `teachers rollback` to the newest version of the database publishes it again with a new time; if a clock ran ahead, restart, after deleting `copy`, the server's own copy, if there is one",
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
  "request.failed": event(
    "error",
    "a request failed with an unexpected error",
    ["error", "id"],
    "report it with the log line; on the officer's pages, the cause is usually the database, or a file that takes too long to read",
  ),
  "log.dropped": event(
    "warn",
    "log lines were dropped, because their reader did not keep up",
    ["lines"],
    "find out why the reader of standard error is so slow; requests are still answered",
  ),
  "office.entered": event("info", "an officer signed in", ["user"], "none"),
  "office.refused": event(
    "warn",
    "a user was refused",
    ["user", "reason"],
    "add the user to the file of `--users`, or find out who is trying",
  ),
  "office.published": event(
    "info",
    "an officer published a list, or erased a teacher",
    ["user", "version", "teachers", "erased"],
    "none",
  ),
} as const;

export type LogEvent = keyof typeof logEvents;

/** Undefined leaves the field out. */
export type LogValue = string | number | boolean | undefined;

/** The fields that lines of an event may have. */
export type LogFields<Event extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Event]["fields"][number]]?: LogValue;
};
