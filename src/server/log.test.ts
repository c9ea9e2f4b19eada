import { describe, expect, test } from "bun:test";
import { createLog, describeError, type LogFormat, logEvents } from "./log.ts";

type AnyFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** The line of an event, with `TIME` for its time. */
function lineOf(format: LogFormat, fields: AnyFields): string {
  const lines: string[] = [];
  createLog(format, (line) => lines.push(line))("database.reachable", fields);
  return lines.join("").replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, "TIME");
}

test.each<[fields: AnyFields, text: string]>([
  [{}, ""],
  [{ version: 3, id: "5f0c-1" }, " version=3 id=5f0c-1"],
  [{ database: "postgres://db:5432/t" }, " database=postgres://db:5432/t"],
  [{ error: "no space left" }, ' error="no space left"'],
  [{ error: "" }, ' error=""'],
  [{ error: 'a "b"\nversion=4' }, String.raw` error="a \"b\"\nversion=4"`],
  [{ error: "доцент" }, ' error="доцент"'],
  [{ error: "\u001b[31m" }, String.raw` error="\u001b[31m"`],
  [{ error: "a\u007f\u0085\u2028" }, String.raw` error="a\u007f\u0085\u2028"`],
  [{ aborted: true, id: undefined }, " aborted=true"],
])("the fields %j of a line of text", (fields, text) => {
  expect(lineOf("text", fields)).toBe(`TIME info database.reachable: the database can be read again${text}\n`);
});

test.each<[fields: AnyFields, json: string]>([
  [{}, ""],
  [{ version: 3, aborted: true, id: undefined }, ',"version":3,"aborted":true'],
  [{ error: 'a "b"\n' }, String.raw`,"error":"a \"b\"\n"`],
  [{ error: "доцент" }, ',"error":"доцент"'],
  [{ error: "\u001b\u007f\u009b\u2029" }, String.raw`,"error":"\u001b\u007f\u009b\u2029"`],
])("the fields %j of a line of JSON", (fields, json) => {
  const line = lineOf("json", fields);
  const start = '{"time":"TIME","level":"info","event":"database.reachable"';
  expect(line).toBe(`${start},"message":"the database can be read again"${json}}\n`);
  expect(JSON.parse(line)).toMatchObject(JSON.parse(JSON.stringify(fields)));
});

describe("createLog()", () => {
  test("writes a line for each event", () => {
    const lines: string[] = [];
    const log = createLog("json", (line) => lines.push(line));
    log("server.draining");
    log("log.dropped", { lines: 3 });
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["server.draining", "log.dropped"]);
    expect(lines.every((line) => line.endsWith("}\n"))).toBe(true);
  });

  test("accepts only the fields that an event declares", () => {
    const log = createLog("json", () => {});
    log("setting.unreadable", { setting: "--users", error: "gone" });
    // @ts-expect-error: no such field
    log("setting.unreadable", { version: 1 });
  });
});

test("there are at most twenty events", () => {
  expect(Object.keys(logEvents).length).toBeLessThanOrEqual(20);
});

test.each(Object.entries(logEvents))(
  "the event %s has a message that starts in lower case",
  (event, [, message, names]) => {
    expect(event).toMatch(/^[a-z]+\.[a-z_]+$/);
    expect(message).toMatch(/^[a-z].*[a-z0-9`-]$/);
    // In a JSON line, the fields are in the same object as these names.
    for (const name of names) expect(["time", "level", "event", "message"]).not.toContain(name);
  },
);

test.each<[unknown, RegExp]>([
  [new TypeError("no"), /^TypeError: no\n +at /],
  [Object.assign(new Error("no"), { stack: undefined }), /^no$/],
  ["text", /^text$/],
  [undefined, /^undefined$/],
])("describeError() of %p", (error, text) => {
  expect(describeError(error)).toMatch(text);
});
