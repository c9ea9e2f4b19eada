import { describe, expect, test } from "bun:test";
import { DatabaseReadOnlyError, type ServerFacts, type Timeline, TimelineError, type Wanted } from "../engine.ts";
import { type AskedDatabase, chooseDatabase } from "./choose-database.ts";

const on = (id: number, systemIdentifier = "7711"): Timeline => ({ systemIdentifier, id });

const primary = (name: string, timeline: Timeline | null, facts: Partial<ServerFacts> = {}): AskedDatabase => ({
  name,
  answer: { isStandby: false, isReadOnly: false, timeline, startedAt: timeline && name, ...facts },
});
const standby = (name: string, timeline: Timeline | null): AskedDatabase =>
  primary(name, timeline, { isStandby: true });
const dead = (name: string): AskedDatabase => ({ name, answer: new Error(`${name} is dead`) });

describe("chooseDatabase()", () => {
  test.each<
    [situation: string, asked: AskedDatabase[], known: Timeline | null, wanted: Wanted, chosen: string | undefined]
  >([
    ["one primary", [primary("p", on(1))], null, "any", "p"],
    ["one primary, whose timeline is known", [primary("p", on(1))], on(1), "writable", "p"],
    ["a promoted standby", [dead("p"), primary("s", on(2))], on(1), "any", "s"],
    ["a primary and its standby", [primary("p", on(1)), standby("s", on(1))], on(1), "any", "p"],
    ["a standby before its primary", [standby("s", on(1)), primary("p", on(1))], on(1), "any", "s"],
    ["a standby before its primary, for writes", [standby("s", on(1)), primary("p", on(1))], null, "writable", "p"],
    ["a standby alone", [dead("p"), standby("s", on(1))], on(1), "any", "s"],
    ["a standby alone, for a primary", [dead("p"), standby("s", on(1))], on(1), "primary", undefined],
    ["an old primary beside the new one", [primary("old", on(1)), primary("new", on(2))], null, "writable", "new"],
    [
      "an old primary beside the new one, whose timeline is known",
      [primary("old", on(1)), primary("new", on(2))],
      on(2),
      "any",
      "new",
    ],
    ["an old primary alone", [primary("old", on(1)), dead("new")], on(2), "any", undefined],
    ["an old primary alone, and nothing is known", [primary("old", on(1)), dead("new")], null, "any", "old"],
    [
      "an old primary beside a standby of the new one",
      [primary("old", on(1)), standby("s", on(2))],
      null,
      "writable",
      undefined,
    ],
    ["a standby of an old primary", [standby("s", on(1)), primary("new", on(2))], null, "any", "new"],
    ["a standby of an old primary alone", [standby("s", on(1))], on(2), "any", undefined],
    ["two primaries on one timeline", [primary("a", on(2)), primary("b", on(2))], on(2), "any", undefined],
    [
      "two primaries on one timeline, for writes",
      [primary("a", on(2)), primary("b", on(2))],
      null,
      "writable",
      undefined,
    ],
    [
      "a standby of one of two primaries",
      [standby("s", on(1)), primary("a", on(1)), primary("b", on(1))],
      null,
      "any",
      undefined,
    ],
    [
      "two primaries on one timeline, and a third on a higher one",
      [primary("a", on(1)), primary("b", on(1)), primary("c", on(2))],
      null,
      "any",
      "c",
    ],
    [
      "two URLs of one server",
      [primary("a", on(1), { startedAt: "now" }), primary("b", on(1), { startedAt: "now" })],
      null,
      "any",
      "a",
    ],
    ["another system on a lower timeline", [primary("p", on(1, "42"))], on(3), "any", "p"],
    ["primaries of two systems", [primary("a", on(1, "42")), primary("b", on(3))], on(3), "any", "a"],
    ["servers that do not report a timeline", [primary("a", null), primary("b", null)], on(3), "any", "a"],
    ["a read-only primary, to be read", [primary("p", on(1), { isReadOnly: true })], null, "primary", "p"],
    ["a read-only primary, for writes", [primary("p", on(1), { isReadOnly: true })], null, "writable", undefined],
    [
      "a read-only primary before another database",
      [primary("a", on(1), { isReadOnly: true }), primary("b", on(1, "42"))],
      null,
      "writable",
      "b",
    ],
    ["no database that answers", [dead("a"), dead("b")], null, "any", undefined],
  ])("of %s", (_, asked, known, wanted, name) => {
    const { chosen } = chooseDatabase(asked, known, wanted);
    expect(asked[chosen]?.name).toBe(name);
  });

  test.each<[why: string, asked: AskedDatabase[], known: Timeline | null, refusals: (Error | null)[]]>([
    [
      "an older timeline than another's",
      [primary("a", on(1)), primary("b", on(2))],
      null,
      [new TimelineError("a is outdated: it is on timeline 1, and b on 2"), null],
    ],
    [
      "an older timeline than that of the version served",
      [primary("a", on(1)), dead("b")],
      on(2),
      [
        new TimelineError("a is outdated: it is on timeline 1, and the version served came from timeline 2"),
        new Error("b is dead"),
      ],
    ],
    [
      "the same timeline as another primary",
      [primary("a", on(1)), primary("b", on(1))],
      null,
      Array(2).fill(new TimelineError("a and b are both primaries on timeline 1; stop one of them")),
    ],
    [
      "no writes",
      [standby("a", on(1)), primary("b", on(1), { isReadOnly: true })],
      null,
      [
        new DatabaseReadOnlyError("a takes no writes: it is a standby"),
        new DatabaseReadOnlyError("b takes no writes: it is read-only"),
      ],
    ],
  ])("refuses for %s", (_, asked, known, refusals) => {
    expect(chooseDatabase(asked, known, "writable").refusals).toEqual(refusals);
  });
});
