/** The log function, and the two formats of a line. */
import { type LogEvent, type LogFields, type LogLevel, type LogValue, logEvents, logLevels } from "./log-events.ts";

/** Logs an event with its fields. */
export type Log = <Event extends LogEvent>(event: Event, fields?: LogFields<Event>) => void;

export const logFormats = ["text", "json"] as const;

export interface LogOptions {
  readonly format: (typeof logFormats)[number];
  /** Less important events are left out, except `request.answered`, which has its own setting. */
  readonly level: LogLevel;
}

/** The log of a process that answers requests. */
export interface ProcessLog {
  readonly log: Log;
  /** The number of lines that the process has dropped so far. */
  countDropped(): number;
}

type AnyFields = Readonly<Record<string, LogValue>>;

/** A log that passes each line, with a line feed, to `write`. */
export function createLog({ format, level }: LogOptions, write: (line: string) => void): Log {
  const leastLevel = logLevels.indexOf(level);
  return (event, fields = {}) => {
    if (event !== "request.answered" && logLevels.indexOf(logEvents[event].level) < leastLevel) return;
    write(`${lineFormats[format](new Date(), event, fields)}\n`);
  };
}

/** Logs an event whose text is its error, and again only if the text changes. Null says that the state is over. */
export function logOncePerText(log: Log) {
  const last = new Map<LogEvent, string | null>();
  return <Event extends LogEvent>(event: Event, error: string | null, others: LogFields<Event> = {}): void => {
    if (error !== null && last.get(event) !== error) log(event, { ...others, error } as LogFields<Event>);
    last.set(event, error);
  };
}

/** Renders a line without its line feed. */
export const lineFormats: Readonly<
  Record<LogOptions["format"], (time: Date, event: LogEvent, fields: AnyFields) => string>
> = {
  /** Time, level, event, message, then `key=value` pairs with values quoted where necessary. */
  text(time, event, fields) {
    const { level, message } = logEvents[event];
    let line = `${time.toISOString()} ${level} ${event}: ${message}`;
    for (const [key, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      line += ` ${key}=${/^[\w.:/@+-]+$/.test(String(value)) ? value : quote(String(value))}`;
    }
    return line;
  },
  /** One object: time, level, event and message, then the fields. */
  json(time, event, fields) {
    const { level, message } = logEvents[event];
    return quote({ time, level, event, message, ...fields });
  },
};

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

/** The message of a system error without its code, call and path: `permission denied`. */
export function describeSystemError({ message }: Error): string {
  return message.replace(/^E[A-Z0-9]+: |, \w+(?: '.*')?$/gs, "");
}
