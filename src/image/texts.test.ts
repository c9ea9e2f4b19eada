import { expect, test } from "bun:test";
import type { Texts } from "./layout.ts";
import { mergeTexts, packTexts } from "./texts.ts";

test.each([[[]], [["", "а", 'b"\\', "\n", "\u{1d400}"]]])("packTexts() of %j", (texts: string[]) => {
  const { bytes, starts } = packTexts(texts);
  const escaped = texts.map((_, i) => Buffer.from(bytes.subarray(starts[i], starts[i + 1])).toString());
  expect(escaped).toEqual(texts.map((text) => JSON.stringify(text).slice(1, -1)));
  expect(bytes.length).toBe(starts.at(-1)! + 7);
});

test("mergeTexts() drops unused texts of the base unless they are added again", () => {
  const base = packTexts(["", 'а"', "б", "Ґ"]) as Texts;
  const added = packTexts(["А", "б", "я"]) as Texts;
  const merged = mergeTexts(base, Uint32Array.of(0, 2, 0, 1), added);
  expect(merged).toEqual({
    packed: packTexts(["А", 'а"', "б", "я", "Ґ"]) as Texts,
    base: Int32Array.of(-1, 1, 2, 4),
    added: Uint32Array.of(0, 2, 3),
    insertionPoints: Uint32Array.of(1, 2, 3),
    isNew: Uint8Array.of(1, 0, 1),
  });
});
