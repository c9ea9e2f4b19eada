import { describe, expect, test } from "bun:test";
import { createPlainRowReader } from "./plain-row.ts";

const comma = 0x2c;

describe("createPlainRowReader() reads", () => {
  const readRow = createPlainRowReader();

  test.each<[text: string]>([
    [""],
    ["1"],
    [","],
    ["1,Шевченко,Тарас,Григорович,доцент"],
    ["Шевченко,Шевченко,,Шевченко"],
    ["1ґ,\u{1d159},a\u0000b,\r"],
    // At the limit of what is cached, above it, and texts that begin alike.
    [`${"ш".repeat(32)},${"ш".repeat(33)},${"ш".repeat(32)}a,${"ш".repeat(31)}aa`],
  ])("%j", (text) => {
    const bytes = Buffer.from(`before,${text},after`);
    const read = (): string[] | null => readRow(bytes, 7, bytes.length - 6, comma);
    expect(read()).toEqual(text.split(","));
    expect(read()).toEqual(text.split(","));
  });

  test("nothing where there is a quote", () => {
    const bytes = Buffer.from('1,a"b');
    expect(readRow(bytes, 0, bytes.length, comma)).toBeNull();
    expect(readRow(bytes, 0, 3, comma)).toEqual(["1", "a"]);
  });

  test("each of more texts than it caches", () => {
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 200_000; i++) {
        const text = `ш${i}`;
        const bytes = Buffer.from(text);
        if (readRow(bytes, 0, bytes.length, comma)![0] !== text) throw new Error(`${text} was read as another text`);
      }
    }
  });
});
