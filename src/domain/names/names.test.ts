import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hasLetterOrDigit, normalizeText, spellingKey, splitWords } from "./names.ts";

/**
 * Any text, and text with many characters that are folded: both scripts, marks, apostrophes, spaces and zero-width
 * characters.
 */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(..."АаБЄєІіЇїйґHhoCсеé'’ʼ -.ΣςЅ \t\u00a0\u00ad\u200b\ufeff\u0301\u0306\u0308\u0323"),
  }),
);

describe("normalizeText()", () => {
  const cases: [criterion: string, text: string, normal: string][] = [
    ["keeps clean text", "Нечуй-Левицький О’Ніл", "Нечуй-Левицький О’Ніл"],
    ["keeps the empty string", "", ""],
    ["joins й and ї as macOS writes them", "Їжакевич Андрій".normalize("NFD"), "Їжакевич Андрій"],
    ["joins a Latin letter and its mark", "Rene\u0301", "René"],
    ["trims both ends", "  Коваль ", "Коваль"],
    ["makes two spaces one", "Коваль  Іван", "Коваль Іван"],
    ["makes a tab a space", "Коваль\tІван", "Коваль Іван"],
    ["makes a line break a space", "старший\r\nвикладач", "старший викладач"],
    ["makes a no-break space a space", "Коваль\u00a0\u202fІван", "Коваль Іван"],
    ["turns white space alone into the empty string", " \t\u3000\n", ""],
    ["turns zero-width characters alone into the empty string", "\u200b\u2060\ufeff\u00ad\u034f\u200e\u202e", ""],
    ["turns blank letters and signs alone into the empty string", "\u115f\u1160\u3164\uffa0 \u2800\u{1d159}", ""],
    ["turns variation selectors and tags alone into the empty string", "\ufe0f\u{e0100}\u180b\u{e0041}", ""],
    ["keeps a control character, which is a fault", "\u200b\u0007", "\u200b\u0007"],
    ["removes a byte order mark at the start", "\ufeffКоваль", "Коваль"],
    ["does not split a word at U+FEFF", "Ко\ufeffваль", "Ко\ufeffваль"],
    ["keeps case, apostrophes and soft hyphens", "В'яЧЕ\u00adслав", "В'яЧЕ\u00adслав"],
  ];
  for (const [criterion, text, normal] of cases) {
    test(criterion, () => expect(normalizeText(text)).toBe(normal));
  }

  test("is idempotent", () => {
    fc.assert(fc.property(anyText, (text) => normalizeText(normalizeText(text)) === normalizeText(text)));
  });

  test("changes the same texts as unconditional normalisation", () => {
    const long = (text: string): string =>
      text
        .normalize("NFC")
        .replace(/[\s--\ufeff]+/gv, " ")
        .trim();
    fc.assert(fc.property(anyText, (text) => normalizeText(`А${text}`) === long(`А${text}`)));
  });
});

describe("splitWords()", () => {
  const cases: [criterion: string, text: string, words: string[]][] = [
    ["splits at white space", "Тарас\tШевченко\u00a0Г", ["Тарас", "Шевченко", "Г"]],
    ["splits at full stops", "Шевченко Т.Г.", ["Шевченко", "Т", "Г"]],
    ["splits at commas", "Шевченко,Тарас", ["Шевченко", "Тарас"]],
    ["splits at a hyphen", "Нечуй-левицький", ["Нечуй", "левицький"]],
    ["splits at U+2010 and U+2011", "Нечуй\u2010Левицький\u2011Старий", ["Нечуй", "Левицький", "Старий"]],
    ["keeps a soft hyphen and other zero-width characters", "Не\u00adчуй\u200b\ufeff", ["Не\u00adчуй\u200b\ufeff"]],
    ["splits at dashes, brackets and quotes", "Нечуй — (Левицький) «Старий»", ["Нечуй", "Левицький", "Старий"]],
    ["keeps apostrophes", "В'ячеслав Вʼячеслав", ["В'ячеслав", "Вʼячеслав"]],
    ["finds none in separators alone", " .,- \u2011", []],
    ["finds none in the empty string", "", []],
  ];
  for (const [criterion, text, words] of cases) test(criterion, () => expect(splitWords(text)).toEqual(words));
});

