/** All log events, and the log that writes them as text or as JSON. */

type Row = readonly [level: "info" | "warn" | "error", message: string, fields: readonly string[]];

/** A message says what is so and, after a semicolon, what helps. */
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
  "database.empty": ["warn", "nothing is published yet; do what the error says", ["error"]],
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
type LogFields<Event extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Event][2][number]]?: string | number | boolean | undefined;
};

/** Logs an event with its fields. */
export type Log = <Event extends LogEvent>(event: Event, fields?: LogFields<Event>) => void;

export const logFormats = ["text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** A log that passes each line, with a line feed, to `write`. */
export function createLog(format: LogFormat, write: (line: string) => void): Log {
  return (event, fields = {}) => write(`${renderLine(format, event, fields)}\n`);
}

/** Logs an event whose text is its error, and again only if the text changes. Null says that the state is over. */
export function logOncePerText(log: Log) {
  const last = new Map<LogEvent, string | null>();
  return <Event extends LogEvent>(event: Event, error: string | null, others: LogFields<Event> = {}): void => {
    if (error !== null && last.get(event) !== error) log(event, { ...others, error } as LogFields<Event>);
    last.set(event, error);
  };
}

/** A line without its line feed. As text: time, level, event, message, then `key=value` with values quoted if necessary. */
function renderLine(format: LogFormat, event: LogEvent, fields: object): string {
  const [level, message] = logEvents[event];
  const time = new Date();
  if (format === "json") return quote({ time, level, event, message, ...fields });
  const pairs = Object.entries(fields).map(([key, value]) => {
    if (value === undefined) return "";
    return ` ${key}=${/^[\w.:/@+-]+$/.test(String(value)) ? value : quote(String(value))}`;
  });
  return `${time.toISOString()} ${level} ${event}: ${message}${pairs.join("")}`;
}

/** JSON in which control characters from U+007F on, and the Unicode line separators, are escaped too. */
function quote(value: string | object): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** An unexpected error in full: message, cause and stack trace. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
