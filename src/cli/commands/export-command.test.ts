import { expect, test } from "bun:test";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { readFile } from "../../read/read.ts";
import { rowTexts } from "../../read/teachers.ts";
import { renderExport } from "./export-command.ts";

const batches = [
  [
    storedTeacher({ id: 1, last_name: "Шевченко", first_name: 'Т"а,рас', degree: "доцент" }),
    storedTeacher({ id: 2, first_name: "=О", middle_name: "П;" }),
  ],
  [storedTeacher({ id: 3, last_name: "Коваль" })],
];

const render = (format: "csv" | "tsv" | "json" | "ndjson", from: typeof batches): string =>
  [...renderExport(format, from)].join("");

test.each(["csv", "tsv", "ndjson"] as const)("renderExport() writes %s that an import reads back", async (format) => {
  const { teachers } = await readFile(Buffer.from(render(format, batches)));
  const lines = Array.from(teachers.rows.ids, (id, row) => [id, ...rowTexts(teachers.rows, row)].join("|"));
  expect(lines).toEqual(['1|Шевченко|Т"а,рас||доцент', "2||=О|П;|", "3|Коваль|||"]);
});

test("renderExport() writes no blank line if there are no teachers", () => {
  expect(render("csv", [])).toBe("id,last_name,first_name,middle_name,degree\r\n");
  expect(render("json", [])).toBe("[\n]\n");
  expect(render("ndjson", [])).toBe("");
});

test("renderExport() writes the stored fields in the order of the field table", () => {
  expect(render("ndjson", batches.slice(1))).toBe(
    '{"id":3,"last_name":"Коваль","first_name":"","middle_name":"","degree":""}\n',
  );
  expect(render("csv", batches.slice(1))).toBe("id,last_name,first_name,middle_name,degree\r\n3,Коваль,,,\r\n");
});
