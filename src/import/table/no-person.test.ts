import { describe, expect, test } from "bun:test";
import { isHeading, isKnownWord, isOffice, isPlaceholder, isSum } from "./no-person.ts";

const surnames = [
  ..."Тестов Вакансієнко Вакантний-Петренко Разомський Центров Кафедренко Секційний Немаєв Шевченко О".split(" "),
  ..."Відділенко Начальний Деканський Ректоров Підписний Складний Зав Загальний Нд".split(" "),
  "Відділ-Ковальчук",
  "О'Ніл",
  "Кот-Д'Івуарська",
  "де Ла Кро",
  "Стор",
  "Лист Іван",
];

describe("a text that is not a name", () => {
  test.each([
    ..."Вакансія вакансія ВАКАНСІЯ ваканс. Вакантна Тест тест test н/д Н/Д н.д. N/A - – ... ___ xxx немає null".split(
      " ",
    ),
    "Вакансія 0,5 ст.",
  ])("%j is a placeholder", (text) => expect(isPlaceholder(text)).toBe(true));

  test.each([
    "Кафедра вищої математики",
    "КАФЕДРА ФІЗИКИ",
    "Факультет інформатики",
    "Навчально-науковий інститут права",
    "Економічний факультет",
    "Відділ аспірантури",
    "Прізвище",
    "По батькові",
    "Department of Physics",
  ])("%j is a heading", (text) => expect(isHeading(text)).toBe(true));

  test.each([
    ..."Разом | Разом по кафедрі: 5 |  ВСЬОГО: | Усього 12 | Total".split(" | "),
    ..."стор. 1 з 2 | Сторінка 3 | Аркуш № 2 | Page 1 of 9 | Продовження таблиці 1".split(" | "),
  ])("%j is a sum or the end of a page", (text) => expect(isSum(text)).toBe(true));

  test.each([
    "Начальник відділу кадрів",
    "В.о. начальника",
    "в. о. ректора",
    "Головний бухгалтер",
    "Завідувач кафедри",
    "Зав. кафедри",
    "Декан факультету",
    "Підпис",
    "Виконавець: Петренко",
  ])("%j is an office", (text) => expect(isOffice(text)).toBe(true));

  test.each(surnames)("%j is a name", (text) => {
    for (const isOther of [isPlaceholder, isHeading, isSum, isOffice, isKnownWord]) expect(isOther(text)).toBe(false);
  });

  test("is known by its word", () => {
    for (const text of ["Кафедра", "ВАКАНСІЯ", "Тест", "Разом", "Прізвище"]) expect(isKnownWord(text)).toBe(true);
  });
});
