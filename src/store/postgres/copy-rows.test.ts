import { expect, test } from "bun:test";
import { renderRows } from "./copy-rows.ts";

test.each<[what: string, values: readonly unknown[], text: string]>([
  ["two rows", [1, "а", 2, "б"], "1\tа\n2\tб\n"],
  ["null, empty texts and texts that look like null", [null, "", "null", "\\N"], "\\N\t\nnull\t\\\\N\n"],
  ["the end of the data as a text", [1, "\\."], "1\t\\\\.\n"],
  ["separators and line breaks", ["a\tb", "a\nb\r\nc"], "a\\tb\ta\\nb\\r\\nc\n"],
  ["large numbers", [2 ** 53 - 1, "x"], "9007199254740991\tx\n"],
])("renders %s", (_, values, text) => {
  expect(renderRows(values, 2)).toBe(text);
});
