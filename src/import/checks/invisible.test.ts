import { describe, expect, test } from "bun:test";
import { findDirection, removeInvisible } from "./invisible.ts";

describe("removeInvisible()", () => {
  const cases: [what: string, text: string, visible: string | null][] = [
    ["a zero width space", "Шев\u200bченко", "Шевченко"],
    ["joiners", "Шев\u200c\u200dченко", "Шевченко"],
    ["a soft hyphen", "Шев\u00adченко", "Шевченко"],
    ["a byte order mark", "\ufeffШевченко", "Шевченко"],
    ["a word joiner in Latin", "Smi\u2060th", "Smith"],
    ["marks of direction", "\u200eШевченко\u200f", "Шевченко"],
    ["embeddings", "\u202aШевченко\u202c", "Шевченко"],
    ["isolates", "\u2068Шевченко\u2069", "Шевченко"],
    ["a blank Braille cell", "Шевченко\u2800", "Шевченко"],
    ["spaces around it", "Де \u200b Ла", "Де Ла"],
    ["letters that it kept apart", "\u0456\u200b\u0308", "\u0457"],
    ["an override to the right", "\u202eокнечвеШ", null],
    ["an override to the left", "Шев\u202dченко", null],
    ["an isolate in Hebrew", "\u2067שלום\u2069", null],
    ["a mark of direction in Hebrew", "שלום\u200e", "שלום\u200e"],
    ["a joiner of Persian", "می\u200cخواهم", "می\u200cخواهم"],
    ["a joiner of emoji", "👩\u200d🏫", "👩\u200d🏫"],
    ["nothing", "Лук\u02bcяненко-Петренко", "Лук\u02bcяненко-Петренко"],
  ];
  test.each(cases)("%s: %j", (_, text, visible) => expect(removeInvisible(text)).toBe(visible));

  test("refuses what findDirection() names", () => {
    for (const [, text, visible] of cases) if (visible === null) expect(findDirection(text)).toBeDefined();
    expect(findDirection("\u2068а\u202eб")).toBe("\u202e");
  });
});
