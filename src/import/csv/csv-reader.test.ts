import { describe, expect, test } from "bun:test";
import { readLines } from "../../publishing/reader-testing.ts";
import type { ColumnMap } from "../../read/headings.ts";
import { lineLengthMax } from "../text/lines.ts";
import { addLine, type CsvRow, createCsvStart, startRow } from "./csv-reader.ts";

const header = "id,last_name,first_name,middle_name,degree\n";
const excelHeader = "id;last_name;first_name;middle_name;name;full_name;short_name;short_name_with_degree;degree\n";
const idWanted = "is not an integer from 1 to 9007199254740991";
const strayQuote = "has a stray quote; expected quotes around a whole field, with each quote inside doubled";

describe("readCsv() reads", () => {
  const cases: [what: string, file: string, teachers: string[]][] = [
    ["commas", `${header}1,Шевченко,Тарас,Григорович,доцент\n`, ["1|Шевченко|Тарас|Григорович|доцент"]],
    ["no line end at the end", `${header}1,Ш,Т,Г,д`, ["1|Ш|Т|Г|д"]],
    ["CRLF", `${header}1,Ш,Т,Г,д\n2,А,Б,В,г\n`.replaceAll("\n", "\r\n"), ["1|Ш|Т|Г|д", "2|А|Б|В|г"]],
    ["CR", `${header}1,Ш,Т,Г,д\n2,А,Б,В,г\n`.replaceAll("\n", "\r"), ["1|Ш|Т|Г|д", "2|А|Б|В|г"]],
    ["LF after a header with CRLF", `${header.trim()}\r\n1,Ш,Т,Г,д\n2,А,Б,В,г\r\n`, ["1|Ш|Т|Г|д", "2|А|Б|В|г"]],
    ["semicolons", `${header}1,Ш,Т,Г,д\n`.replaceAll(",", ";"), ["1|Ш|Т|Г|д"]],
    ["tabs", `${header}1,Ш,Т,Г,д\n`.replaceAll(",", "\t"), ["1|Ш|Т|Г|д"]],
    ["a byte order mark", `\ufeff${header}1,Ш,Т,Г,д\n`, ["1|Ш|Т|Г|д"]],
    [
      "a byte order mark before a quote",
      `\ufeff"id",last_name,first_name,middle_name,degree\n1,Ш,Т,Г,д\n`,
      ["1|Ш|Т|Г|д"],
    ],
    ["columns in any order", "degree,middle_name,id,first_name,last_name\nд,Г,1,Т,Ш\n", ["1|Ш|Т|Г|д"]],
    [
      "column names with spaces around them",
      ` id ,"last_name ",first_name,middle_name,degree\n1,Ш,Т,Г,д\n`,
      ["1|Ш|Т|Г|д"],
    ],
    [
      "our own download",
      "id,last_name,first_name,middle_name,name,full_name,short_name,short_name_with_degree,degree\n1,Ш,Т,Г,Ш Т Г,д Ш Т Г,Ш Т. Г.,д. Ш Т. Г.,д\n",
      ["1|Ш|Т|Г|д"],
    ],
    [
      "quotes, with separators, quotes and line breaks",
      `${header}1,"Ш,""е"";","Т\r\n\n т",,"д"\n`,
      ['1|Ш,"е";|Т т||д'],
    ],
    ["white space, collapsed", `${header}1,\t Ш  е\u00a0\u2003в ,Т,,\n`, ["1|Ш е в|Т||"]],
    ["decomposed letters, composed", `${header}1,${"Їжаковій".normalize("NFD")},,,\n`, ["1|Їжаковій|||"]],
    ["ids in any order, with zeros and spaces", `${header}  20 ,Б,,,\n0007,А,,,\n`, ["7|А|||", "20|Б|||"]],
    ["the largest id", `${header}9007199254740991,А,,,\n`, ["9007199254740991|А|||"]],
    ["one name of three", `${header}1,А,,,\n2,,Б,,\n3,,,В,\n`, ["1|А|||", "2||Б||", "3|||В|"]],
    ["200 characters", `${header}1,${"ш".repeat(200)},,,\n`, [`1|${"ш".repeat(200)}|||`]],
    ["200 characters of two code units each", `${header}1,${"😀".repeat(200)},,,\n`, [`1|${"😀".repeat(200)}|||`]],
    ["an invisible last name, as empty", `${header}1,\u2800,А,,\n`, ["1||А||"]],
    [
      "our own download for Excel, without the apostrophes that escape formulas",
      `\ufeff${excelHeader}1;'=А;''=Б;'\uff1dВ;'=А '=Б \uff1dВ;'Г =А '=Б \uff1dВ;'=А '. \uff1d.;'Г. =А '. \uff1d.;'Г\n`,
      ["1|=А|'=Б|\uff1dВ|'Г"],
    ],
    ["our other download, with its apostrophes", `${excelHeader.replaceAll(";", ",")}1,'=А,,,,,,,\n`, ["1|'=А|||"]],
    ["an apostrophe before an equals sign, unchanged", `${header}1,'=А,,,\n`, ["1|'=А|||"]],
    ["blank lines and rows of empty cells, which it skips", `\n \n${header}\n,,,,\n1,А,,,\n  \n"",,,,\n`, ["1|А|||"]],
  ];
  test.each(cases)("%s", async (_, file, teachers) => {
    expect(await readLines("csv", file)).toEqual(teachers);
  });
});

