import { describe, expect, test } from "bun:test";
import { createFaultList } from "../fault.ts";
import { parseHeader } from "./columns.ts";
import { createTableEdges, footerRowsMax, isBlankRow } from "./table-edges.ts";

const withIds = "id,Прізвище,Ім'я,По батькові,Посада";
const withoutIds = "№,Прізвище,Ім'я,По батькові,Посада";
const whole = "№,ПІБ,Посада";
const withDegrees = "№,ПІБ";
const positionsFirst = "Кафедра,Посада,ПІБ";

/** What becomes of each row: `T` or `t` a teacher with or without an id, `-` certainly none, `?` none, in the order of the lines. */
function sortRows(header: string, rows: readonly string[]): string {
  const columns = parseHeader(header.split(","), 1, createFaultList(), { columnMap: {}, acceptsMissingIds: true })!;
  const found: [line: number, kind: string][] = [];
  const edges = createTableEdges(columns, {
    takeTeacher: ({ line }, id) => found.push([line, id === null ? "t" : "T"]),
    setAside: ({ line }, isCertain) => found.push([line, isCertain ? "-" : "?"]),
  });
  for (const [line, row] of rows.entries()) edges.takeRow({ fields: row.split(","), line });
  edges.finish();
  return found
    .sort(([a], [b]) => a - b)
    .map(([, kind]) => kind)
    .join("");
}

const [a, b] = ["1,Шевченко,Тарас,Григорович,доцент", "2,Коваль,Ганна,Петрівна,професор"];
const [noIdA, noIdB] = [",Шевченко,Тарас,Григорович,доцент", ",Коваль,Ганна,Петрівна,професор"];

