import { expect, test } from "bun:test";
import { renderTable } from "./table.ts";

test("renderTable() aligns columns and leaves no white space at the ends", () => {
  const style = {
    right: [0],
    paintHead: (text: string) => `<${text}>`,
    paintRow: (text: string, row: number) => row + text,
  };
  const rows = [
    ["10", "Її", ""],
    ["9", "Довге ім'я", "ні"],
  ];
  expect(renderTable(["№", "Хто", "Так"], rows, style)).toEqual([
    "< №  Хто         Так>",
    "010  Її",
    "1 9  Довге ім'я  ні",
  ]);
});