describe("readCsv() refuses", () => {
  const cases: [what: string, file: string, faults: string[]][] = [
    ["no bytes", "", ["the file has no teachers"]],
    ["only a byte order mark", "\ufeff", ["the file has no teachers"]],
    ["only white space", " \r\n\t\n", ["the file has no teachers"]],
    ["only a header", header, ["the file has no teachers"]],
    ["only a header and blank rows", `${header}\n,,,,\n`, ["the file has no teachers"]],
    [
      "missing and repeated columns, and faults in rows",
      "\nid,last_name,id,tel,Degree,tel,\nx,\n",
      [
        'Ignored the columns "tel" and "tel"',
        "line 2, column id: occurs more than once; only one is allowed",
        'line 2: there is no column with first names; if it has another heading, add: --map first_name="HEADING"',
        'line 2: there is no column with patronymics; if it has another heading, add: --map middle_name="HEADING"',
        "line 3: 2 columns where the header has 7",
      ],
    ],
    [
      "a header of too many columns",
      `${Array.from({ length: 101 }, (_, i) => `c${i}`).join()}\nx\n`,
      ["line 1: the header has 101 columns; at most 100 are accepted"],
    ],
    [
      "ids that are not integers in range",
      `${header}abc,А,,,\n0,А,,,\n-1,А,,,\n+1,А,,,\n1e3,А,,,\n5.0,А,,,\n,А,,,\n١,А,,,\n1 000,А,,,\n9007199254740992,А,,,\n${"9".repeat(70)},А,,,\n`,
      [
        `line 2, column id: "abc" ${idWanted}`,
        `line 3, column id: "0" ${idWanted}`,
        `line 4, column id: "-1" ${idWanted}`,
        `line 5, column id: "+1" ${idWanted}`,
        `line 6, column id: "1e3" ${idWanted}; a spreadsheet shortened it, and its last digits are lost: format the column as text and enter the id again`,
        `line 7, column id: "5.0" ${idWanted}; a spreadsheet added the decimals: format the column as a number without decimals`,
        "line 8, column id: there is no id; to have the program assign it, add --keep-ids",
        `line 9, column id: "١" ${idWanted}`,
        `line 10, column id: "1 000" ${idWanted}; a spreadsheet grouped its digits: format the column as a plain number`,
        `line 11, column id: "9007199254740992" ${idWanted}`,
        `line 12, column id: "${"9".repeat(60)}…" ${idWanted}`,
      ],
    ],
    [
      "repeated ids, in the order of lines among other faults",
      `${header}5,А,,,\n6,,,,\n05,В,,,\nx,Г,,,\n6,Ґ,,,\n5,Д,,,\n`,
      [
        "line 3: there is no name; enter it or delete the row",
        'line 4, column id: "5" is the id of line 2 too; each id is accepted once',
        `line 5, column id: "x" ${idWanted}`,
        'line 6, column id: "6" is the id of line 3 too; each id is accepted once',
        'line 7, column id: "5" is the id of line 2 too; each id is accepted once',
      ],
    ],
    [
      "a teacher without a name",
      `${header}1, ,\u00a0,"\n",доцент\n`,
      ['line 2: there is no name (the row has "доцент"); enter it or delete the row'],
    ],
    [
      "a teacher whose names are invisible",
      `${header}1,\u200b\u2060,\u3164,\u00ad \ufe0f,доцент\n`,
      ['line 2: there is no name (the row has "доцент"); enter it or delete the row'],
    ],
    [
      "text that is too long, after white space is collapsed",
      `${header}1,${"ш".repeat(201)},${"ш ".repeat(100)},${"a  ".repeat(100)}a,д\n`,
      [
        `line 2, column last_name: "${"ш".repeat(60)}…" has 201 characters; at most 200 are accepted`,
        `line 2, column middle_name: "${"a  ".repeat(20)}…" has 201 characters; at most 200 are accepted`,
      ],
    ],
    [
      "a character that is none",
      `${header}1,Кова\uffffль,,,\n`,
      [
        'line 2, column last_name: "Кова\uffffль" has the control character U+FFFF; text without control characters is accepted',
      ],
    ],
    [
      "control characters",
      `${header}1,А\u0007Б,\u0000,,\n2,А,,,\u001b[31mд\u0085\n`,
      [
        'line 2, column last_name: "А\\u0007Б" has the control character U+0007; text without control characters is accepted',
        'line 2, column first_name: "\\u0000" has the control character U+0000; text without control characters is accepted',
        'line 3, column degree: "\\u001b[31mд\\u0085" has the control character U+001B; text without control characters is accepted',
      ],
    ],
    [
      "rows with another number of columns",
      `${header}1,А,,\n2,А,,,,\n3\n`,
      [
        "line 2: 4 columns where the header has 5",
        "line 3: 6 columns where the header has 5",
        "line 4: 1 column where the header has 5",
      ],
    ],
    [
      "a quote that is never closed",
      `${header}1,А,,,\n2,"Б,,,\n3,В,,,\n`,
      ["line 3, column last_name: a quote is never closed; reading stopped here"],
    ],
    [
      "text after a closing quote, with the line where the row starts, and goes on",
      `${header}\n1,А,"\r\n\r\n",,\r\n\r\n2,"\r\n","x"y,,\n3,"a ""b"" " ,"c"d,,\nx,a,,,\n`,
      [
        `line 7, column first_name: "\\"x\\"y" ${strayQuote}`,
        `line 9, column last_name: "\\"a \\"b\\" \\" " ${strayQuote}`,
        `line 10, column id: "x" ${idWanted}`,
      ],
    ],
    [
      "quotes inside a field that is not quoted, and goes on",
      `${header}1,В"яче"слав,,,\n2,"a\nb",О"К,,\n3,x,"a\n\nb",,\nx,a,,,\n`,
      [
        `line 2, column last_name: "В\\"яче\\"слав" ${strayQuote}`,
        `line 3, column first_name: "О\\"К" ${strayQuote}`,
        `line 8, column id: "x" ${idWanted}`,
      ],
    ],
    [
      "stray quotes in a row of several lines, and faults after it",
      `${header}1,Ш"е,"А\nБ\nВ",Г,д\n2,"Ш",,,"до\nц"ент\nx,a,,,\n`.replaceAll("\n", "\r\n"),
      [
        `line 2, column last_name: "Ш\\"е" ${strayQuote}`,
        `line 5, column degree: "\\"до\\r\\nц\\"ент" ${strayQuote}`,
        `line 7, column id: "x" ${idWanted}`,
      ],
    ],
    [
      "a quote that the next quote closes, rows later",
      `${header}1,"А,,,\n2,"Б",,,\nx,a,,,\n`,
      [`line 2, column last_name: "\\"А,,,\\n2,\\"Б\\"" ${strayQuote}`, `line 4, column id: "x" ${idWanted}`],
    ],
    [
      "a stray quote in a row of another number of columns",
      `${header}1,А"Б\n2,В,,,,"Г"Ґ\n`,
      [`line 2, column last_name: "А\\"Б" ${strayQuote}`, `line 3: "\\"Г\\"Ґ" ${strayQuote}`],
    ],
    ["a quote inside a name of the header, and stops", 'i"d,last_name\n1,2\n', [`line 1: "i\\"d" ${strayQuote}`]],
    [
      "a row that is too long",
      `${header}1,А,,,\n2,${"a".repeat(1024 * 1024 + 1)},,,\nx,,,,\n`,
      [
        "line 3, column last_name: the row is longer than 1048576 characters, perhaps because a quote is not closed; reading stopped here",
      ],
    ],
  ];
  test.each(cases)("%s", async (_, file, faults) => {
    const { length } = faults.filter((line) => !line.startsWith("Ignored "));
    const count = length === 1 ? "1 fault" : `${length} faults`;
    expect(await readLines("csv", file)).toEqual([...faults, `${count}: nothing was published`]);
  });

  test("more faults than it lists, and counts all", async () => {
    const rows = Array.from({ length: 37 }, (_, i) => `?${i},А,,,\n`).join("");
    const lines = await readLines("csv", header + rows);
    expect(lines.slice(19)).toEqual([
      `line 21, column id: "?19" ${idWanted}`,
      "… and 17 more",
      "37 faults: nothing was published; --faults FILE.xlsx lists all beside their cells",
    ]);
  });
});

