import { describe, expect, test } from "bun:test";
import { formLastNames, lastNameOf } from "./surnames.ts";

describe("lastNameOf()", () => {
  test.each([
    ["Коваль", "Коваль"],
    ["Левицький", "Левицька"],
    ["Чорний", "Чорна"],
    ["Городній", "Городня"],
  ])("of %s gives women %s", (men, women) => {
    expect(lastNameOf(men)).toEqual({ men, women });
  });
});

describe("formLastNames()", () => {
  const names = new Set(formLastNames().flatMap((family) => family.names.map(({ men }) => men)));

  test.each(["Коваленко", "Вовченко", "Андрієнко", "Прокоп'юк", "Королець", "Андріїв", "Острозький", "Збаразький"])(
    "forms %s",
    (name) => {
      expect(names).toContain(name);
    },
  );

  test("uses a word that is not itself a last name only with a suffix", () => {
    expect(names).not.toContain("Бобр");
    expect(names).toContain("Бобренко");
  });
});
