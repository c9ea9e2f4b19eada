/** The log function, and the two formats of a line. */
import { type LogEvent, type LogFields, logEvents } from "./log-events.ts";

/** Logs an event with its fields. */
export type Log = <Event extends LogEvent>(event: Event, fields?: LogFields<Event>) => void;

export const logFormats = ["text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** A log that passes each line, with a line feed, to `write`. */
export function createLog(format: LogFormat, write: (line: string) => void): Log {
  return (event, fields = {}) => write(`${renderLine(format, new Date(), event, fields)}\n`);
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
export function renderLine(format: LogFormat, time: Date, event: LogEvent, fields: object): string {
  const [level, message] = logEvents[event];
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

/** The message of a system error without its code, call and path: `permission denied`. */
export function describeSystemError({ message }: Error): string {
  return message.replace(/^E[A-Z0-9]+: |, \w+(?: '.*')?$/gs, "");
}