describe("readCsv() knows the line of a row", () => {
  const cases: [what: string, rows: string, line: number][] = [
    ["after LF in quotes", '1,"a\nb\n\nc",,,\nx,a,,,', 6],
    ["after CRLF in quotes", '1,"a\r\nb\r\n\r\nc",,,\r\nx,a,,,', 6],
    ["after CR in quotes", '1,"a\rb\r\rc",,,\nx,a,,,', 6],
    ["after quotes and blank lines", '1,"a\r\nb",,,\n\n \n2,"\n",a,,\n\r\n\nx,a,,,', 10],
    ["that spans lines itself", '1,a,,,\n\nx,"a\r\nb",,,\n', 4],
    ["that ends in a quoted CRLF", '1,a,,,"\r\n"\nx,a,,,', 4],
  ];
  test.each(cases)("%s", async (_, rows, line) => {
    expect((await readLines("csv", header + rows))[0]).toBe(`line ${line}, column id: "x" ${idWanted}`);
  });
});

/** The separator, the line at which it was known, and the lines to read again. */
function findStart(lines: readonly string[], columnMap: ColumnMap = {}): [string, at: number, again: number[]] | null {
  const takeLine = createCsvStart(columnMap);
  for (const [i, text] of lines.entries()) {
    const start = takeLine(text, i + 1 < lines.length ? "\n" : "", i + 1);
    if (start !== null) return [start.separator, i + 1, start.lines.map(([, , line]) => line)];
  }
  return null;
}

