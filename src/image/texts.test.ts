import { expect, test } from "bun:test";
import { packTexts } from "./texts.ts";

test.each([[[]], [["", "а", 'b"\\', "\n", "\u{1d400}"]]])("packTexts() of %j", (texts: string[]) => {
  const { bytes, starts } = packTexts(texts);
  const escaped = texts.map((_, i) => Buffer.from(bytes.subarray(starts[i], starts[i + 1])).toString());
  expect(escaped).toEqual(texts.map((text) => JSON.stringify(text).slice(1, -1)));
  expect(bytes.length).toBe(starts.at(-1)! + 7);
});
