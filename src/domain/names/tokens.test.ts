import { describe, expect, test } from "bun:test";
import { readTokens } from "./names.ts";

describe("readTokens()", () => {
  test.each<[what: string, text: string, keys: string[]]>([
    [
      "white space of every kind",
      "Шевченко\tТарас\nГригорович\u00a0доцент",
      ["шевченко", "тарас", "григорович", "доцент"],
    ],
    ["dashes of every kind", "Нечуй-Левицький–Старий\u2011Новий", ["нечуй", "левицький", "старий", "новий"]],
    ["punctuation", "Шевченко,Т.;Г:о/п_р+с|т@у<ф>х", ["шевченко", "т", "г", "о", "п", "р", "с", "т", "у", "ф", "х"]],
    ["brackets and quotes", '(Шевченко) «Тарас» [Г] "О"', ["шевченко", "тарас", "г", "о"]],
    ["entities of signs", "Лук&apos;янчук&#7;Ян&#55296;", ["лукянчук", "ян"]],
    ["tags and entities", "<b>Шевчук</b>&nbsp;Олена &#1054;&#x41;", ["шевчук", "олена", "оа"]],
    ["an apostrophe of every kind", "Дем'янчук Дем’янчук Демʼянчук Дем`янчук", Array(4).fill("демянчук")],
    ["NFD", "Їжакевич Йосип".normalize("NFD"), ["їжакевич", "йосип"]],
    ["Latin look-alikes", "Iвaненко HATAЛЯ", ["іваненко", "наталя"]],
    ["invisible characters", "Шев\u00adчен\u200bко", ["шевченко"]],
    ["д-р", "д-р Коваль", ["доктор", "коваль"]],
    ["nothing without a letter or digit", "… — 😀 ' 7", ["7"]],
  ])("divides at or ignores %s", (_, text, keys) => {
    expect(readTokens(text).map(({ key }) => key)).toEqual(keys);
  });

  test("knows full stops, labels and hyphens", () => {
    const flags = readTokens("ПІБ: КН-21 Анна-М. А.-Б").map(({ text, isStopped, isLabel, isJoined }) =>
      [text, isStopped && "stopped", isLabel && "label", isJoined && "joined"].filter(Boolean).join(" "),
    );
    expect(flags).toEqual(["ПІБ label", "КН label", "21 joined", "Анна", "М stopped joined", "А stopped", "Б joined"]);
  });
});
