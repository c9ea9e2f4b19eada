import { describe, expect, test } from "bun:test";
import { removeNotes } from "./notes.ts";

describe("removeNotes()", () => {
  const names: [text: string, repaired: string | null | undefined][] = [
    ["Коваль (декрет)", "Коваль"],
    ["Коваль (у декретній відпустці)", "Коваль"],
    ["Коваль (зовн. сумісник)", "Коваль"],
    ["Коваль, д/в", "Коваль"],
    ["Коваль декрет", "Коваль"],
    ["Коваль 0,5 ст.", "Коваль"],
    ["Коваль (0.25 ставки)", "Коваль"],
    ["Коваль 0,5ст", "Коваль"],
    ["Коваль (Петренко)", null],
    ["(декрет)", null],
    ["Декретов", undefined],
    ["Сумський", undefined],
    ["Ставкова", undefined],
    ["", undefined],
  ];
  test.each(names)("of the name %j: %j", (text, repaired) => expect(removeNotes(text, true)).toBe(repaired));

  const degrees: [text: string, repaired: string | undefined][] = [
    ["доцент (0,5 ст.)", "доцент"],
    ["доцент, 0,5 ст.", "доцент"],
    ["доцент на 0,25 ставки", "доцент"],
    ["доцент 100% ставки", "доцент"],
    ["доцент (декрет)", "доцент"],
    ["доцент, сумісник", "доцент"],
    ["декрет", ""],
    ["0,5 ст.", ""],
    ["викладач сумісник", undefined],
    ["викладач-сумісник", undefined],
    ["ст. викладач", undefined],
    ["викладач 1 категорії", undefined],
    ["декан (на громадських засадах)", undefined],
    ["доцент кафедри відпусток і декретів", undefined],
  ];
  test.each(degrees)("of the degree %j: %j", (text, repaired) => expect(removeNotes(text, false)).toBe(repaired));
});
