import { describe, expect, test } from "bun:test";
import { findWarnings, isPlainName } from "./warnings.ts";

const codesOf = (text: string, isName: boolean): string => findWarnings(text, isName).join();

describe("findWarnings()", () => {
  const names: [text: string, kinds: string][] = [
    ["Шeвченкo", "mixedScripts"],
    ["Iваненко", "mixedScripts"],
    ["Shevchеnko", "mixedScripts"],
    ["Шевчеnко", "mixedScripts"],
    ["В`ячеслав", "oddApostrophe"],
    ["Лук*яненко", "oddApostrophe"],
    ['Лук"яненко', "oddApostrophe"],
    ["ШЕВЧЕНКО", "capitals"],
    ["НЕЧУЙ-ЛЕВИЦЬКИЙ", "capitals"],
    ["ЛУК'ЯНЕНКО", "capitals"],
    ["ЛУК`ЯНЕНКО", "oddApostrophe,capitals"],
    ["ШEВЧЕНКО", "mixedScripts,capitals"],
    ["Шевченко.", "punctuation"],
    [".Шевченко", "punctuation"],
    ["Т..", "punctuation"],
    ["Щербак,", "punctuation"],
    ["Петренко-", "punctuation"],
    ["- Петренко", "punctuation"],
    ["Шевченко*", "punctuation"],
    ["«Шевченко»", "punctuation"],
    ["ЩЕРБАК,", "punctuation,capitals"],
    ["Щ е р б а к", "letterSpaced"],
    ["Щ Е Р Б А К", "letterSpaced,capitals"],
    ["Коваль (декрет)", "note"],
    ["Коваль (Петренко)", "note"],
    ["Коваль 0,5 ст.", "note"],
    ["Коваль (у декретній відпустці)", "note"],
    ["Коваль (зовн. сумісник)", "note"],
    ["Коваль, д/в", "note"],
    ["Коваль декрет", "note"],
    ["Коваль (0.25 ставки)", "note"],
    ["Коваль 0,5ст", "note"],
    ["(декрет)", "note"],
    ["Вакансія", "placeholder"],
    ["-", "placeholder"],
    ["н/д", "placeholder"],
    ["Тест", "placeholder"],
    ["Кафедра фізики", "heading"],
    ["КАФЕДРА ФІЗИКИ", "heading"],
    ["Прізвище", "heading"],
    ["Разом по кафедрі", "heading"],
    ["Начальник відділу кадрів", "heading"],
    ["Бойко, Гончар", "severalPeople"],
    ["Бойко/Гончар", "severalPeople"],
    ["Бойко та Гончар", "severalPeople"],
    ["Сич7", "digit"],
    ["шевченко", "smallLetters"],
    ["нечуй-левицький", "smallLetters"],
    ["smith", "smallLetters"],
  ];
  test.each(names)("the name %j: %s", (text, kinds) => expect(codesOf(text, true)).toBe(kinds));

  const even = [
    ..."Шевченко О О. Т.Г. Ол. Лук\u02bcяненко О'Ніл Shevchenko ОШ І-II 😀 שלום".split(" "),
    ..."Кот-Д'Івуарська Нечуй-левицький Мирний-Квітка Тестов Вакансієнко Декан Бухгалтер Таран".split(" "),
    "",
    "де Ла Кро",
    "Декретов",
    "Сумський",
    "Ставкова",
    "фон Нойман",
    "аль-Хорезмі",
    "Гасан огли",
    "Гулак Артемовський",
    "Koval'",
  ];
  test.each(even)("the name %j has no warning", (text) => expect(codesOf(text, true)).toBe(""));

  const degrees: [text: string, kinds: string][] = [
    ["ДОЦЕНТ", "capitals"],
    ["доцeнт", "mixedScripts"],
    ["ст. викл.", ""],
    ["доцент.", ""],
    ["PhD, доцент", ""],
    ["зав. каф. КПІ", ""],
    ["НТУУ", ""],
    ["доц..", "punctuation"],
    ["доцент,", "punctuation"],
    ["доцент (0,5 ст.)", "note"],
    ["доцент, 0,5 ст.", "note"],
    ["доцент на 0,25 ставки", "note"],
    ["доцент 100% ставки", "note"],
    ["доцент (декрет)", "note"],
    ["доцент, сумісник", "note"],
    ["викладач сумісник", ""],
    ["викладач-сумісник", ""],
    ["викладач 1 категорії", ""],
    ["декан (на громадських засадах)", ""],
    ["доцент кафедри відпусток і декретів", ""],
    ["д о ц е н т", "letterSpaced"],
    ["декрет", "note"],
    ["-", "placeholder"],
    ["Вакансія", "placeholder"],
    ["завідувач кафедри", ""],
    ["Завідувач кафедри фізики та математики", ""],
    ["доцент/професор", ""],
    ["інженер 1 категорії", ""],
    ["начальник відділу", ""],
    ["професор-консультант", ""],
    ['лектор ("Основи права")', ""],
  ];
  test.each(degrees)("the degree %j: %s", (text, kinds) => expect(codesOf(text, false)).toBe(kinds));
});

describe("isPlainName()", () => {
  const plain = ["Шевченко", "Нечуй-Левицький", "Нечуй-левицький", "Тестов", "Ґудзь", "Їжак"];
  test.each(plain)("%j has nothing odd", (text) => {
    expect(isPlainName(text)).toBe(true);
    expect(codesOf(text, true)).toBe("");
  });

  const others = ["ШЕВЧЕНКО", "шевченко", "Шeвченко", "Т.", "Лук`яненко", "7", "Рыбак", "Smith", "Тест", "Кафедра"];
  test.each(others)("%j may be odd", (text) => expect(isPlainName(text)).toBe(false));
});
