import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { namePairs } from "./name-pairs-testing.ts";
import { spellingKey } from "./names.ts";
import { romanise } from "./romanisation.ts";
import { soundKeys, typedSoundKeys } from "./sound.ts";

/** Whether a typed word sounds like a stored one. */
function soundsLike(stored: string, typed: string): boolean {
  const keys = soundKeys(stored);
  return typedSoundKeys(typed).some((key) => keys.includes(key));
}

/** Rules, each with a stored name and the typed names that match it by this rule. */
const habits: readonly [rule: string, stored: string, typed: string][] = [
  ["-ий", "Зеленський", "Zelenskyi Zelenskyy Zelenskiy Zelenskij Zelenski Зеленский Selenskyj"],
  ["-ська", "Ковальська", "Ковальская Kovalskaya Kovalska Kowalska"],
  ["-івна", "Андріївна", "Андреевна Andriivna Andreevna"],
  ["-ійович", "Сергійович", "Сергеевич Serhiiovych Sergeevich"],
  ["-івський", "Вишнівський", "Вишневский"],
  ["ія", "Наталія", "Nataliia Natalija Наталья Наталия"],
  ["є at the start", "Євген", "Yevhen Yevgen Ievgen Jewhen Evhen Евген"],
  ["є after a vowel", "Гаєвський", "Haievskyi Gaevsky Gayevskiy Gajewski Гаевский"],
  ["ієнко", "Сергієнко", "Serhiienko Sergienko Sergiyenko Сергиенко"],
  ["-єв", "Медведєв", "Medvediev Medvedev Медведев"],
  ["йо", "Соловйов", "Soloviov Solovjov Solovyov Соловьёв Соловьев"],
  ["ьо", "Ковальов", "Kovalov Kovalyov Kovaliov Kovalev Ковалёв Ковалев"],
  ["лю", "Людмила", "Liudmyla Lyudmila Ludmila Ljudmyla"],
  ["щ", "Ющенко", "Iushchenko Yuschenko Juschtschenko Juszczenko Iouchtchenko Юшченко"],
  ["сч", "Песчаний", "Peschanyi Песчаный"],
  ["чо", "Ткачова", "Ткачева Tkacheva Tkachova"],
  ["German", "Шевченко", "Schewtschenko"],
  ["Polish", "Шевченко", "Szewczenko"],
  ["French", "Шевченко", "Chevtchenko"],
  ["scholarly", "Хмельницький", "Chmelnyckyj Khmelnicki Chmielnicki"],
  ["chat", "Чорновіл", "4ornovil Chornovil Черновил"],
  ["ц", "Цибуля", "Tsybulya Cybulia Tzybulia Цыбуля"],
  ["ця", "Палиця", "Палица"],
  ["c for к", "Вікторія", "Viktoriia Victoria Виктория"],
  ["х", "Михайло", "Mykhailo Mihailo Mychajlo"],
  ["x", "Оксана", "Oxana Oksana"],
  ["doubled letters", "Іллічівна", "Illichivna Ilichivna"],
  ["apostrophes", "Лук'яненко", "Lukianenko Lukyanenko Лукьяненко"],
  ["a Latin name", "Smith", "smith"],
];

describe("typedSoundKeys()", () => {
  // Names that differ only in look-alikes have the same spelling key, so sound is not needed for them.
  const pairs = namePairs.filter(([stored, typed]) => spellingKey(stored) !== spellingKey(typed));
  test.each(pairs)("of the pair %s, %s have that of the stored name", (stored, typed) => {
    expect(soundsLike(stored, typed)).toBe(true);
  });

  test.each(habits)("of %s have the key of %s: %s", (_, stored, typed) => {
    expect(typed.split(" ").filter((word) => !soundsLike(stored, word))).toEqual([]);
  });

  test.each([
    ["Шевченко", "Савченко"],
    ["Бондар", "Пондар"],
    ["Коваль", "Ковальчук"],
    ["Гончар", "Кончар"],
    ["Іванов", "Іванів"],
    ["Петренко", "Петриченко"],
    ["Жук", "Шук"],
    ["Чорний", "Цорний"],
    ["Зінченко", "Сінченко"],
    ["Юрченко", "Урченко"],
    ["Ганна", "Анна"],
    ["Олена", "Аліна"],
    ["Зеленський", "Зеленська"],
    ["Ходаківський", "Ходаківської"],
    ["Дмитро", "Дмитрій"],
    ["Андреєв", "Andriy"],
    ["Савченко", "Schevchenko"],
  ])("keep apart %s and %s", (stored, typed) => expect(soundsLike(stored, typed)).toBe(false));
});

test("soundKeys() gives one key for most names, and two for a name with ьо or йо", () => {
  expect(soundKeys("Шевченко")).toEqual(["wevqenko"]);
  expect(soundKeys("Ковальов")).toEqual(["kovalov", "kovalev"]);
  expect(typedSoundKeys("SSSSSSSSSSSSSSSSSSSS").length).toBeLessThan(50);
});

describe("soundKeys() of any name", () => {
  const name = fc.string({
    unit: fc.constantFrom(..."абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’"),
    minLength: 1,
    maxLength: 12,
  });
  // Two letters may be romanised like another letter: сг is sh, as is ш.
  const ambiguous = /[бвгґджзйклмнпрстфхцчшщ][ь’]*[гжзсцчшщ]|о[ьйії]|йо|ьо/;

  test("include that of its official romanisation", () => {
    fc.assert(
      fc.property(name, (word) => {
        fc.pre(!ambiguous.test(word) && !/^[ь’]/.test(word) && soundKeys(word).length > 0);
        expect(soundsLike(word, romanise(word)!)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("are the same for NFD and NFC, and in either case", () => {
    fc.assert(
      fc.property(
        name,
        (word) => soundsLike(word.normalize("NFD"), word.toUpperCase()) || soundKeys(word).length === 0,
      ),
    );
  });
});
