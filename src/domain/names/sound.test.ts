import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { namePairs } from "../../../test/support/name-pairs.ts";
import { hasLetterOrDigit, spellingKey } from "./names.ts";
import { romanise, romanisedLetters } from "./romanisation.ts";
import { soundKey } from "./sound.ts";

/** Whether a typed word finds a stored one: by spelling or, if that finds no one, by sound. */
function meets(stored: string, typed: string): boolean {
  return (
    spellingKey(stored).startsWith(spellingKey(typed)) ||
    (hasLetterOrDigit(typed) && soundKey(stored).startsWith(soundKey(typed)))
  );
}

/** More of what people type, by the rule that it needs. */
const habits: readonly [rule: string, stored: string, typed: string[]][] = [
  ["-ий and -ій", "Зеленський", ["Zelenskyi", "Zelenskyy", "Zelenskiy", "Zelenskij", "Zelenski", "Зеленский"]],
  ["ія", "Наталія", ["Nataliia", "Natalija", "Наталья", "Natali"]],
  ["є at the start", "Євген", ["Yevhen", "Yevgen", "Ievgen", "Jewhen", "Evhen", "Y", "Ye", "Ie", "E"]],
  ["є after a vowel", "Гаєвський", ["Haievskyi", "Gaevsky", "Gayevskiy", "Gajewski", "Gay"]],
  ["ієнко", "Сергієнко", ["Serhiienko", "Sergienko", "Sergiyenko", "Sergi"]],
  ["ієвський", "Андрієвський", ["Andriievskyi", "Andrievsky", "Andriyevskiy", "Andrie"]],
  ["є in the first syllable", "Бєлов", ["Bielov", "Belov", "Byelov", "Bie"]],
  ["-єв", "Медведєв", ["Medvediev", "Medvedev", "Medvede"]],
  ["-ьєв", "Васильєв", ["Vasyliev", "Vasilyev", "Vasilev"]],
  ["-єєв", "Андрєєв", ["Andrieiev", "Andreev", "Andreyev"]],
  ["йо", "Соловйов", ["Soloviov", "Solovjov", "Solovy"]],
  ["ьо", "Ковальов", ["Kovalov", "Kovalyov", "Kovaliov"]],
  ["ьо in a first name", "Альона", ["Alona", "Alyona", "Aliona"]],
  ["io that is no ьо", "Родіон", ["Rodion", "Rodi"]],
  ["лю", "Людмила", ["Liudmyla", "Lyudmila", "Ludmila", "Ljudmyla"]],
  ["щ", "Ющенко", ["Iushchenko", "Yuschenko", "Juschtschenko", "Juszczenko", "Yushenko", "Юшченко", "Yushc"]],
  ["ш", "Тимошенко", ["Tymoshenko", "Timoshenko", "Tymoschenko"]],
  ["сч", "Песчаний", ["Peschanyi", "Pes"]],
  ["German", "Шевченко", ["Schewtschenko"]],
  ["Polish", "Хмельницький", ["Khmelnicki", "Hmelnicky"]],
  ["scholarly", "Шевченко", ["Ševčenko", "Ševčenko".normalize("NFD")]],
  ["tch at the start", "Чайковський", ["Chaikovskyi", "Tchaikovsky"]],
  ["ц before a vowel", "Цибуля", ["Tsybulya", "Cybulia", "Tzybulia"]],
  ["тж is not ц", "Отжак", ["Otzhak"]],
  ["сж is not ш", "Сжатий", ["Szhatyi"]],
  ["c for к", "Вікторія", ["Viktoriia", "Victoria", "Viktoriya"]],
  ["х", "Михайло", ["Mykhailo", "Mihailo", "Mykhaylo"]],
  ["г", "Гончаренко", ["Honcharenko", "Goncharenko"]],
  ["ph", "Софія", ["Sofiia", "Sophia", "Sofija"]],
  ["x", "Оксана", ["Oxana", "Oksana"]],
  ["doubled letters", "Іллічівна", ["Illichivna", "Ilichivna", "Illlichivna"]],
  ["apostrophes typed in Latin", "Мельник", ["Mel'nyk", "Melʹnyk", "Mel`nik", "Melnyk"]],
  ["Russian letters", "Рибіна", ["Рыбина", "Rybina"]],
  ["a Latin name", "Smith", ["smith", "SMI"]],
  ["digits", "Іван2", ["Ivan2"]],
];

