import { describe, expect, test } from "bun:test";
import { clipText, quoteFlag, quotePath, quoteText } from "./quoting.ts";

describe("quoteText()", () => {
  const cases: [what: string, text: string, quoted: string][] = [
    ["quotes a text", "Шевченко", '"Шевченко"'],
    ["escapes quotes and backslashes", 'a"b\\', '"a\\"b\\\\"'],
    ["escapes line breaks", "a\r\nb\u2028", '"a\\r\\nb\\u2028"'],
    ["escapes what a terminal obeys", "\u001b[31m\u009b\u007f", '"\\u001b[31m\\u009b\\u007f"'],
    ["escapes what reverses the direction of a line", "a\u202eb", '"a\\u202eb"'],
    ["escapes format characters beyond U+FFFF", "\u{e0001}", '"\\udb40\\udc01"'],
    ["escapes lone surrogates", "\ud800", '"\\ud800"'],
    ["leaves 60 characters", "ш".repeat(60), `"${"ш".repeat(60)}"`],
    ["clips 61 characters", "ш".repeat(61), `"${"ш".repeat(59)}…"`],
    ["counts characters, not code units", "😀".repeat(60), `"${"😀".repeat(60)}"`],
    ["clips between characters", "😀".repeat(61), `"${"😀".repeat(59)}…"`],
    ["clips much", "a".repeat(1_000_000), `"${"a".repeat(59)}…"`],
  ];
  test.each(cases)("%s", (_, text, quoted) => {
    expect(quoteText(text)).toBe(quoted);
  });
});

test("quotePath() clips nothing", () => {
  expect(quotePath(`${"a".repeat(99)}\u001b`)).toBe(`"${"a".repeat(99)}\\u001b"`);
});

test("clipText() leaves a text of mixed characters that is short enough", () => {
  const text = `${"a".repeat(30)}${"😀".repeat(30)}`;
  expect(clipText(text)).toBe(text);
});

test.each([
  ["Штат", "Штат"],
  ["Факультет права", '"Факультет права"'],
  ["Штат $(exit 1) `exit 2`", "'Штат $(exit 1) `exit 2`'"],
  ['О\'Ніл "$1"', `'О'\\''Ніл "$1"'`],
])("a shell reads the flag of %j as it is", (text, flag) => {
  expect(quoteFlag(text)).toBe(flag);
  expect(Bun.spawnSync(["sh", "-c", `printf %s ${flag}`]).stdout.toString()).toBe(text);
});
