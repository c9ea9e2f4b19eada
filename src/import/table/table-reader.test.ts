import { describe, expect, test } from "bun:test";
import { readLines } from "../../publishing/reader-testing.ts";

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

  test("no headings in a wrong encoding", async () => {
    const garbled = (text: string): string => new TextDecoder("windows-1252").decode(new TextEncoder().encode(text));
    const [, fault, ...others] = await readLines("csv", garbled(header + teacher));
    expect(fault).toStartWith("line 1: the letters of the file are garbled, such as");
    expect(others).toEqual(["1 fault: nothing was published"]);
  });

  test("at most a tenth of doubtful splits", async () => {
    const file = (doubtful: number): string =>
      `id,ПІБ,Посада\n${Array.from({ length: 20 }, (_, i) => `${i + 1},${i < doubtful ? "Галина Кузьменко" : "Коваль Г.І."},доцент\n`).join("")}`;
    expect(await readLines("csv", file(2))).toHaveLength(20);
    expect((await readLines("csv", file(3))).slice(1)).toEqual([
      'column "ПІБ": 3 of 20 whole names may be split wrongly, such as "Галина Кузьменко" into last_name "Галина" and first_name "Кузьменко"; put the parts into separate columns (last_name, first_name and middle_name, or name theirs by --map), or write last names in capitals',
      "1 fault: nothing was published",
    ]);
  });

  test("placeholders and damage in whole names, which do not count as doubtful", async () => {
    const vacancies = "1,Вакансія,доцент\n2,Вакансія,доцент\n3,Коваль Г.І.,доцент\n";
    expect(await readLines("csv", `id,ПІБ,Посада\n${vacancies}`)).toHaveLength(3);
    const damaged = "1,#REF!,доцент\n2,01.09.2026,доцент\n3,Коваль Г.І.,доцент\n";
    const said = await readLines("csv", `id,ПІБ,Посада\n${damaged}`);
    expect(said.slice(1).map((line) => line.split(":")[0])).toEqual([
      'line 2, column "ПІБ"',
      'line 3, column "ПІБ"',
      "2 faults",
    ]);
  });

  test("whole names without their invisible characters", async () => {
    const file = "id,ПІБ,Посада\n1,Т.\u200bГ. \u202aШЕВЧЕНКО\u202c,доцент\n";
    expect(await readLines("csv", file)).toEqual(["1|ШЕВЧЕНКО|Т.|Г.|доцент"]);
  });

  test("faults that name the headings of the file", async () => {
    expect((await readLines("csv", `${header}1,Ш\u0007,,,\n`))[0]).toStartWith('line 2, column "Прізвище": ');
  });
});

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
      'with a column "name" that is not ours',
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
    ", which other columns of the row give; correct last_name, first_name, middle_name and degree, or delete the columns name, full_name, short_name and short_name_with_degree, which the import does not need";
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

  test("last name, with one fault per row for its outdated composed values", async () => {
    expect(await read(teacher.replace("1,Коваль,", "1,Мороз,"))).toEqual([
      `line 2, column name: "Коваль Ганна Петрівна" differs from "Мороз Ганна Петрівна"${advice}`,
      "1 fault: nothing was published",
    ]);
  });

  test("name with the apostrophes of the Excel download", async () => {
    const lines = `${header}1,'=А,Б,,'=А В,'=А Б,'=А Б.,'=А Б.,`.replaceAll(",", ";");
    expect((await readLines("csv", lines))[1]).toStartWith('line 2, column name: "=А В" differs from "=А Б"');
    expect(await readLines("csv", lines.replace("'=А В", "'=А Б"))).toEqual(["1|=А|Б||"]);
  });
});
