import { describe, expect, test } from "bun:test";
import { createFaultList, type FoundFault, renderFaults } from "./fault.ts";

function render(found: readonly FoundFault[]): string[] {
  const faults = createFaultList();
  for (const fault of found) faults.add(fault);
  return renderFaults(faults.toError()).split("\n");
}

describe("renderFaults()", () => {
  const cases: [what: string, fault: FoundFault, line: string][] = [
    ["the file", { message: "bad" }, "bad"],
    ["a line", { line: 3, message: "bad" }, "line 3: bad"],
    ["a line and a column", { line: 3, column: "id", message: "bad" }, "line 3, column id: bad"],
    ["a column with an odd name", { line: 1, column: "\u001b[0m", message: "bad" }, 'line 1, column "\\u001b[0m": bad'],
    ["a record", { record: 5, message: "bad" }, "record 5: bad"],
    ["a record and a field", { record: 5, column: "id", message: "bad" }, "record 5, field id: bad"],
  ];
  test.each(cases)("names %s", (_, fault, line) => {
    expect(render([fault])).toEqual([line, "1 fault: nothing was published"]);
  });

  test("shows 20 faults and counts the others", () => {
    const lines = render(Array.from({ length: 1037 }, (_, i) => ({ line: i + 2, message: "bad" })));
    expect(lines).toHaveLength(22);
    expect(lines.slice(19)).toEqual(["line 21: bad", "… and 1017 more", "1037 faults: nothing was published"]);
  });
});

describe("createFaultList()", () => {
  test("keeps the first 20 in the order of lines, whatever order they come in", () => {
    const faults = createFaultList();
    for (let line = 50; line > 0; line--) faults.add({ line, message: "first" });
    faults.add({ line: 7, message: "second" });
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
    expect(listed.filter(({ line }) => line === 7).map(({ message }) => message)).toEqual(["first", "second"]);
    expect(faults.count).toBe(51);
  });

  test("clips values, so that none is listed whole", () => {
    const faults = createFaultList();
    faults.add({ value: "a".repeat(1_000_000), message: "bad" });
    expect(faults.toError().faults[0]).toEqual({
      line: null,
      record: null,
      column: null,
      value: `${"a".repeat(60)}…`,
      message: "bad",
    });
  });

  test("knows whether reading stopped", () => {
    const faults = createFaultList();
    faults.add({ message: "bad" });
    expect(faults.stopped).toBe(false);
    faults.stop({ message: "worse" });
    expect(faults.stopped).toBe(true);
  });
});
