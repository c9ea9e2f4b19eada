/** The table of all log events: the meaning and the fields of each, and what an operator should do. */

/** From the least important to the most important. */
export const logLevels = ["info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

interface EventSpec {
  readonly level: LogLevel;
  readonly message: string;
  /** The fields that a line may have, in snake case. */
  readonly fields: readonly string[];
  /** The advice for an operator. */
  readonly action: string;
}

export const logEvents = {
  "server.started": { level: "info", message: "started", fields: ["release"], action: "none" },
  "server.listening": {
    level: "info",
    message: "listening for requests",
    fields: ["url"],
    action: "none; `/readyz` shows whether a version is loaded",
  },
  "admin.listening": {
    level: "info",
    message: "listening for metrics and probes",
    fields: ["url"],
    action: "none; only with `--admin-port`",
  },
  "sample.published": {
    level: "info",
    message: "the database was empty; the sample of invented teachers was published",
    fields: ["teachers"],
    action: "none; only with `--sample`",
  },
  "version.served": {
    level: "info",
    message: "now serving a version",
    fields: ["version", "id", "teachers"],
    action: "none; with `--workers`, all workers serve it",
  },
  "version.given_up": {
    level: "warn",
    message: "the database no longer has the version served; switching to its current version",
    fields: ["version", "id"],
    action: "import again what the promoted standby did not receive",
  },
  "image.built": {
    level: "info",
    message: "the image of a version was built",
    fields: ["version", "teachers", "ms"],
    action: "none",
  },
  "image.ignored": {
    level: "warn",
    message: "an image is missing, damaged or foreign, and is ignored",
    fields: ["error"],
    action: "none, because the image is built again; check the disk if it recurs",
  },
  "image.build_failed": {
    level: "error",
    message: "an image could not be built; trying again",
    fields: ["version", "error", "ms", "retry_ms"],
    action:
      "read the error: often a full disk, or a database that disconnected; the build is retried after `retry_ms`, at most a minute, and at once for a newer version",
  },
  "image.not_removed": {
    level: "warn",
    message: "an image of an older version could not be removed",
    fields: ["error"],
    action: "find out why the folder of `--data-dir` is not writable, and remove the images of older versions",
  },
  "database.unreachable": {
    level: "error",
    message: "the database can't be read",
    fields: ["serving", "error"],
    action:
      "check the database; it is logged again when the error changes, and requests are answered unless `serving=nothing`",
  },
  "database.reachable": { level: "info", message: "the database can be read again", fields: [], action: "none" },
  "folder.unreachable": {
    level: "error",
    message: "the folder of `--images-from` has no image that can be served",
    fields: ["serving", "error"],
    action:
      "read the error: the folder is not available, or its manifest is damaged, incomplete or older than before; requests are answered unless `serving=nothing`",
  },
  "folder.reachable": {
    level: "info",
    message: "the folder of `--images-from` can be read again",
    fields: [],
    action: "none",
  },
  "database.switched": {
    level: "warn",
    message: "now reading from another database in the list",
    fields: ["database"],
    action: "find out what happened to the first database",
  },
  "database.ignored": {
    level: "warn",
    message: "a database in the list can't be read; another one is used",
    fields: ["database", "error"],
    action: "start the database again; if it is an old primary that has come back, stop it",
  },
  "secret.ignored": {
    level: "warn",
    message: "the file of a secret can't be read; the last secret stays in use",
    fields: ["error"],
    action: "repair the file that `TEACHERS_DATABASE_FILE` names",
  },
  "office.listening": { level: "info", message: "listening for the officer's pages", fields: ["url"], action: "none" },
  "office.entered": { level: "info", message: "an officer signed in", fields: ["user"], action: "none" },
  "office.left": { level: "info", message: "an officer signed out", fields: ["user"], action: "none" },
  "office.refused": {
    level: "warn",
    message: "a user was refused",
    fields: ["user", "reason"],
    action: "add the user to the file of `--users`, or find out who is trying",
  },
  "office.users_unreadable": {
    level: "error",
    message: "the list of officers can't be read, so nobody can sign in",
    fields: ["error"],
    action: "make the file of `--users` readable",
  },
  "office.read_failed": {
    level: "warn",
    message: "the process that read an upload failed, or was killed at its time limit",
    fields: ["ended", "ms"],
    action: "ask the officer for the file if it recurs",
  },
  "office.published": {
    level: "info",
    message: "an officer published a version",
    fields: ["user", "version", "teachers"],
    action: "none",
  },
  "office.command_failed": {
    level: "error",
    message: "the command of `--after-publish` failed; the version is published",
    fields: ["version", "error"],
    action: "find out why, and run the command by hand",
  },
  "office.erased": {
    level: "info",
    message: "an officer erased a teacher",
    fields: ["user", "version"],
    action: "none",
  },
  "request.answered": {
    level: "info",
    message: "a request was answered",
    fields: ["method", "path", "status", "bytes", "ms", "id", "traceparent", "aborted"],
    action: "none; only with `--access-log`",
  },
  "request.failed": {
    level: "error",
    message: "a request failed with an unexpected error",
    fields: ["error", "id"],
    action: "report it with the log line; on the officer's pages, the cause is usually the database",
  },
  "worker.died": {
    level: "error",
    message: "a worker process ended; starting another one",
    fields: ["pid", "ended"],
    action: "check for out-of-memory kills (`dmesg`); otherwise report it",
  },
  "worker.silent": {
    level: "error",
    message: "a worker process does not respond and is ended",
    fields: ["pid", "ms"],
    action: "find out what has frozen it, such as a debugger or a signal; otherwise report it",
  },
  "worker.not_started": {
    level: "error",
    message: "a worker could not be started; trying again",
    fields: ["error"],
    action: "read the error: the system is out of processes or memory, or Bun was removed",
  },
  "log.dropped": {
    level: "warn",
    message: "log lines were dropped, because their reader did not keep up",
    fields: ["lines"],
    action: "find out why the reader of standard error is so slow; requests are still answered",
  },
  "server.draining": { level: "info", message: "stopping; finishing requests in progress", fields: [], action: "none" },
  "server.cut_off": {
    level: "warn",
    message: "some requests did not finish in time and were aborted",
    fields: [],
    action: "usually none; otherwise find out which client downloads so slowly",
  },
  "server.stopped": {
    level: "info",
    message: "stopped",
    fields: ["release"],
    action: "none; it is missing if the server was killed",
  },
} as const satisfies Readonly<Record<string, EventSpec>>;

export type LogEvent = keyof typeof logEvents;

/** Undefined leaves the field out. */
export type LogValue = string | number | boolean | undefined;

/** The fields that lines of an event may have. */
export type LogFields<Event extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Event]["fields"][number]]?: LogValue;
};
