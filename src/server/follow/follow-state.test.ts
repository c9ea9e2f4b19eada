import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTimeline, writeTimeline } from "./follow-state.ts";

test("readTimeline() returns what writeTimeline() stored, and null for a damaged file", () => {
  const parent = mkdtempSync(join(tmpdir(), "timeline-test-"));
  const folder = join(parent, "images");
  expect(readTimeline(folder)).toBeNull();
  for (const id of [1, 2]) {
    writeTimeline(folder, { systemIdentifier: "7711272590310739842", id });
    expect(readTimeline(folder)).toEqual({ systemIdentifier: "7711272590310739842", id });
  }
  expect(readdirSync(folder)).toEqual(["timeline.json"]);
  for (const text of ["", "null", "{}", '{"systemIdentifier":7711,"id":2}']) {
    writeFileSync(join(folder, "timeline.json"), text);
    expect(readTimeline(folder)).toBeNull();
  }
  writeFileSync(join(parent, "file"), "");
  writeTimeline(join(parent, "file"), { systemIdentifier: "7711272590310739842", id: 1 });
  rmSync(parent, { recursive: true });
});
