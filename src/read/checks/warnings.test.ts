import { describe, expect, test } from "bun:test";
import { findWarnings, isPlainName } from "./warnings.ts";

/** Each text with its kinds. */
const casesOf = (table: readonly (readonly [kinds: string, texts: string])[]) =>
  table.flatMap(([kinds, texts]) => texts.split(" | ").map((text) => [text, kinds] as const));

const codesOf = (text: string, isName: boolean): string => findWarnings(text, isName).join();

describe("findWarnings()", () => {
  const names: [kinds: string, texts: string][] = [
    ["mixedScripts", "Шeвченкo | Iваненко | Shevchеnko | Шевчеnко"],
    ["oddApostrophe", 'В`ячеслав | Лук*яненко | Лук"яненко'],
    ["capitals", "ШЕВЧЕНКО | НЕЧУЙ-ЛЕВИЦЬКИЙ | ЛУК'ЯНЕНКО"],
    ["oddApostrophe,capitals", "ЛУК`ЯНЕНКО"],
    ["mixedScripts,capitals", "ШEВЧЕНКО"],
    ["punctuation", "Шевченко. | .Шевченко | Т.. | Щербак, | Петренко- | - Петренко | Шевченко*"],
    ["punctuation", "«Шевченко»"],
    ["punctuation,capitals", "ЩЕРБАК,"],
    ["letterSpaced", "Щ е р б а к"],
    ["letterSpaced,capitals", "Щ Е Р Б А К"],
    ["note", "Коваль (декрет) | Коваль (Петренко) | Коваль 0,5 ст."],
    ["note", "Коваль (у декретній відпустці) | Коваль (зовн. сумісник) | Коваль, д/в"],
    ["note", "Коваль декрет | Коваль (0.25 ставки) | Коваль 0,5ст | (декрет)"],
    ["placeholder", "Вакансія | - | н/д | Тест"],
    ["heading", "Кафедра фізики | КАФЕДРА ФІЗИКИ | Прізвище | Разом по кафедрі"],
    ["heading", "Начальник відділу кадрів"],
    ["severalPeople", "Бойко, Гончар | Бойко/Гончар | Бойко та Гончар | Петрівна Іванович"],
    ["digit", "Сич7"],
    ["smallLetters", "шевченко | нечуй-левицький | smith"],
  ];
  test.each(casesOf(names))("the name %j: %s", (text, kinds) => expect(codesOf(text, true)).toBe(kinds));

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

  const degrees: [kinds: string, texts: string][] = [
    ["capitals", "ДОЦЕНТ"],
    ["mixedScripts", "доцeнт"],
    ["", "ст. викл. | доцент. | PhD, доцент | зав. каф. КПІ | НТУУ | викладач сумісник"],
    ["", "викладач-сумісник | викладач 1 категорії | декан (на громадських засадах)"],
    ["", "доцент кафедри відпусток і декретів | завідувач кафедри"],
    ["", "Завідувач кафедри фізики та математики | доцент/професор | інженер 1 категорії"],
    ["", 'начальник відділу | професор-консультант | лектор ("Основи права")'],
    ["punctuation", "доц.. | доцент,"],
    ["note", "доцент (0,5 ст.) | доцент, 0,5 ст. | доцент на 0,25 ставки"],
    ["note", "доцент 100% ставки | доцент (декрет) | доцент, сумісник | декрет"],
    ["letterSpaced", "д о ц е н т"],
    ["placeholder", "- | Вакансія"],
    ["notAPosition", "Кафедра історії України | Факультет права | так | Ні"],
  ];
  test.each(casesOf(degrees))("the degree %j: %s", (text, kinds) => expect(codesOf(text, false)).toBe(kinds));
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
