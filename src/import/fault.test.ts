import { describe, expect, test } from "bun:test";
import { createFaultList } from "./fault.ts";

describe("createFaultList()", () => {
  test("keeps the first 20 in the order of lines, whatever order they come in", () => {
    const faults = createFaultList();
    for (let line = 50; line > 0; line--) faults.add({ line, message: { code: "noName", rest: "" } });
    faults.add({ line: 7, message: { code: "noTeachers" } });
    const listed = faults.toError().faults;
    expect(listed.map(({ line }) => line)).toEqual([
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      ...Array.from({ length: 13 }, (_, i) => 7 + i),
    ]);
    expect(listed.filter(({ line }) => line === 7).map(({ message }) => message.code)).toEqual([
      "noName",
      "noTeachers",
    ]);
    expect(faults.count).toBe(51);
  });

  test("clips long values", () => {
    const faults = createFaultList();
    faults.add({ message: { code: "capitals", value: "a".repeat(1_000_000) } });
    expect(faults.toError().faults[0]).toEqual({
      sheet: null,
      line: null,
      record: null,
      column: null,
      message: { code: "capitals", value: `${"a".repeat(60)}…` },
    });
  });

  test("knows whether reading stopped", () => {
    const faults = createFaultList();
    faults.add({ message: { code: "noName", rest: "" } });
    expect(faults.stopped).toBe(false);
    faults.stop({ message: { code: "noTeachers" } });
    expect(faults.stopped).toBe(true);
  });
});
