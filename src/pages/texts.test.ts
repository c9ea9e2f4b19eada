import { expect, test } from "bun:test";
import { textsIn } from "./texts.ts";

const counts: readonly [count: number, uk: string, en: string][] = [
  [0, "0 викладачів", "0 teachers"],
  [1, "1 викладач", "1 teacher"],
  [2, "2 викладачі", "2 teachers"],
  [5, "5 викладачів", "5 teachers"],
  [11, "11 викладачів", "11 teachers"],
  [21, "21 викладач", "21 teachers"],
  [1000, "1 000 викладачів", "1,000 teachers"],
  [1_234_562, "1 234 562 викладачі", "1,234,562 teachers"],
];
test.each(counts)("%d teachers have the right form", (count, uk, en) => {
  expect(textsIn("uk").teachers(count).replaceAll("\u00a0", " ")).toBe(uk);
  expect(textsIn("en").teachers(count).replaceAll("\u00a0", " ")).toBe(en);
});

test("no text is empty or, but for the alphabet, the same in both languages", () => {
  const english = textsIn("en") as unknown as Record<string, unknown>;
  for (const [name, text] of Object.entries(textsIn("uk"))) {
    expect(text, name).not.toBe("");
    if (typeof text === "string" && !name.startsWith("byName")) expect(english[name], name).not.toBe(text);
  }
});
