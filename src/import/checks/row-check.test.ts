import { describe, expect, test } from "bun:test";
import { createRosterBuilder } from "../../domain/roster.ts";
import { textLengthMax } from "../../domain/teacher.ts";
import { createFaultList } from "../fault.ts";
import { createRowCheck } from "./row-check.ts";

describe("add()", () => {
  const long = "a".repeat(textLengthMax + 1);
  test.each<[texts: (string | null)[], columns: (string | null)[]]>([
    [["", "А", "", ""], []],
    [["", " ", "", "д"], [null]],
    [["", null, "", "д"], []],
    [
      ["a\u0000", "А", long, "\ud800"],
      ["last_name", "middle_name", "degree"],
    ],
  ])("of %j reports faults of the columns %j, and adds the teacher", (texts, columns) => {
    const builder = createRosterBuilder();
    const faults = createFaultList();
    createRowCheck(builder, faults, "line").add(5, 1, texts);
    const found = faults.toError().faults;
    expect(found.map(({ column }) => column)).toEqual(columns);
    expect(found.every(({ line, record }) => line === 5 && record === null)).toBe(true);
    expect(builder.added).toBe(1);
  });
});