const headings = ["id", "last_name", "first_name"];
const titles = (count: number): string[] => Array.from({ length: count }, (_, i) => `Title; ${i}`);
const long = "a;".repeat(32 * 1024 - 1);
const tooLong = `id;last_name;${",x".repeat(512 * 1024)}`;

test.each<[what: string, lines: string[], separator: string, at: number, again: number[]]>([
  // Found by a line for Excel.
  ["sep=;", ["sep=;", "a,b"], ";", 1, []],
  ["sep= with a tab", ["sep=\t", "a,b"], "\t", 1, []],
  ["sep= in upper case and quotes", ['"SEP=,"', "a;b;c"], ",", 1, []],
  ["sep= after blank lines", ["", " ", "sep=;", "a,b"], ";", 3, []],
  ["sep= with an invalid separator", ["sep=|", "a,b,c", ""], ",", 3, [1, 2, 3]],
  ["sep= after another line", ["a,b", "sep=;", ""], ",", 3, [1, 2, 3]],
  ["sep= with text after it", ["sep=;;", "a,b,c", ""], ";", 3, [1, 2, 3]],
  ["sep= with text before it", ["x sep=;", "a,b,c", ""], ";", 3, [1, 2, 3]],

  // Found by headings.
  ["a header with commas", [headings.join(), "1;2;3;4"], ",", 1, [1]],
  ["a header with semicolons", [headings.join(";"), "1,2,3,4"], ";", 1, [1]],
  ["a header with tabs", [headings.join("\t"), "1,2,3,4"], "\t", 1, [1]],
  ["a quoted header", ['"id";"last_name, or surname";"first_name"', "x"], ";", 1, [1]],
  ["a header after a title and a blank line", ["Staff, 2024, May", "", headings.join(";")], ";", 3, [1, 2, 3]],
  ["a header after blank lines", ["", ",;", '"";"  "', headings.join(";")], ";", 4, [4]],
  ["more headings by semicolons", ["id,last_name;first_name;degree", "1;Т;д"], ";", 2, [1, 2]],
  ["more headings by commas", ["id,last_name,first_name;degree", ""], ",", 1, [1]],
  ["as many headings by both", ["id,last_name,;degree;first_name", "x"], ",", 2, [1, 2]],
  ["commas in a heading", ["Прізвище, ім'я, по батькові;Посада", "Шевченко Т. Г.;доцент"], ";", 2, [1, 2]],
  ["commas in a heading before a blank line", ["Прізвище, ім'я, по батькові;Посада", "", "Ш;д"], ";", 3, [1, 2, 3]],
  ["semicolons in a heading", ["Прізвище; ім'я; по батькові,Посада", "Шевченко Т. Г.,доцент"], ",", 2, [1, 2]],
  ["one heading", ["id;x", "y,y,y,y", "z"], ";", 3, [1, 2, 3]],
  ["a header in row 100", [...titles(99), headings.join(",")], ",", 100, Array.from({ length: 100 }, (_, i) => i + 1)],
  [
    "a header after row 100",
    [...titles(100), headings.join(",")],
    ";",
    100,
    Array.from({ length: 100 }, (_, i) => i + 1),
  ],
  [
    "a header in row 100, not counting blank ones",
    [...titles(99), "", ";;", headings.join(",")],
    ",",
    102,
    Array.from({ length: 102 }, (_, i) => i + 1),
  ],
  ["a header of more than a mebibyte", [tooLong, "x"], ",", 1, [1]],

  // Found by the first row.
  ["no header", ["a;b;c,d", "x,y,z,w,v", ""], ";", 3, [1, 2, 3]],
  ["one line", ["a\tb"], "\t", 1, [1]],
  ["one word", ["a"], ",", 1, [1]],
  ["blank lines only", ["", ";;", " "], ",", 3, [3]],
  ["no bytes", [""], ",", 1, [1]],
  ["a first row of two lines", ['a;"b', 'c,,,";d', ""], ";", 3, [1, 2, 3]],
  ["a first row with separators only in its second line", ['"a', 'b";c;d', ""], ";", 3, [1, 2, 3]],
  ["a space before empty quotes", [' ""', "a;b", ""], ",", 3, [1, 2, 3]],
  ["a space after empty quotes", ['"" ', "a;b", ""], ",", 3, [1, 2, 3]],
  ["a quote that is not closed", ['a;b;"c', "d,e,f,g", ""], ";", 3, [1, 2, 3]],
  ["a title of one word", ["Title", "a;b", ""], ",", 3, [1, 2, 3]],
  ["less than 64 Ki characters", [long, "x", "y,y"], ";", 2, [1, 2]],
  ["64 Ki characters including the line break", [`${long}a`, "x", "y,y"], ";", 1, [1]],
])("the separator of %s", (_, lines, separator, at, again) => {
  expect(findStart(lines)).toEqual([separator, at, again]);
});

