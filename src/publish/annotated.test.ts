import { expect, test } from "bun:test";
import { openFile } from "../read/formats/open.ts";
import { readFile } from "../read/read.ts";
import type { Row } from "../read/table.ts";
import { annotate, renderAnnotated } from "./annotated.ts";
import { nothing } from "./apply.ts";
import { type Plan, plan } from "./plan.ts";

async function rowsOfCopy(text: string): Promise<readonly Row[]> {
  const { headers, issues } = await readFile(Buffer.from(text));
  const file = await openFile(Buffer.from(text));
  const copy = Buffer.from(await renderAnnotated(file, annotate({ headers, issues }, null)));
  const { tables } = await openFile(copy);
  return tables.flatMap((table) => [...table.rows]);
}

test("the annotated copy of a table without a header has the remarks about the first teacher", async () => {
  const [row] = await rowsOfCopy(
    "Коваль,Ганна,Петрівна,=1+1\nШульга,Олена,Іванівна,доцент\nГук,Іван,Іванович,доцент\n",
  );
  expect(row!.cells[0]).toContain("stray punctuation");
});

test("the annotated copy has every row as it is, a remark before it, and no formula", async () => {
  const text = "Список\nid,last_name,first_name,middle_name,degree\n7,Коваль,Ганна,Петрівна,=1+1\n8,TRUE,Ада,,доцент\n";
  const rows = await rowsOfCopy(text);
  expect(rows.map(({ line, cells, uncalculated }) => [line, cells.join("|"), uncalculated])).toEqual([
    [1, "|Список||||", undefined],
    [2, "What to correct|id|last_name|first_name|middle_name|degree", undefined],
    [3, "stray punctuation|7|Коваль|Ганна|Петрівна|=1+1", undefined],
    [4, '"TRUE" is a truth value, not a name; enter the right text, or clear the cell|8|TRUE|Ада||доцент', undefined],
  ]);
});

test("the annotated copy has the reason of a concern once, and no statement to tick", async () => {
  const reading = await readFile(Buffer.from("id,last_name,first_name,degree\n7,Коваль,Гaнна,доцент\n"));
  const { remarks } = annotate(reading, plan(nothing, reading));
  expect(remarks).toEqual([["[null,2]", "a word mixes Cyrillic and Latin letters"]]);
});

test("the annotated copy names the row of an erased id", () => {
  const erased = { dangers: [], changes: [], erased: [{ id: 4, place: { sheet: null, line: 5 } }] } as unknown as Plan;
  const [remark] = annotate({ headers: [], issues: [] }, erased).remarks;
  expect(remark).toEqual(["[null,5]", expect.stringContaining("The id 4 (line 5) was erased")]);
});
