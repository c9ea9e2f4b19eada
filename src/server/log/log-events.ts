/** The table of all log events: the meaning and the fields of each, and what an operator should do. */

/** From the least important to the most important. */
export const logLevels = ["info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Declares an event: its level and message, the fields that a line may have, in snake case, and what an operator should
 * do.
 */
function event<const Fields extends readonly string[]>(
  level: LogLevel,
  message: string,
  fields: Fields,
  action: string,
) {
  return { level, message, fields, action };
}

export const logEvents = {
  "server.started": event("info", "started", ["release"], "none"),
  "server.listening": event(
    "info",
    "listening for requests",
    ["url"],
    "none; `/readyz` shows whether a version is loaded",
  ),
  "admin.listening": event("info", "listening for metrics and probes", ["url"], "none; only with `--admin-port`"),
  "sample.published": event(
    "info",
    "the database was empty; the sample of invented teachers was published",
    ["teachers"],
    "none; only with `--sample`",
  ),
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
  "copy.ignored": event(
    "warn",
    "the copy of the last version can't be used, and is ignored",
    ["error"],
    "none, because the database is read; after an update of the program this is normal",
  ),
  "copy.not_written": event(
    "error",
    "the copy of the last version can't be written, so there is none",
    ["error"],
    "read the error: often a full disk, or a folder that is not writable; without the copy, a restart needs the database",
  ),
  "database.unreachable": event(
    "error",
    "the database can't be read",
    ["serving", "error"],
    "check the database; it is logged again when the error changes, and requests are answered unless `serving=nothing`",
  ),
  "database.reachable": event("info", "the database can be read again", [], "none"),
  "database.sound": event("info", "the SQLite file was checked, and is whole", ["ms"], "none; it is checked daily"),
  "database.damaged": event(
    "error",
    "the SQLite file is damaged",
    ["error"],
    "stop imports, move the file away, and restore the last backup, or import the last file; pages are answered meanwhile. Find out whether the disk is failing",
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
  "secret.ignored": event(
    "warn",
    "the file of a secret can't be read; the last secret stays in use",
    ["error"],
    "repair the file that `TEACHERS_DATABASE_FILE` names",
  ),
  "office.listening": event("info", "listening for the officer's pages", ["url"], "none"),
  "office.entered": event("info", "an officer signed in", ["user"], "none"),
  "office.left": event("info", "an officer signed out", ["user"], "none"),
  "office.refused": event(
    "warn",
    "a user was refused",
    ["user", "reason"],
    "add the user to the file of `--users`, or find out who is trying",
  ),
  "office.users_unreadable": event(
    "error",
    "the list of officers can't be read, so nobody can sign in",
    ["error"],
    "make the file of `--users` readable",
  ),
  "office.read_failed": event(
    "warn",
    "the process that read an upload failed, or was killed at its time limit",
    ["ended", "ms"],
    "ask the officer for the file if it recurs",
  ),
  "office.published": event("info", "an officer published a version", ["user", "version", "teachers"], "none"),
  "office.erased": event("info", "an officer erased a teacher", ["user", "version"], "none"),
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
    "report it with the log line; on the officer's pages, the cause is usually the database",
  ),
  "log.dropped": event(
    "warn",
    "log lines were dropped, because their reader did not keep up",
    ["lines"],
    "find out why the reader of standard error is so slow; requests are still answered",
  ),
  "server.draining": event("info", "stopping; finishing requests in progress", [], "none"),
  "server.cut_off": event(
    "warn",
    "some requests did not finish in time and were aborted",
    [],
    "usually none; otherwise find out which client downloads so slowly",
  ),
  "server.stopped": event("info", "stopped", ["release"], "none; it is missing if the server was killed"),
} as const;

export type LogEvent = keyof typeof logEvents;

/** Undefined leaves the field out. */
export type LogValue = string | number | boolean | undefined;

/** The fields that lines of an event may have. */
export type LogFields<Event extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Event]["fields"][number]]?: LogValue;
};
