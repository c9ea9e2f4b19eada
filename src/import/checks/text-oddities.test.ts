import { describe, expect, test } from "bun:test";
import { findLatinTwin, findOddities, isPlainName, removeNotes } from "./text-oddities.ts";

describe("findOddities()", () => {
  const names: [text: string, kinds: string, repaired: string][] = [
    ["Шeвченкo", "mixedScripts", "Шевченко"],
    ["Iваненко", "mixedScripts", "Іваненко"],
    ["Shevchеnko", "mixedScripts", "Shevchenko"],
    ["Шевчеnко", "mixedScripts", "Шевчеnко"],
    ["В`ячеслав", "oddApostrophe", "В\u2019ячеслав"],
    ["Лук*яненко", "oddApostrophe", "Лук\u2019яненко"],
    ['Лук"яненко', "oddApostrophe", "Лук\u2019яненко"],
    ["ШЕВЧЕНКО", "capitals", "Шевченко"],
    ["НЕЧУЙ-ЛЕВИЦЬКИЙ", "capitals", "Нечуй-Левицький"],
    ["ЛУК'ЯНЕНКО", "capitals", "Лук'яненко"],
    ["ЛУК`ЯНЕНКО", "oddApostrophe,capitals", "Лук\u2019яненко"],
    ["ШEВЧЕНКО", "mixedScripts,capitals", "Шевченко"],
    ["Шевченко.", "strayFullStop", "Шевченко"],
    [".Шевченко", "strayFullStop", "Шевченко"],
    ["Т..", "strayFullStop", "Т."],
    ["Щербак,", "strayPunctuation", "Щербак"],
    ["Петренко-", "strayPunctuation", "Петренко"],
    ["- Петренко", "strayPunctuation", "Петренко"],
    ["Шевченко*", "strayPunctuation", "Шевченко"],
    ["«Шевченко»", "strayPunctuation", "Шевченко"],
    ["ЩЕРБАК,", "strayPunctuation,capitals", "Щербак"],
    ["Щ е р б а к", "letterSpaced", "Щербак"],
    ["Щ Е Р Б А К", "letterSpaced,capitals", "Щербак"],
    ["Коваль (декрет)", "note", "Коваль"],
    ["Коваль (Петренко)", "note", "Коваль (Петренко)"],
    ["Коваль 0,5 ст.", "note", "Коваль"],
    ["Вакансія", "placeholder", "Вакансія"],
    ["-", "placeholder", "-"],
    ["н/д", "placeholder", "н/д"],
    ["Тест", "placeholder", "Тест"],
    ["Кафедра фізики", "heading", "Кафедра фізики"],
    ["КАФЕДРА ФІЗИКИ", "heading", "КАФЕДРА ФІЗИКИ"],
    ["Прізвище", "heading", "Прізвище"],
    ["Разом по кафедрі", "heading", "Разом по кафедрі"],
    ["Начальник відділу кадрів", "heading", "Начальник відділу кадрів"],
    ["Бойко, Гончар", "severalPeople", "Бойко, Гончар"],
    ["Бойко/Гончар", "severalPeople", "Бойко/Гончар"],
    ["Бойко та Гончар", "severalPeople", "Бойко та Гончар"],
    ["Сич7", "digit", "Сич7"],
    ["шевченко", "smallLetters", "шевченко"],
    ["нечуй-левицький", "smallLetters", "нечуй-левицький"],
    ["smith", "smallLetters", "smith"],
  ];
  test.each(names)("the name %j: %s", (text, kinds, repaired) => {
    const found = findOddities(text, true)!;
    expect(found.oddities.map(({ code }) => code).join()).toBe(kinds);
    expect(found.repaired).toBe(repaired);
    expect(found.remaining.length).toBe(repaired === text ? 1 : 0);
    expect(findOddities(repaired, true)?.remaining.length ?? 0).toBe(repaired === text ? 1 : 0);
  });

  const even = [
    ..."Шевченко О О. Т.Г. Ол. Лук\u02bcяненко О'Ніл Shevchenko ОШ І-II 😀 שלום".split(" "),
    ..."Кот-Д'Івуарська Нечуй-левицький Мирний-Квітка Тестов Вакансієнко Декан Бухгалтер Таран".split(" "),
    "",
    "де Ла Кро",
    "фон Нойман",
    "аль-Хорезмі",
    "Гасан огли",
    "Гулак Артемовський",
    "Koval'",
  ];
  test.each(even)("the name %j has no oddity", (text) => expect(findOddities(text, true)).toBeNull());

  const degrees: [text: string, repaired: string | null][] = [
    ["ДОЦЕНТ", "доцент"],
    ["доцeнт", "доцент"],
    ["ст. викл.", null],
    ["доцент.", null],
    ["PhD, доцент", null],
    ["зав. каф. КПІ", null],
    ["НТУУ", null],
    ["доц..", "доц."],
    ["доцент,", "доцент"],
    ["доцент (0,5 ст.)", "доцент"],
    ["д о ц е н т", "доцент"],
    ["декрет", ""],
    ["-", "-"],
    ["Вакансія", "Вакансія"],
    ["завідувач кафедри", null],
    ["Завідувач кафедри фізики та математики", null],
    ["доцент/професор", null],
    ["інженер 1 категорії", null],
    ["начальник відділу", null],
    ["професор-консультант", null],
    ['лектор ("Основи права")', null],
  ];
  test.each(degrees)("the degree %j becomes %j", (text, repaired) => {
    expect(findOddities(text, false)?.repaired ?? null).toBe(repaired);
  });
});

describe("isPlainName()", () => {
  const plain = ["Шевченко", "Нечуй-Левицький", "Нечуй-левицький", "Тестов", "Ґудзь", "Їжак"];
  test.each(plain)("%j has nothing odd", (text) => {
    expect(isPlainName(text)).toBe(true);
    expect(findOddities(text, true)).toBeNull();
  });

  const others = ["ШЕВЧЕНКО", "шевченко", "Шeвченко", "Т.", "Лук`яненко", "7", "Рыбак", "Smith", "Тест", "Кафедра"];
  test.each(others)("%j may be odd", (text) => expect(isPlainName(text)).toBe(false));
});

describe("findLatinTwin()", () => {
  const cases: [text: string, twin: string | null][] = [
    ["O.", "О."],
    ["OXPIM", "ОХРІМ"],
    ["Olena", null],
    ["О.", null],
    ["", null],
  ];
  test.each(cases)("%j: %j", (text, twin) => expect(findLatinTwin(text)).toBe(twin));
});

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