test("mapped headings count as headings", () => {
  const lines = ["x,y,z,w;Код;Ранг", "a"];
  expect(findStart(lines)).toEqual([",", 2, [1, 2]]);
  expect(findStart(lines, { id: "Код", degree: "Ранг" })).toEqual([";", 1, [1]]);
});

function parse(...lines: readonly string[]): CsvRow {
  const row = startRow(1);
  for (const line of lines) addLine(row, line, "\r\n", ",");
  return row;
}

describe("addLine() reads", () => {
  test.each<[lines: string[], fields: string[], stray: number]>([
    [[""], [""], -1],
    [["a,,b,"], ["a", "", "b", ""], -1],
    [['"a",""'], ["a", ""], -1],
    [['"a,""b""",c'], ['a,"b"', "c"], -1],
    [['""""'], ['"'], -1],
    [['"a', "", 'b",c'], ["a\r\n\r\nb", "c"], -1],
    [['a,b"c,"d"'], ["a", 'b"c', "d"], 1],
    [['"a"b,"c"'], ['"a"b', "c"], 0],
    [['"a" ,b"'], ['"a" ', 'b"'], 0],
    [['a"b,"c', 'd"'], ['a"b', "c\r\nd"], 0],
  ])("%j", (lines, fields, stray) => {
    expect(parse(...lines)).toMatchObject({ fields, stray, open: null });
  });
});

test.each<[lines: string[], open: string]>([
  [['"'], "\r\n"],
  [['a,"b""'], 'b""\r\n'],
  [['"a', 'b""c'], 'a\r\nb""c\r\n'],
])("addLine() leaves a row open after %j", (lines, open) => {
  expect(parse(...lines).open).toBe(open);
});

describe("addLine() stops in the field that exceeds the limit", () => {
  const long = "a".repeat(lineLengthMax);
  test.each<[what: string, lines: string[], index: number]>([
    ["plain", [`1,${long},2`], 1],
    ["quoted", [`1,"${long}",2`], 1],
    ["over lines", ["1,2,3", '"', long].slice(1), 0],
    ["only separators", [",".repeat(lineLengthMax + 1)], lineLengthMax],
  ])("%s", (_, lines, index) => {
    const row = parse(...lines);
    expect(row.length).toBeGreaterThan(lineLengthMax);
    expect(row.fields).toHaveLength(index);
  });
});
