import { describe, expect, test } from "bun:test";
import { readLines } from "./reader-testing.ts";

describe("a table is read with", () => {
  const teacher = "1,Шевченко,Тарас,Григорович,доцент\n";
  const header = "ID,Прізвище,Ім'я,По батькові,Посада\n";
  const wanted = ["1|Шевченко|Тарас|Григорович|доцент"];
  const cases: [what: string, file: string][] = [
    [
      "titles above the header, of other separators too",
      `Список; викладачів; 2026\n\n"Станом, на 1 вересня"\n${header}${teacher}`,
    ],
    ["a row that numbers the columns", `${header}1,2,3,4,5\n${teacher}`],
    ["sums and a signature below", `${header}${teacher}Разом,1\n,Начальник,,Іваненко\n`],
    ["sums in another column", `${header}${teacher},Всього: 1,,,\n`],
    ["headings in other letters", `id;ПРIЗВИЩЕ;Iм\`я;По-батькові:;Науковий ступінь\n${teacher.replaceAll(",", ";")}`],
    ["headings over two lines", `ID,Прізвище,Ім'я,"По\nбатькові",Посада\n${teacher}`],
    ["a sep line", `sep=\t\r\n${(header + teacher).replaceAll(",", "\t")}`],
    ["other columns", `№,${header.trim()},Тел.\n5,${teacher.trim()},123\n`],
    ["columns without headings", `${header.trim()},,\n${teacher.trim()},x,\n`],
    ["whole names", "id,ПІБ,Посада\n1,Шевченко Тарас Григорович,доцент\n"],
    ["whole names with degrees", "id,Викладач\n1,доцент Шевченко Тарас Григорович\n"],
  ];
  test.each(cases)("%s", async (_, file) => expect(await readLines("csv", file)).toEqual(wanted));

  test("a teacher whose name begins like a sum", async () => {
    expect(await readLines("csv", `${header}1,Разом,Іван,,\n2,Всього,Іван,,\n`)).toEqual([
      "1|Разом|Іван||",
      "2|Всього|Іван||",
    ]);
  });

  test("faults that name the headings of the file", async () => {
    expect((await readLines("csv", `${header}1,Ш\u0007,,,\n`))[0]).toStartWith('line 2, column "Прізвище": ');
  });
});
