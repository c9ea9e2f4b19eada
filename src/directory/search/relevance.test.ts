/** The order of an answer, what it contains beside the cheapest, and the bounds of its work. */
import { describe, expect, test } from "bun:test";
import { namePairs } from "../../domain/names/name-pairs-testing.ts";
import { openNames, openSearchOf } from "./search-testing.ts";

describe("relevance orders", () => {
  test.each<[what: string, query: string, names: string[]]>([
    [
      "whole last names before double ones",
      "бондар",
      ["Бондар, Ян", "Бондар-Лис, Ян", "Бондаренко, Ян", "Лис-Бондаренко, Ян"],
    ],
    ["whole given names before beginnings of last names", "іван", ["Коваль, Іван", "Іваненко, Олег"]],
    ["a last name before an initial", "п", ["Павлюк, Олег", "Гай, П."]],
    ["a later part before a given name", "мар", ["Мартин, Олег", "Лис-Мартин, Ян", "Гай, Марія"]],
    ["a given name before none", "мороз", ["Мороз, Яна", "Мороз, "]],
    ["a full given name before an initial", "мельник", ["Мельник, Яна", "Мельник, А."]],
    ["the degree as written", "доцент гай", ["Гай, Ян, , доцент", "Гай, Ада, , доцент кафедри"]],
    ["the apostrophe as written", "дем'яненко", ["Дем'яненко, Ян", "Демяненко, Ада"]],
    ["no apostrophe as written", "демяненко", ["Демяненко, Ада", "Дем'яненко, Ян"]],
    ["* as an apostrophe", "дем*яненко", ["Дем'яненко, Ян", "Демяненко, Ада"]],
    ["no ь as written", "дяченко", ["Дяченко, Ян", "Дьяченко, Ада"]],
    ["the alphabet, then the id", "бойко", ["Бойко, Ада", "Бойко, Ірина", "Бойко, Яна"]],
    ["full names before stored initials", "сидоренко терентій", ["Сидоренко, Терентій", "Сидоренко, Т."]],
    ["exchanged letters after the spelling", "лисо", ["Лисогор, Ян", "Лісовий, Ян"]],
  ])("%s: %s", (_, query, names) => {
    expect(openNames(names.toReversed()).find(query)).toEqual(names);
  });
});

describe("nobody else is found beside", () => {
  test.each<[what: string, query: string, names: string[], found: string[]]>([
    ["a whole name, by exchanged letters", "Лис", ["Лис, Ян", "Лісовий, Ян"], ["Лис, Ян"]],
    ["a soft sign", "бонь", ["Бонь, Ян", "Бондар, Ян"], ["Бонь, Ян"]],
    ["a given name, by its patronymic", "Іван", ["Гай, Петро, Іванович"], []],
    ["a given name beside a last name, by its patronymic", "Гай Іван", ["Гай, Петро, Іванович"], []],
    ["an unknown last name, by other words", "Леонтович Іван", ["Іванова, В, Л", "Іваненко, Іван"], []],
    ["a last name, by a typo that makes it another one", "Коваль Ян", ["Ковалів, Ян", "Коваль, Ада"], []],
    ["a short typo without company", "Лиз Пвло", ["Лис, Павло"], []],
    ["the degree, by names without it", "доцент Бо", ["Бойко, Ян, , доцент", "Бойченко, Ян"], ["Бойко, Ян, , доцент"]],
    ["an unknown given name, by other initials", "Гай Аполінарій", ["Гай, Б.", "Гай, Зоя"], []],
    ["a teacher without a patronymic, by other initials", "Гай О. П.", ["Гай, Зоя", "Гай, , Ілліч"], []],
    ["a teacher without a patronymic, by a wrong first initial", "Гай О. З.", ["Гай, Зоя"], []],
  ])("%s: %s", (_, query, names, found) => expect(openNames(names).find(query)).toEqual(found));

  test.each<[what: string, query: string, names: string[], found: string[]]>([
    ["a beginning of other letters", "გელაშ", ["გელაშვილი, Ян", "Гай, Ада"], ["გელაშვილი, Ян"]],
    ["a short typo beside a name", "Лиз Павло", ["Лис, Павло"], ["Лис, Павло"]],
    ["a patronymic being typed", "Гай Олена Іван", ["Гай, Олена, Іванівна"], ["Гай, Олена, Іванівна"]],
    ["an unknown given name meets its initial", "Гай Аполінарій", ["Гай, А.", "Гай, Б."], ["Гай, А."]],
    ["a room of the name Кім", "Шевченко кім 302", ["Шевченко, Ян", "Кім, Ен"], ["Шевченко, Ян"]],
    ["a day of the name Середа", "Середа Богдан", ["Середа, Б., І.", "Гай, Богдан"], ["Середа, Б., І."]],
    [
      "a surname that is also a given name beside a room",
      "Франко Лілія ауд. 347",
      ["Франко, Лілія", "Гай, Франко"],
      ["Франко, Лілія"],
    ],
  ])("but %s: %s", (_, query, names, found) => expect(openNames(names).find(query)).toEqual(found));
});

