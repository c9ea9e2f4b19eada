import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { imagePathOf } from "../image/image-files.ts";
import { findSettingsDate, neverValidMs } from "./settings-date.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeImageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "settings-date-test-"));
  folders.push(folder);
  return join(folder, "images");
}

const settings = { baseUrl: null, limitMax: 1000, indexable: false };

describe("findSettingsDate()", () => {
  test("is 0 where no other settings were used, also at the next start", () => {
    const folder = makeImageFolder();
    expect([findSettingsDate(folder, settings), findSettingsDate(folder, settings)]).toEqual([0, 0]);
  });

  test.each([
    { ...settings, limitMax: 5 },
    { ...settings, indexable: true },
    { ...settings, baseUrl: "https://api.example.edu" },
  ])("is the time of the change for %j, and again for the change back", (changed) => {
    const folder = makeImageFolder();
    findSettingsDate(folder, settings);
    const before = Date.now();
    const since = findSettingsDate(folder, changed);
    expect(since).toBeGreaterThanOrEqual(before);
    expect(findSettingsDate(folder, changed)).toBe(since);
    expect(findSettingsDate(folder, settings)).toBeGreaterThanOrEqual(since);
  });

  test("is the present where images are older than the file, or the file is damaged", () => {
    const folder = makeImageFolder();
    findSettingsDate(folder, settings);
    for (const damage of [
      () => rmSync(join(folder, "settings.json")),
      () => writeFileSync(join(folder, "settings.json"), "{"),
    ]) {
      writeFileSync(join(folder, basename(imagePathOf(folder, "a"))), "");
      damage();
      expect(findSettingsDate(folder, settings)).toBeGreaterThan(0);
    }
    expect(readFileSync(join(folder, "settings.json"), "utf8")).toContain("since");
  });

  test("is never valid where the folder can't be written", () => {
    const folder = makeImageFolder();
    writeFileSync(folder, "");
    expect(findSettingsDate(folder, settings)).toBe(neverValidMs);
  });
});
