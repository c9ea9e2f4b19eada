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
  expect(renderTable(["№", "Хто", "Так"], rows, style)).toBe("< №  Хто         Так>\n010  Її\n1 9  Довге ім'я  ні\n");
});
