import { describe, expect, test } from "bun:test";
import { parseColumnMap } from "./column-map.ts";

describe("parseColumnMap()", () => {
  const cases: [text: string, map: object | undefined][] = [
    ["last_name=Прізвище", { last_name: "Прізвище" }],
    ["last_name=Родове ім'я degree=Вчене звання", { last_name: "Родове ім'я", degree: "Вчене звання" }],
    ["id=Код, name=П.І.Б., скорочено", { id: "Код", name: "П.І.Б., скорочено" }],
    ["degree=a=b", { degree: "a=b" }],
    ["", undefined],
    ["Прізвище", undefined],
    ["surname=Прізвище", undefined],
    ["id=", undefined],
    ["id=a id=b", undefined],
  ];
  test.each(cases)("%j: %j", (text, map) => expect<unknown>(parseColumnMap(text)).toEqual(map));
});