describe("createTableEdges()", () => {
  const cases: [what: string, header: string, rows: readonly string[], kinds: string][] = [
    ["teachers", withIds, [a, b], "TT"],
    ["numbers of columns in the first row only", withIds, ["1,2,3,4,5", a, "1,2,3,4,5"], "-TT"],
    ["sums below", withIds, [a, b, "Разом,2", "Всього: 2"], "TT--"],
    ["sums among teachers", withIds, [a, "Разом по кафедрі: 1,,,,", b, ",Усього,,,1"], "T-T-"],
    ["a teacher with an id whose name is like a sum", withIds, ["1,Разом,Іван,,", ",Разом,Іван,,"], "T-"],
    ["teachers without ids below sums", withIds, [a, "Разом,1", noIdB, ",Бойко,,,", noIdA], "T-ttt"],
    ["teachers with ids below sums", withIds, [a, "Разом,1", b], "T-T"],
    ["a signature below", withIds, [a, ",Начальник,,Іваненко,"], "T-"],
    ["a signature in the column of ids", withIds, [a, "Начальник відділу кадрів,,,Іваненко І.І.,"], "T-"],
    ["what is below sums at the end", withIds, [a, "Разом,1", ",01.09.2026,,,", ",_____,,,", "М.П.,,,,"], "T-?-?"],
    ["a vacancy", withIds, [a, ",Вакансія,,,доцент", b], "T-T"],
    ["a vacancy without ids", whole, ["1,Шевченко Т.Г.,доцент", "2,Вакансія,доцент"], "t?"],
    ["what is below sums before a teacher", withIds, [a, "Разом,1", ",01.09.2026,,,", b, ",7,,,"], "T-tTt"],
    ["the same before a teacher without id", withIds, [a, "Разом,1", ",01.09.2026,,,", noIdB], "T-tt"],
    ["what is below a signature", withIds, [a, ",Підпис,,,", ",01.09.2026,,,"], "T-?"],
    ["what has no sums above", withIds, [a, ",01.09.2026,,,"], "Tt"],
    ["what has nothing above", withIds, [",01.09.2026,,,"], "t"],
    ["what has only a heading above", withIds, [a, ",Кафедра фізики,,,", ",01.09.2026,,,"], "T-t"],
    ["what is written like a sentence", withIds, [a, "Разом,1", ",Звіт,сформовано,,"], "T-?"],
    ["a row without a name", withIds, [a, ",,,,доцент"], "Tt"],
    ["headings", withIds, [",Кафедра фізики,,,", a, "Факультет права,,,,", b], "-T-T"],
    ["headings in a column of their own", withIds, [",,,,Кафедра фізики", a, ",,,,Разом по кафедрі: 1", b], "-T-T"],
    ["the same without ids", whole, [",,Кафедра фізики", "1,Шевченко Т.Г.,доцент", ",,Разом: 1"], "?t-"],
    ["a vacancy of a department", withIds, [a, ",,,,викладач"], "Tt"],
    ["a heading below sums", withIds, [a, "Разом,1", ",Кафедра фізики,,,", b], "T--T"],
    ["an id that is none", withIds, ["x,Шевченко,Тарас,,", a], "tT"],
    ["headings without ids", withoutIds, ["Кафедра фізики,,,,", noIdA, ",Факультет права,,,204-82-05", noIdB], "?t?t"],
    ["sums without ids", withoutIds, ["1,Шевченко,Тарас,,", "Разом,1,,,", noIdB, ",Усього 2,,,"], "t-t-"],
    ["the header again", withoutIds, [noIdA, withoutIds, "1,2,3,4,5", noIdB], "t--t"],
    ["the header again in English", "id,Surname,Given name,Patronymic,Position", [a, "id,Surname,Given name,,"], "T-"],
    ["a signature in parts", withoutIds, [noIdA, ",Начальник відділу кадрів,,Петренко О.В.,"], "t?"],
    ["a signature before the name", withoutIds, [noIdA, "Начальник відділу кадрів,Петренко О.В.,,,"], "t?"],
    ["a signature and a date", withoutIds, [noIdA, "Декан,Петренко О.В.,,,", ",,,,01.09.2026"], "t??"],
    ["an office, a last name and initials", withoutIds, [noIdA, ",Декан,Петренко,О.В.,"], "t?"],
    ["a last name like an office", withoutIds, [",Декан,Іван,Петрович,доцент", ",Бухгалтер,І.,П.,"], "tt"],
    ["whole names", whole, ["1,Шевченко Т.Г.,доцент", ",Кафедра права,", "2,Коваль Ганна Петрівна,"], "t?t"],
    ["an office in whole names", whole, [",Начальник відділу кадрів Петренко О.В.,", ",Декан Іван Петрович,"], "?t"],
    ["a department after a whole name", withDegrees, ["1,Шевченко Т.Г. (кафедра фізики)"], "t"],
    ["an office that is a degree", withDegrees, ["1,Завідувач кафедри Шевченко Т.Г.", "Завідувач кафедри,"], "t?"],
    ["departments and positions before names", positionsFirst, ["Кафедра права,Декан,Шевченко Т.Г."], "t"],
    ["a position before names", "Посада,ПІБ", ["Декан,Шевченко Т.Г.", "Разом,1", "Кафедра права,"], "t-?"],
    ["numbers that are a name", withDegrees, ["1,2"], "t"],
    ["departments alone", positionsFirst, ["Кафедра права,,", ",Декан,Шевченко Т.Г.", ",Завідувач кафедри,"], "?tt"],
  ];
  test.each(cases)("%s", (_, header, rows, kinds) => expect(sortRows(header, rows)).toBe(kinds));

  test("holds back only so many rows", () => {
    const rows = (count: number): string[] => [a, "Разом,1", ...Array<string>(count).fill(",01.09.2026,,,")];
    expect(sortRows(withIds, rows(footerRowsMax))).toBe(`T-${"?".repeat(footerRowsMax)}`);
    expect(sortRows(withIds, rows(footerRowsMax + 1))).toBe(`T-${"t".repeat(footerRowsMax + 1)}`);
  });

  test("passes rows on in their order", () => {
    const lines: number[] = [];
    const columns = parseHeader(withIds.split(","), 1, createFaultList())!;
    const edges = createTableEdges(columns, { takeTeacher: ({ line }) => lines.push(line), setAside: () => {} });
    for (const [line, row] of [a, "Разом,1", ",7,,,", ",8,,,", b].entries())
      edges.takeRow({ fields: row.split(","), line });
    expect(lines).toEqual([0, 2, 3, 4]);
  });
});

test("isBlankRow() is true where no cell has a text", () => {
  expect(isBlankRow(["", " ", "\t\u00a0"])).toBe(true);
  expect(isBlankRow(["", " ", "а"])).toBe(false);
});