describe("soundKey() meets", () => {
  for (const [stored, typed] of namePairs)
    test(`${stored} typed as ${typed}`, () => expect(meets(stored, typed)).toBe(true));
  for (const [rule, stored, spellings] of habits) {
    for (const typed of spellings) {
      test(`${stored} typed as ${typed} (${rule})`, () => expect(soundKey(stored)).toStartWith(soundKey(typed)));
    }
  }
});

describe("soundKey() while a name is typed", () => {
  // Single letters that stand for something else alone, and so find the name from the second letter on.
  const lost: readonly [typed: string, prefix: string][] = [
    ["Khmelnytsky", "K"], // The half of kh.
    ["Cидopeнкo", "C"], // Latin, until a Cyrillic letter shows that it is not.
  ];
  const found = namePairs.flatMap(([stored, typed]) =>
    Array.from(typed, (_, index): [string, string, string] => [stored, typed, typed.slice(0, index + 1)]),
  );
  for (const [stored, typed] of namePairs) {
    test(`finds ${stored} at each letter of ${typed}`, () => {
      const missed = found.filter(([, of, prefix]) => of === typed && !meets(stored, prefix));
      expect(missed.map(([, of, prefix]) => [of, prefix])).toEqual(lost.filter(([of]) => of === typed) as string[][]);
    });
  }
});

describe("soundKey() keeps apart", () => {
  const cases: readonly [a: string, b: string][] = [
    ["Шевченко", "Савченко"],
    ["Бондар", "Пондар"],
    ["Коваль", "Ковальчук"],
    ["Гончар", "Кончар"],
    ["Іванов", "Іванів"],
    ["Петренко", "Петриченко"],
    ["Лисенко", "Луценко"],
    ["Жук", "Шук"],
    ["Жуков", "Згуков"],
    ["Чорний", "Цорний"],
    ["Зінченко", "Сінченко"],
    ["Юрченко", "Урченко"],
    ["Ярема", "Арема"],
    ["Ганна", "Анна"],
    ["Олена", "Аліна"],
    ["Марія", "Мара"],
    ["Матвієнко", "Матвенко"],
    ["Зеленський", "Зеленська"],
    ["Дмитро", "Дмитрій"],
    ["Федотченко", "Федоченко"],
    ["Вовк", "Бовк"],
  ];
  for (const [a, b] of cases) test(`${a} and ${b}`, () => expect(soundKey(a)).not.toBe(soundKey(b)));

  const strangers: readonly [stored: string, typed: string][] = [
    ["Андреєв", "Andriy"],
    ["Григоренко", "Grigoriy"],
    ["Урбан", "Yuriy"],
    ["Зеленська", "Zelensky"],
    ["Савченко", "Schevchenko"],
    ["Т", "Taras"],
  ];
  for (const [stored, typed] of strangers) {
    test(`${stored} and ${typed}`, () => expect(meets(stored, typed)).toBe(false));
  }
});

describe("soundKey() of any name", () => {
  const name = fc.string({ unit: fc.constantFrom(...romanisedLetters), minLength: 1, maxLength: 12 });

  // Where two letters romanise to what is officially, or by habit, the sign of another: сг is sh, as ш is.
  const ambiguous = /[скцтп][ь’]*г|з[ь’]+г|[сцт][ь’]*з|[цс][ь’]*ч/;

  test("is that of its official romanisation", () => {
    fc.assert(
      fc.property(name, (word) => {
        fc.pre(!ambiguous.test(word) && !/^[ь’]/.test(word));
        expect(soundKey(romanise(word)!)).toBe(soundKey(word));
      }),
      { numRuns: 2000 },
    );
  });

  const anyWord = fc.oneof(name, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

  test("is the same for NFD and NFC, and in either case", () => {
    fc.assert(fc.property(anyWord, (word) => soundKey(word.normalize("NFD")) === soundKey(word.normalize("NFC"))));
    fc.assert(fc.property(name, (word) => soundKey(word.toUpperCase()) === soundKey(word)));
  });

  test("follows from its spelling key", () => {
    fc.assert(fc.property(anyWord, (word) => soundKey(spellingKey(word)) === soundKey(word)));
  });

  test("is not empty where there is a letter or a digit", () => {
    expect(soundKey("ь")).toBe("ь");
    fc.assert(fc.property(anyWord, (word) => !hasLetterOrDigit(word) || soundKey(word) !== ""));
  });
});