describe("hasLetterOrDigit()", () => {
  const cases: [text: string, has: boolean][] = [
    ["О", true],
    ["7", true],
    ["'ї'", true],
    ["ʼ", false],
    ["’'", false],
    ["\u00ad\u200b", false],
    ["***", false],
    ["—", false],
    ["\u0301", false],
    ["", false],
  ];
  for (const [text, has] of cases) {
    test(`is ${has} for ${JSON.stringify(text)}`, () => expect(hasLetterOrDigit(text)).toBe(has));
  }

  test("is true only for texts whose spelling key is not empty", () => {
    fc.assert(fc.property(anyText, (text) => !hasLetterOrDigit(text) || spellingKey(text) !== ""));
  });
});

describe("spellingKey()", () => {
  const cases: [criterion: string, word: string, key: string][] = [
    ["ignores case", "ҐУДЗЬ", "ґудзь"],
    ["leaves out U+0027", "В'ячеслав", "вячеслав"],
    ["leaves out U+2019", "В’ячеслав", "вячеслав"],
    ["leaves out U+02BC", "Вʼячеслав", "вячеслав"],
    ["leaves out what is typed for an apostrophe", "В`я´че‘сла′в", "вячеслав"],
    ["drops soft hyphens and other zero-width characters", "Шев\u00adчен\u200b\u200d\ufeffко\u2060", "шевченко"],
    ["drops stress marks", "Шевче\u0301нко", "шевченко"],
    ["keeps the mark of a Latin letter", "Rene\u0301", "rené"],
    ["joins NFD", "Їжакевич-Йосип".normalize("NFD"), "їжакевич-йосип"],
    ["composes NFD across a zero-width character", "Їи\u200d\u0306", "їй"],
    ["corrects Latin i and a in a Cyrillic word", "Iвaненко", "іваненко"],
    ["corrects most letters", "Cидopeнкo", "сидоренко"],
    ["corrects look-alike capitals, also in lower case", "BIKTOР bікtoр HATAЛЯ", "віктор віктор наталя"],
    ["corrects ï", "Киïв", "київ"],
    ["corrects a Cyrillic letter in a Latin word", "Shevchеnko", "shevchenko"],
    ["makes a word Cyrillic if all its Latin letters look Cyrillic", "Вopoх", "ворох"],
    ["keeps a Latin word", "Smith", "smith"],
    ["keeps a Latin word that looks Cyrillic", "Copa", "copa"],
    ["does not depend on the end of the word", "ΟΔΥΣ", "οδυσ"],
    ["is empty if every character is dropped", "'ʼ\u00ad\u200b", ""],
  ];
  for (const [criterion, word, key] of cases) test(criterion, () => expect(spellingKey(word)).toBe(key));

  const apart: [a: string, b: string][] = [
    ["Гудзь", "Ґудзь"],
    ["Іващенко", "Иващенко"],
    ["Їжак", "Іжак"],
    ["Андрій", "Андрии"],
    ["Зеленська", "Зеленский"],
    ["Єрмак", "Ермак"],
    ["Ілля", "Іля"],
    ["Коваль", "Ковал"],
    ["Наталія", "Наталя"],
  ];
  for (const [a, b] of apart) test(`keeps ${a} and ${b} apart`, () => expect(spellingKey(a)).not.toBe(spellingKey(b)));

  test("is idempotent", () => {
    fc.assert(fc.property(anyText, (text) => spellingKey(spellingKey(text)) === spellingKey(text)));
  });

  test("is the same for NFD and NFC", () => {
    fc.assert(
      fc.property(anyText, (text) => spellingKey(text.normalize("NFD")) === spellingKey(text.normalize("NFC"))),
    );
  });
});