test.each(namePairs)("%s is found as %s", (stored, typed) => {
  expect([openNames([`${stored}, Ян`]).find(typed), openNames([`Гай, ${stored}`]).find(typed)]).toEqual([
    [`${stored}, Ян`],
    [`Гай, ${stored}`],
  ]);
});

test.each<[one: string, other: string]>([
  ["Øyvind", "Oyvind"],
  ["Øyvind", "Oeyvind"],
  ["Đorđević", "Djordjevic"],
  ["Đorđević", "Dordevic"],
  ["Łukasiewicz", "Lukasiewicz"],
  ["Weiß", "Weiss"],
  ["Guðmundsdóttir", "Gudmundsdottir"],
  ["Þórsson", "Thorsson"],
  ["Yıldız", "Yildiz"],
  ["İnönü", "Inonu"],
  ["Œuvrard", "Oeuvrard"],
  ["Ærø", "Aero"],
  ["Ó Súilleabháin", "O Suilleabhain"],
  ["Müller", "Mueller"],
  ["בן-גוריון", "בן גוריון"],
])("letters without a mark that could be dropped: %s is found as %s, and the reverse", (one, other) => {
  expect(openNames([`${one}, Ян`, "Гай, Ада"]).find(other)).toEqual([`${one}, Ян`]);
  expect(openNames([`${other}, Ян`, "Гай, Ада"]).find(one)).toEqual([`${other}, Ян`]);
});

describe("the nearest names", () => {
  const { nearest } = openNames(["Шевченко, Тарас", "Шевчук, Олег", "Коваль, Іван", "Коваль, Іван", "Гай, Зоя"]);
  test.each<[query: string, names: string[]]>([
    ["Шывчинко", ["Шевченко"]],
    ["Кивль", ["Коваль"]],
    ["Коваль Аполінарій", ["Коваль"]],
    ["Леонтович Іван", []],
    ["Щгршгрш", []],
  ])("of %s", (query, names) => expect(nearest(query)).toEqual(names));
});

describe("the work is bounded", () => {
  const { find } = openSearchOf([
    { id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "", degree: "доцент" },
  ]);
  test("a text without words finds nobody", () => {
    expect(find("…")!.ranks.length).toBe(0);
  });

  const long = "Альфа Браво Чарлі Дельта Ехолот Фокстрот Гольф Готель Індія Джульєтта Кілограм Ліма";
  const { find: findLong } = openNames([long, "Альфа Браво Чарлі Дельта Ехолот Фокстрот"]);
  test.each<[what: string, query: string, found: number]>([
    ["12 terms", long, 1],
    ["13 terms", `${long} Ян`, 0],
    ["a typo in six words", "Альаф Браво Чарлі Дельта Ехолот Фокстрот", 2],
    ["no typo in seven", "Альаф Браво Чарлі Дельта Ехолот Фокстрот Гольф", 0],
  ])("a search finds %s", (_, query, found) => expect(findLong(query).length).toBe(found));
});
