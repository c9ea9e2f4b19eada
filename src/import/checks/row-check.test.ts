import { describe, expect, test } from "bun:test";
import { textLengthMax } from "../../domain/teacher.ts";
import { renderFindings } from "../../publishing/file-lines.ts";
import { cutBytes, readLines } from "../../publishing/reader-testing.ts";
import { createFaultList, ImportFaults } from "../fault.ts";
import { readTeacherFile } from "../read-roster.ts";
import { createRowCheck, findPersonnelDigits } from "./row-check.ts";

describe("add()", () => {
  const long = "a".repeat(textLengthMax + 1);
  test.each<[texts: (string | null)[], columns: (string | null)[]]>([
    [["", "А", "", ""], []],
    [["", " ", "", "д"], [null]],
    [["", null, "", "д"], []],
    [
      ["a\u0000", "А", long, "\ud800"],
      ["last_name", "middle_name", "degree"],
    ],
  ])("of %j reports faults of the columns %j, and adds the teacher", (texts, columns) => {
    const faults = createFaultList();
    const rows = createRowCheck(faults);
    rows.add(5, 1, texts);
    const found = faults.toError().faults;
    expect(found.map(({ column }) => column)).toEqual(columns);
    expect(found.every(({ line, record }) => line === 5 && record === null)).toBe(true);
    expect(rows.builder.added).toBe(1);
  });
});

const header = "ТН,ПІБ,Посада";

/** The messages about a table, except those about reading its columns. */
async function read(
  file: string,
  acceptsMissingIds = false,
): Promise<{ ids: number[]; degrees: string[]; said: string[] }> {
  const bytes = cutBytes(new TextEncoder().encode(file), []);
  const { roster, findings } = await readTeacherFile(bytes, { format: "csv", acceptsMissingIds });
  const { values, codes } = roster.columns.degree;
  const said = renderFindings(findings).filter((line) => /^(?:Skipped line|The ids)/.test(line));
  return { ids: [...roster.ids], degrees: [...codes].map((code) => values[code]!), said };
}

describe("two posts of one person under one id", () => {
  test("keep the position of the first row", async () => {
    const file = `${header}\n5,Шевченко Т.Г.,доцент\n6,Коваль Г.П.,асистент\n5,Шевченко Т. Г.,завідувач кафедри\n`;
    expect(await read(file)).toEqual({
      ids: [5, 6],
      degrees: ["доцент", "асистент"],
      said: [
        'Skipped line 4: a second post of "Шевченко Т. Г.", "завідувач кафедри"; the position is "доцент" (line 2)',
      ],
    });
  });

  test("repeat a row if their positions are the same", async () => {
    expect(await read(`${header}\n5,Шевченко Т.Г.,доцент\n5,Шевченко Т.Г.,доцент\n`)).toEqual({
      ids: [5],
      degrees: ["доцент"],
      said: ['Skipped line 3: "Шевченко Т. Г." repeats line 2'],
    });
  });

  test("keep the position with the larger share", async () => {
    const rows = [
      "5,Шевченко Т.Г.,доцент,'0,25'",
      "5,Шевченко Т.Г.,професор,'0,5 ст.'",
      "5,Шевченко Т.Г.,асистент,0.5",
    ];
    const file = `${header},Кількість ставок\n${rows.join("\n").replaceAll("'", '"')}\n`;
    expect(await read(file)).toEqual({
      ids: [5],
      degrees: ["професор"],
      said: [
        'Skipped line 2: a second post of "Шевченко Т. Г.", "доцент"; the position is "професор" (line 3)',
        'Skipped line 4: a second post of "Шевченко Т. Г.", "асистент"; the position is "професор" (line 3)',
      ],
    });
  });

  test("are a repeated id if the names differ", async () => {
    const lines = await readLines("csv", `${header}\n5,Шевченко Т.Г.,доцент\n5,Коваль Г.П.,доцент\n`);
    expect(lines.at(-2)).toContain('line 3, column "ТН": "5"');
  });

  test("are a fault in JSON", async () => {
    const teacher = '{"id":1,"last_name":"А","first_name":"","middle_name":"","degree":""}';
    expect((await readLines("json", `[${teacher},${teacher}]`)).at(-2)).toContain("record 2, field id");
  });
});

describe("personnel numbers with letters", () => {
  test("become their digits", async () => {
    expect(await read(`${header}\nКН-001001,Шевченко Т.Г.,доцент\nФК-001002,Коваль Г.П.,доцент\n`)).toEqual({
      ids: [1001, 1002],
      degrees: ["доцент", "доцент"],
      said: ['The ids are the digits of personnel numbers, such as 1001 for "КН-001001"'],
    });
  });

  const same = `${header}\nКН-001001,Шевченко Т.Г.,доцент\nФК-001001,Коваль Г.П.,доцент\nФК-001002,Сич О.О.,доцент\n`;
  test("are refused if the digits are not unique", async () => {
    expect((await readLines("csv", same)).at(-2)).toBe(
      'line 3, column "ТН": "ФК-001001" has the same digits as "КН-001001" (line 2), and only digits are ids; to have the program assign ids, add --keep-ids',
    );
  });

  test("are replaced by new ids if missing ids are accepted", async () => {
    expect((await read(same, true)).said).toEqual([
      'The ids are the digits of personnel numbers, such as 1002 for "ФК-001002"',
    ]);
    const { roster } = await readTeacherFile(cutBytes(new TextEncoder().encode(same), []), {
      format: "csv",
      acceptsMissingIds: true,
    });
    expect([...roster.ids].map((id) => id > Number.MAX_SAFE_INTEGER)).toEqual([false, true, true]);
  });

  test("are typos if most have no letters", async () => {
    const file = `${header}\n1,Шевченко Т.Г.,доцент\n2,Коваль Г.П.,доцент\nО3,Сич О.О.,доцент\n`;
    const reading = readTeacherFile(cutBytes(new TextEncoder().encode(file), []), { format: "csv" });
    await expect(reading).rejects.toBeInstanceOf(ImportFaults);
  });

  test.each([
    ["КН-001001", "001001"],
    ["КН 12", "12"],
    ["12/К", "12"],
    ["12а", "12"],
    ["К-1-2", null],
    ["12", null],
    ["", null],
    ["1,5", null],
  ])("findPersonnelDigits(%j) is %j", (text, digits) => expect(findPersonnelDigits(text)).toBe(digits));
});
