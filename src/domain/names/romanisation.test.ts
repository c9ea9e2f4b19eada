import { describe, expect, test } from "bun:test";
import { romanise } from "./romanisation.ts";

describe("romanise()", () => {
  /** The examples of the resolution, then names as they are stored. */
  const cases: readonly [name: string, latin: string | null][] = [
    ["Алушта Андрій", "Alushta Andrii"],
    ["Борщагівка Борисенко", "Borshchahivka Borysenko"],
    ["Вінниця Володимир", "Vinnytsia Volodymyr"],
    ["Гадяч Богдан Згурський", "Hadiach Bohdan Zghurskyi"],
    ["Ґалаґан Ґорґани", "Galagan Gorgany"],
    ["Єнакієве Гаєвич Короп’є", "Yenakiieve Haievych Koropie"],
    ["Житомир Жанна Жежелів", "Zhytomyr Zhanna Zhezheliv"],
    ["Закарпаття Казимирчук", "Zakarpattia Kazymyrchuk"],
    ["Медвин Михайленко", "Medvyn Mykhailenko"],
    ["Їжакевич Кадиївка Мар’їне", "Yizhakevych Kadyivka Marine"],
    ["Йосипівка Стрий Олексій", "Yosypivka Stryi Oleksii"],
    ["Розгон Згорани", "Rozghon Zghorany"],
    ["Харків Христина", "Kharkiv Khrystyna"],
    ["Біла Церква Стеценко", "Bila Tserkva Stetsenko"],
    ["Чернівці Шевченко", "Chernivtsi Shevchenko"],
    ["Шостка Кишеньки", "Shostka Kyshenky"],
    ["Щербухи Гоща Гаращенко", "Shcherbukhy Hoshcha Harashchenko"],
    ["Юрій Корюківка", "Yurii Koriukivka"],
    ["Яготин Ярошенко Костянтин Знам’янка Феодосія", "Yahotyn Yaroshenko Kostiantyn Znamianka Feodosiia"],
    ["Шевченко Т. Г.", "Shevchenko T. H."],
    ["Юрченко Ю Є", "Yurchenko Yu Ye"],
    ["Нечуй-левицький", "Nechui-levytskyi"],
    ["Нечуй-Яценко", "Nechui-Yatsenko"],
    ["ЩУКА ЗГУРСЬКА", "SHCHUKA ZGHURSKA"],
    ["Демʼянчук Дем'янчук Дем’янчук", "Demianchuk Demianchuk Demianchuk"],
    ["'Яна", "Yana"],
    ["Smith Ігор", "Smith Ihor"],
    ["Smith", null],
    ["Крылов", null],
    ["2", null],
    ["", null],
  ];
  test.each(cases)("of %s is %s", (name, latin) => {
    expect(romanise(name)).toBe(latin);
  });

  test("has every Ukrainian letter", () => {
    for (const letter of "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя") expect(romanise(`${letter}а`)).toMatch(/^[a-z]+$/);
  });
});
