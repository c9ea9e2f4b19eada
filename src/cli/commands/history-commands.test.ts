import { expect, test } from "bun:test";
import { renderTable } from "./history-commands.ts";

test("renderTable() aligns columns and leaves no white space at the ends", () => {
  const rows = [
    ["10", "Її", ""],
    ["9", "Довге ім'я", "ні"],
  ];
  expect(renderTable(["№", "Хто", "Так"], rows, [0])).toEqual([" №  Хто         Так", "10  Її", " 9  Довге ім'я  ні"]);
});
