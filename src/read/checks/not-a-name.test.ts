import { describe, expect, test } from "bun:test";
import type { TextKind } from "./kinds.ts";
import {
  findTextError,
  isHeading,
  isKnownWord,
  isPlaceholder,
  isSignature,
  isSum,
  removeInvisible,
} from "./not-a-name.ts";

const surnames = [
  ..."Тестов Вакансієнко Вакантний-Петренко Разомський Центров Кафедренко Секційний Немаєв Шевченко О".split(" "),
  ..."Відділенко Начальний Деканський Ректоров Підписний Складний Зав Загальний Нд".split(" "),
  "Відділ-Ковальчук",
  "О'Ніл",
  "Кот-Д'Івуарська",
  "де Ла Кро",
  "Стор",
  "Лист Іван",
  "х".repeat(300),
];

describe("a text that is not a name", () => {
  test.each([
    ..."Вакансія вакансія ВАКАНСІЯ ваканс. Вакантна Тест тест test н/д Н/Д н.д. N/A - – ... ___ xxx немає null".split(
      " ",
    ),
    ..."Вакансія 0,5 ст. | Вак. | (вакансія) | на конкурсі | не заповнено".split(" | "),
  ])("%j is a placeholder", (text) => expect(isPlaceholder(text)).toBe(true));

  test.each([
    ..."Кафедра вищої математики | КАФЕДРА ФІЗИКИ | Факультет інформатики | Економічний факультет".split(" | "),
    ..."Навчально-науковий інститут права | Відділ аспірантури | Department of Physics".split(" | "),
    ..."Прізвище | По батькові".split(" | "),
  ])("%j is a heading", (text) => expect(isHeading(text)).toBe(true));

  test.each([
    ..."Разом | Разом по кафедрі: 5 |  ВСЬОГО: | Усього 12 | Total".split(" | "),
    ..."стор. 1 з 2 | Сторінка 3 | Аркуш № 2 | Page 1 of 9 | Продовження таблиці 1".split(" | "),
  ])("%j is a sum or the end of a page", (text) => expect(isSum(text)).toBe(true));

  test.each([
    ..."Начальник відділу кадрів | В.о. начальника | в. о. ректора | Головний бухгалтер".split(" | "),
    ..."Завідувач кафедри | Зав. кафедри | Декан факультету | Підпис | Виконавець: Петренко".split(" | "),
  ])("%j is a signature", (text) => expect(isSignature(text)).toBe(true));

  test.each(surnames)("%j is a name", (text) => {
    for (const isOther of [isPlaceholder, isHeading, isSum, isSignature, isKnownWord])
      expect(isOther(text)).toBe(false);
  });

  test("is known by its word", () => {
    for (const text of ["Кафедра", "ВАКАНСІЯ", "Тест", "Разом", "Прізвище"]) expect(isKnownWord(text)).toBe(true);
  });
});

describe("findTextError()", () => {
  const damaged: [kind: TextKind, texts: string][] = [
    ["replacementCharacter", "Шевч\ufffdнко"],
    ["formulaError", "#REF! | #N/A | #NAME? | #DIV/0! | #ПОСИЛАННЯ! | #Н/Д | #ІМ'Я? | Err:502"],
    ["questionMarks", "???????? | Лук?яненко | ?ван | Олен?"],
    ["dateInstead", "01.09.2026 | 2026-09-01 | 1/2/26 | 2026-09-01T00:00:00 | 01.тра | 1-May"],
    ["contact", "+380441234567 | 204-82-05 | a@example.ua | https://example.org/"],
    ["numberInstead", "7 | 45 123,50 | 1.2E+05"],
    ["misread", "РЁРµРІС‡РµРЅРєРѕ | Ð¨ÐµÐ²Ñ‡ÐµÐ½ÐºÐ¾ | Øåâ÷åíêî"],
  ];
  test.each(damaged)("%s: %j", (kind, texts) => {
    for (const text of texts.split(" | ")) expect([text, findTextError(text, true)]).toEqual([text, kind]);
  });

  const right = [
    ..."Шевченко | О. | Лук\u2019яненко | Müller | Çağlar | Łukasiewicz | О'Ніл II | Рід | РІСІ".split(" | "),
    ..."=1+1 | -5 | a&b=c#d?e+f/../g;h | 😀 | שלום".split(" | "),
  ];
  test.each(right)("%j may be right", (text) => expect(findTextError(text, true)).toBeUndefined());

  const degrees: [text: string, isDamaged: boolean][] = [
    ["доцент?", false],
    ["доцент 0,5 ставки", false],
    ["100% ставки", false],
    ["доцент, тел. 204-82-05", true],
    ["доцент 2019-2024", false],
    ["д?цент", true],
    ["??????", true],
    ["0,5", true],
    ["01.09.2020", true],
  ];
  test.each(degrees)("the degree %j: %p", (text, isDamaged) => {
    expect(findTextError(text, false) !== undefined).toBe(isDamaged);
  });
});

test.each([
  ..."+380441234567 | +38 (044) 123-45-67 | 0441234567 | (044) 204-82-05 | 050 123 45 67".split(" | "),
  ..."204-82-05 | доцент, 204 82 05 | доцент тел. 12-34 | моб.: 67 | ivan.petrenko@kpi.ua".split(" | "),
  ..."іван@пошта.укр | https://example.org | www.kpi.ua | доцент, kpi.ua | t.me/ivan".split(" | "),
])("%j has a contact", (text) => expect(findTextError(text, true)).toBe("contact"));

test.each([
  ..."Шевченко | Т.Г. | Ph.D. | доцент кафедри 2 | доцент 2019-2024 | доцент з 01.09.2020".split(" | "),
  ..."доцент з 2020-09-01 | ORCID 0000-0002-1825-0097 | телекомунікації 12 | @SUM(A1)".split(" | "),
  ..."javascript:alert(1) | a&b=c#d?e+f/../g;h".split(" | "),
])("%j has no contact", (text) => expect(findTextError(text, true)).not.toBe("contact"));

describe("removeInvisible()", () => {
  const cases: [what: string, text: string, visible: string | null][] = [
    ["a zero width space", "Шев\u200bченко", "Шевченко"],
    ["joiners", "Шев\u200c\u200dченко", "Шевченко"],
    ["a soft hyphen", "Шев\u00adченко", "Шевченко"],
    ["a byte order mark", "\ufeffШевченко", "Шевченко"],
    ["a word joiner in Latin", "Smi\u2060th", "Smith"],
    ["direction marks", "\u200eШевченко\u200f", "Шевченко"],
    ["embeddings", "\u202aШевченко\u202c", "Шевченко"],
    ["isolates", "\u2068Шевченко\u2069", "Шевченко"],
    ["a blank Braille cell", "Шевченко\u2800", "Шевченко"],
    ["spaces around it", "Де \u200b Ла", "Де Ла"],
    ["one between a letter and its diaeresis", "\u0456\u200b\u0308", "\u0457"],
    ["an override to the right", "\u202eокнечвеШ", null],
    ["an override to the left", "Шев\u202dченко", null],
    ["an isolate in Hebrew", "\u2067שלום\u2069", null],
    ["a direction mark in Hebrew", "שלום\u200e", "שלום\u200e"],
    ["a joiner in Persian", "می\u200cخواهم", "می\u200cخواهم"],
    ["a joiner in emoji", "👩\u200d🏫", "👩\u200d🏫"],
    ["nothing", "Лук\u02bcяненко-Петренко", "Лук\u02bcяненко-Петренко"],
  ];
  test.each(cases)("%s: %j", (_, text, visible) => expect(removeInvisible(text)).toBe(visible));
});
