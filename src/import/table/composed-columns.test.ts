import { describe, expect, test } from "bun:test";
import { readLines } from "../reader-testing.ts";

const header = "id,last_name,first_name,middle_name,name,full_name,short_name,short_name_with_degree,degree\n";
const teacher =
  "1,Коваль,Ганна,Петрівна,Коваль Ганна Петрівна,доцент Коваль Ганна Петрівна,Коваль Г. П.,доц. Коваль Г. П.,доцент";
const read = (row: string): Promise<string[]> => readLines("csv", `${header}${row}\n`);

describe("a download is read", () => {
  const cases: [what: string, file: string][] = [
    ["as it is", header + teacher],
    [
      "with white space and decomposed letters",
      header + teacher.replace(",Коваль Ганна", ", Коваль  Ганна").normalize("NFD"),
    ],
    ["without composed values, as of a new teacher", `${header}1,Коваль,Ганна,Петрівна,,,, ,доцент`],
    ["without composed columns", "id,last_name,first_name,middle_name,degree\n1,Коваль,Ганна,Петрівна,доцент"],
    [
      "with names of its own under other headings",
      "id,Прізвище,first_name,middle_name,name,degree\n1,Коваль,Ганна,Петрівна,koval,доцент",
    ],
    ["by its whole name, without the parts", "id,name,degree\n1,Коваль Ганна Петрівна,доцент"],
  ];
  test.each(cases)("%s", async (_, file) => {
    expect(await readLines("csv", file)).toEqual(["1|Коваль|Ганна|Петрівна|доцент"]);
  });
});

describe("a download is refused with another", () => {
  const advice =
    ", as other columns of the row say; correct last_name, first_name, middle_name and degree, or delete the columns name, full_name, short_name and short_name_with_degree, which the import does not need";
  const cases: [column: string, before: string, after: string][] = [
    ["name", "Коваль Ганна Петрівна", "Мороз Ганна Петрівна"],
    ["full_name", "доцент Коваль Ганна Петрівна", "професор Коваль Ганна Петрівна"],
    ["short_name", "Коваль Г. П.", "Коваль Г. О."],
    ["short_name_with_degree", "доц. Коваль Г. П.", "пр. Коваль Г. П."],
  ];
  test.each(cases)("%s", async (column, before, after) => {
    expect(await read(teacher.replace(`,${before},`, `,${after},`))).toEqual([
      `line 2, column ${column}: "${after}" differs from "${before}"${advice}`,
      "1 fault: nothing was published",
    ]);
  });

  test("last name, whose composed values are then old ones, with one fault a row", async () => {
    expect(await read(teacher.replace("1,Коваль,", "1,Мороз,"))).toEqual([
      `line 2, column name: "Коваль Ганна Петрівна" differs from "Мороз Ганна Петрівна"${advice}`,
      "1 fault: nothing was published",
    ]);
  });

  test("name, among the apostrophes of the Excel download", async () => {
    const lines = `${header}1,'=А,Б,,'=А В,'=А Б,'=А Б.,'=А Б.,`.replaceAll(",", ";");
    expect((await readLines("csv", lines))[1]).toStartWith('line 2, column name: "=А В" differs from "=А Б"');
    expect(await readLines("csv", lines.replace("'=А В", "'=А Б"))).toEqual(["1|=А|Б||"]);
  });
});
