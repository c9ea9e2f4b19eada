import { describe, expect, test } from "bun:test";
import { cutBytes } from "../../publishing/reader-testing.ts";
import { createFaultList } from "../fault.ts";
import { readLines } from "./lines.ts";

async function* readPieces(text: string, size: number): AsyncGenerator<Buffer> {
  for await (const piece of cutBytes(Buffer.from(text), [size])) yield Buffer.from(piece);
}

async function split(text: string, atReturns: boolean, size: number): Promise<string[]> {
  const lines: string[] = [];
  await readLines(readPieces(text, size), createFaultList(), atReturns, (...line) => {
    lines.push(JSON.stringify(line));
  });
  return lines;
}

describe("readLines()", () => {
  const cases: [text: string, atReturns: boolean, lines: [text: string, lineBreak: string][]][] = [
    ["", true, [["", ""]]],
    [
      "a\nш\r\nb\rc",
      true,
      [
        ["a", "\n"],
        ["ш", "\r\n"],
        ["b", "\r"],
        ["c", ""],
      ],
    ],
    [
      "\r\r\n\n\r",
      true,
      [
        ["", "\r"],
        ["", "\r\n"],
        ["", "\n"],
        ["", ""],
      ],
    ],
    [
      "a\rb\r\nc\r",
      false,
      [
        ["a\rb\r", "\n"],
        ["c", ""],
      ],
    ],
  ];
  test.each(cases)("splits %j, at CR too: %p", async (text, atReturns, lines) => {
    const numbered = lines.map((line, i) => JSON.stringify([...line, i + 1]));
    for (const size of [1, 2, 3, 100]) expect(await split(text, atReturns, size)).toEqual(numbered);
  });

  test("stops when reading must stop", async () => {
    const faults = createFaultList();
    const lines: string[] = [];
    await readLines(readPieces("a\nb\nc", 100), faults, true, (text) => {
      lines.push(text);
      if (text === "b") faults.stop({ message: { code: "noTeachers" } });
    });
    expect(lines).toEqual(["a", "b"]);
  });

  test("reads no further than the start of an endless line", async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.alloc(65536, "a");
    }
    const lengths: number[] = [];
    await readLines(endless(), createFaultList(), true, ({ length }) => lengths.push(length));
    expect(lengths).toEqual([3 * 1024 * 1024 + 65536]);
  });
});
