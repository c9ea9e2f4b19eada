import { describe, expect, test } from "bun:test";
import { createFaultList } from "../fault.ts";
import { parseHeader } from "./columns.ts";
import { createTableEdges, footerRowsMax, isBlankRow } from "./table-edges.ts";

const withIds = "id,Прізвище,Ім'я,По батькові,Посада";
const withoutIds = "№,Прізвище,Ім'я,По батькові,Посада";
const whole = "№,ПІБ,Посада";
const withDegrees = "№,ПІБ";
const positionsFirst = "Кафедра,Посада,ПІБ";

/**
 * The kinds of the rows in the order of lines: `T` or `t` for a teacher with or without an id, `-` for a row that is
 * certainly not a teacher, `?` for one that probably is not.
 */
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
    ["column numbers, only in the first row", withIds, ["1,2,3,4,5", a, "1,2,3,4,5"], "-TT"],
    ["sums below", withIds, [a, b, "Разом,2", "Всього: 2"], "TT--"],
    ["sums among teachers", withIds, [a, "Разом по кафедрі: 1,,,,", b, ",Усього,,,1"], "T-T-"],
    ["a teacher with an id whose name is like a sum", withIds, ["1,Разом,Іван,,", ",Разом,Іван,,"], "T-"],
    ["teachers without ids below sums", withIds, [a, "Разом,1", noIdB, ",Бойко,,,", noIdA], "T-ttt"],
    ["teachers with ids below sums", withIds, [a, "Разом,1", b], "T-T"],
    ["a signature below", withIds, [a, ",Начальник,,Іваненко,"], "T-"],
    ["a signature in the column of ids", withIds, [a, "Начальник відділу кадрів,,,Іваненко І.І.,"], "T-"],
    ["rows below sums at the end", withIds, [a, "Разом,1", ",01.09.2026,,,", ",_____,,,", "М.П.,,,,"], "T-?-?"],
    ["a vacancy", withIds, [a, ",Вакансія,,,доцент", b], "T-T"],
    ["a vacancy without ids", whole, ["1,Шевченко Т.Г.,доцент", "2,Вакансія,доцент"], "t?"],
    ["rows below sums, then a teacher", withIds, [a, "Разом,1", ",01.09.2026,,,", b, ",7,,,"], "T-tTt"],
    ["rows below sums, then a teacher without an id", withIds, [a, "Разом,1", ",01.09.2026,,,", noIdB], "T-tt"],
    ["a row below a signature", withIds, [a, ",Підпис,,,", ",01.09.2026,,,"], "T-?"],
    ["a date without sums above", withIds, [a, ",01.09.2026,,,"], "Tt"],
    ["a date in the first row", withIds, [",01.09.2026,,,"], "t"],
    ["a date below a heading", withIds, [a, ",Кафедра фізики,,,", ",01.09.2026,,,"], "T-t"],
    ["a sentence below sums", withIds, [a, "Разом,1", ",Звіт,сформовано,,"], "T-?"],
    ["a row without a name", withIds, [a, ",,,,доцент"], "Tt"],
    ["headings", withIds, [",Кафедра фізики,,,", a, "Факультет права,,,,", b], "-T-T"],
    ["headings in a column of their own", withIds, [",,,,Кафедра фізики", a, ",,,,Разом по кафедрі: 1", b], "-T-T"],
    ["headings as degrees, without ids", whole, [",,Кафедра фізики", "1,Шевченко Т.Г.,доцент", ",,Разом: 1"], "?t-"],
    ["a position without a name", withIds, [a, ",,,,викладач"], "Tt"],
    ["a heading below sums", withIds, [a, "Разом,1", ",Кафедра фізики,,,", b], "T--T"],
    ["a text in the column of ids", withIds, ["x,Шевченко,Тарас,,", a], "tT"],
    ["headings without ids", withoutIds, ["Кафедра фізики,,,,", noIdA, ",Факультет права,,,204-82-05", noIdB], "?t?t"],
    ["sums without ids", withoutIds, ["1,Шевченко,Тарас,,", "Разом,1,,,", noIdB, ",Усього 2,,,"], "t-t-"],
    ["the header again", withoutIds, [noIdA, withoutIds, "1,2,3,4,5", noIdB], "t--t"],
    ["the header again in English", "id,Surname,Given name,Patronymic,Position", [a, "id,Surname,Given name,,"], "T-"],
    ["a signature in parts", withoutIds, [noIdA, ",Начальник відділу кадрів,,Петренко О.В.,"], "t?"],
    ["a signature before the name", withoutIds, [noIdA, "Начальник відділу кадрів,Петренко О.В.,,,"], "t?"],
    ["a signature and a date", withoutIds, [noIdA, "Декан,Петренко О.В.,,,", ",,,,01.09.2026"], "t??"],
    ["a signer's position, last name and initials", withoutIds, [noIdA, ",Декан,Петренко,О.В.,"], "t?"],
    ["a last name like a position", withoutIds, [",Декан,Іван,Петрович,доцент", ",Бухгалтер,І.,П.,"], "tt"],
    ["whole names", whole, ["1,Шевченко Т.Г.,доцент", ",Кафедра права,", "2,Коваль Ганна Петрівна,"], "t?t"],
    ["a position in whole names", whole, [",Начальник відділу кадрів Петренко О.В.,", ",Декан Іван Петрович,"], "?t"],
    ["a department after a whole name", withDegrees, ["1,Шевченко Т.Г. (кафедра фізики)"], "t"],
    ["a position in place of a degree", withDegrees, ["1,Завідувач кафедри Шевченко Т.Г.", "Завідувач кафедри,"], "t?"],
    ["departments and positions before names", positionsFirst, ["Кафедра права,Декан,Шевченко Т.Г."], "t"],
    ["a position before names", "Посада,ПІБ", ["Декан,Шевченко Т.Г.", "Разом,1", "Кафедра права,"], "t-?"],
    ["a number in place of a name", withDegrees, ["1,2"], "t"],
    ["departments alone", positionsFirst, ["Кафедра права,,", ",Декан,Шевченко Т.Г.", ",Завідувач кафедри,"], "?tt"],
  ];
  test.each(cases)("%s", (_, header, rows, kinds) => expect(sortRows(header, rows)).toBe(kinds));

  test("holds back a limited number of rows", () => {
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

test("isBlankRow() is true if no cell has a text", () => {
  expect(isBlankRow(["", " ", "\t\u00a0"])).toBe(true);
  expect(isBlankRow(["", " ", "а"])).toBe(false);
});
