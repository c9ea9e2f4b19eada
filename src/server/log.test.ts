import { expect, test } from "bun:test";
import { describeError, formatLogLine, logEvents } from "./log.ts";

const time = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678));

test.each<[Record<string, string | number>, string]>([
  [{}, ""],
  [{ version: 3, id: "5f0c-1" }, " version=3 id=5f0c-1"],
  [{ database: "postgres://db:5432/t" }, " database=postgres://db:5432/t"],
  [{ error: "no space left" }, ' error="no space left"'],
  [{ error: "" }, ' error=""'],
  [{ error: 'a "b"\nversion=4' }, String.raw` error="a \"b\"\nversion=4"`],
  [{ error: "доцент" }, ' error="доцент"'],
  [{ error: "\u001b[31m" }, String.raw` error="\u001b[31m"`],
])("the fields %j of a line", (fields, text) => {
  expect(formatLogLine(time, "database.reachable", fields)).toBe(
    `2026-01-02T03:04:05.678Z info database.reachable: the database answers again${text}`,
  );
});

test.each(Object.entries(logEvents))("the event %s has a message that starts in lower case", (event, { message }) => {
  expect(event).toMatch(/^[a-z]+\.[a-z_]+$/);
  expect(message).toMatch(/^[a-z].*[a-z0-9]$/);
});

test.each<[unknown, RegExp]>([
  [new TypeError("no"), /^TypeError: no\n +at /],
  [Object.assign(new Error("no"), { stack: undefined }), /^no$/],
  ["text", /^text$/],
  [undefined, /^undefined$/],
])("describeError() of %p", (error, text) => {
  expect(describeError(error)).toMatch(text);
});
