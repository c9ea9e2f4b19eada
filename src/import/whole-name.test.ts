import { describe, expect, test } from "bun:test";
import { splitWholeName } from "./whole-name.ts";

describe("splitWholeName()", () => {
  const clear: [text: string, parts: string][] = [
    ["Шевченко Тарас Григорович", "Шевченко|Тарас|Григорович|"],
    ["  ШЕВЧЕНКО   Тарас Григорович ", "ШЕВЧЕНКО|Тарас|Григорович|"],
    ["Нечуй-Левицький Іван Семенович", "Нечуй-Левицький|Іван|Семенович|"],
    ["Косач Лариса Петрівна", "Косач|Лариса|Петрівна|"],
    ["Шевченко Т. Г.", "Шевченко|Т.|Г.|"],
    ["Шевченко Т.Г.", "Шевченко|Т.|Г.|"],
    ["Шевченко Т.Г", "Шевченко|Т.|Г.|"],
    ["Шевченко Т Г", "Шевченко|Т|Г|"],
    ["Шевченко Ю.", "Шевченко|Ю.||"],
    ["Т.Г. Шевченко", "Шевченко|Т.|Г.|"],
    ["Т. Шевченко", "Шевченко|Т.||"],
    ["доц. Шевченко Т. Г.", "Шевченко|Т.|Г.|доц."],
    ["ст. викл. Шевченко Тарас Григорович", "Шевченко|Тарас|Григорович|ст. викл."],
    ["к.т.н., доц. Шевченко", "|||к.т.н. доц. Шевченко"],
    ["Шевченко Т. Г., професор", "Шевченко|Т.|Г.|професор"],
    ["Шевченко Тарас Григорович (асистент)", "Шевченко|Тарас|Григорович|асистент"],
    ["Shevchenko Taras Hryhorovych", "Shevchenko|Taras|Hryhorovych|"],
  ];
  const doubtful: [text: string, parts: string][] = [
    ["Шевченко", "Шевченко|||"],
    ["Шевченко Тарас", "Шевченко|Тарас||"],
    ["Тарас Григорович Шевченко", "Шевченко|Тарас|Григорович|"],
    ["Гулак Артемовський Петро Петрович", "Гулак Артемовський|Петро|Петрович|"],
    ["Мамедов Алі Гасан огли", "Мамедов Алі|Гасан|огли|"],
    ["Шевченко Тарас Г.", "Шевченко|Тарас|Г.|"],
    ["", "|||"],
  ];
  const join = (text: string): string => {
    const { last_name, first_name, middle_name, degree } = splitWholeName(text);
    return [last_name, first_name, middle_name, degree].join("|");
  };
  test.each(clear)("splits %j", (text, parts) => expect(join(text)).toBe(parts));
  test.each(doubtful)("splits %j with a doubt", (text, parts) => {
    expect(join(text)).toBe(parts);
    expect(splitWholeName(text).isDoubtful).toBe(true);
  });
  test.each(clear.filter(([text]) => !text.startsWith("к.т.н.")))("has no doubt about %j", (text) => {
    expect(splitWholeName(text).isDoubtful).toBe(false);
  });
});
