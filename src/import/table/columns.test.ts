import { describe, expect, test } from "bun:test";
import { renderFaults } from "../../publishing/file-lines.ts";
import { readLines } from "../../publishing/reader-testing.ts";
import { createFaultList } from "../fault.ts";
import { countHeadings, findSeparator, parseHeader } from "./columns.ts";

describe("findSeparator()", () => {
  const cases: [header: string, separator: string][] = [
    ["id,last_name,degree", ","],
    ["id;last_name;degree", ";"],
    ["id\tlast_name\tdegree", "\t"],
    ['"id;";"a,b,c,d";degree', ";"],
    ['"id;;;""",degree', ","],
    ["id", ","],
    ["", ","],
  ];
  test.each(cases)("%j has %j", (header, separator) => {
    expect<string>(findSeparator(header)).toBe(separator);
  });
});

describe("parseHeader()", () => {
  const fields = ["id", "last_name", "first_name", "middle_name", "degree"];
  const cases: [header: string[], id: number, texts: number[]][] = [
    [fields, 0, [1, 2, 3, 4]],
    [fields.toReversed(), 4, [3, 2, 1, 0]],
    [[" degree", "name", ...fields.slice(0, 4)], 2, [3, 4, 5, 0]],
    [["Табельний номер", "ПРІЗВИЩЕ", "Iм\u02bcя", "По-батькові", "Науковий ступінь"], 0, [1, 2, 3, 4]],
    [["№", "Staff ID", "Surname", "Given name", "Patronymic", "Position", ""], 1, [2, 3, 4, 5]],
    [["Посада", ...fields, "tel", "tel", "", ""], 1, [2, 3, 4, 5]],
  ];
  test.each(cases)("finds the columns of %j", (header, id, texts) => {
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toMatchObject({ id, texts });
    expect(faults.stopped).toBe(false);
  });

  test("finds whole names and columns that the user mapped, and lists the columns it ignores", () => {
    const faults = createFaultList();
    const options = { columnMap: { id: "Код", degree: "Звання" }, acceptsMissingIds: false };
    expect(parseHeader(["Код", "П.І.Б.", "Посада", "звання", "Тел."], 1, faults, options)).toMatchObject({
      id: 0,
      texts: [-1, -1, -1, 3],
      wholeName: 1,
      ignored: ["Посада", "Тел."],
    });
    expect([...faults.about.columnNames]).toContainEqual(["degree", "звання"]);
  });

  test("reports missing ids unless they are accepted", () => {
    const header = fields.slice(1);
    expect(parseHeader(header, 1, createFaultList())!.missing).toEqual(["id"]);
    const options = { columnMap: {}, acceptsMissingIds: true };
    expect(parseHeader(header, 1, createFaultList(), options)).toMatchObject({
      id: -1,
      texts: [0, 1, 2, 3],
      missing: [],
    });
  });

  test("prefers any other heading of ids to one that says only Код", () => {
    const header = ["Код", "Табельний номер", "ПІБ", "Посада"];
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toMatchObject({ id: 1, ignored: ["Код"] });
    expect(faults.count).toBe(0);
  });

  test("never reads identity numbers, even if mapped", () => {
    const faults = createFaultList();
    parseHeader(["РНОКПП", "ПІБ", "Посада"], 1, faults, { columnMap: { id: "РНОКПП" }, acceptsMissingIds: false });
    expect(renderFaults(faults.toError())[0]).toBe(
      'line 1: --map: "РНОКПП" has numbers that must not be published; name another column',
    );
  });

  test("refuses an unknown heading, and lists the known ones", () => {
    const faults = createFaultList();
    parseHeader(fields, 1, faults, { columnMap: { degree: "Ранг" }, acceptsMissingIds: false });
    expect(renderFaults(faults.toError())[0]).toBe(
      'line 1: --map: there is no column "Ранг"; the columns are "id", "last_name", "first_name", "middle_name" and "degree"',
    );
  });

  test.each(["", " ", "."])("matches no column with the heading %j", (heading) => {
    const faults = createFaultList();
    const options = { columnMap: { id: heading }, acceptsMissingIds: false };
    expect(parseHeader(["", "-", "ПІБ", "Посада"], 1, faults, options)).toMatchObject({ id: -1 });
    expect(faults.listed.map(({ message }) => message.code)).toEqual(["noSuchColumn"]);
    expect(countHeadings(["", "-", "Сич"], { id: heading })).toBe(0);
  });

  const questions: [header: string[], count: number, missing: string[]][] = [
    [[], 0, ["name", "id", "degree"]],
    [[...fields, "id"], 1, []],
    [[...fields, "ID", "id"], 1, []],
    [["id", "Прізвище", "Ім'я", "По батькові", "Посада", "Вчене звання"], 1, []],
    [["ПІБ", "Посада"], 0, ["id"]],
    [["id", "Прізвище", "Посада"], 0, ["first_name", "middle_name"]],
  ];
  test.each(questions)("reports an ambiguity in %j, and reads on", (header, count, missing) => {
    const faults = createFaultList();
    expect(parseHeader(header, 1, faults)).toMatchObject({ missing });
    expect(faults).toMatchObject({ stopped: false, count });
  });

  test("refuses more columns than any table of teachers has", () => {
    const faults = createFaultList();
    expect(parseHeader(Array<string>(101).fill("id"), 1, faults)).toBeUndefined();
    expect(faults).toMatchObject({ stopped: true, count: 1 });
    const far = [...Array<string>(150).fill(""), ...fields];
    expect(parseHeader(far, 1, createFaultList())).toMatchObject({ id: 150 });
  });
});

const teacher = "Шевченко,Тарас,Григорович";

test.each<[what: string, file: string, teachers: string[]]>([
  [
    "headings under a merged one",
    `№,ТН,ПІБ,,,Посада\n,,Прізвище,Ім'я,По батькові,\n1,5,${teacher},доцент\n`,
    ["5|Шевченко|Тарас|Григорович|доцент"],
  ],
  [
    "enough known headings only in the lower row",
    `Табельний номер,Працівник,,,Робота\n,Прізвище,Ім'я,По батькові,Посада\n5,${teacher},доцент\n`,
    ["5|Шевченко|Тарас|Григорович|доцент"],
  ],
  [
    "a position under a merged heading",
    `ID,ПІБ,Робота,\n,,Посада,Кафедра\n5,Шевченко Т.Г.,доцент,фізики\n`,
    ["5|Шевченко|Т.|Г.|доцент"],
  ],
  [
    "both rows repeated on another page, with column numbers",
    `ТН,ПІБ,,,Посада\n,Прізвище,Ім'я,По батькові,\n1,2,3,4,5\n5,${teacher},доцент\nТН,ПІБ,,,Посада\n,Прізвище,Ім'я,По батькові,\n1,2,3,4,5\n6,${teacher},доцент\n`,
    ["5|Шевченко|Тарас|Григорович|доцент", "6|Шевченко|Тарас|Григорович|доцент"],
  ],
  ["a teacher who is a lecturer", `ID,ПІБ,Посада\n5,Шевченко Т.Г.,викладач\n`, ["5|Шевченко|Т.|Г.|викладач"]],
  ["only a header of one row", "ID,ПІБ,Посада\n", ["the file has no teachers", "1 fault: nothing was published"]],
])("finds the header with %s", async (_, file, teachers) => {
  expect((await readLines("csv", file)).filter((line) => !line.startsWith("Split "))).toEqual(teachers);
});

test.each<[what: string, header: string, row: string, advice: string]>([
  ["names", "ID,Хто,Посада", "1,Шевченко Тарас Григорович,доцент", '. If it is "Хто", add: --map name=Хто'],
  [
    "names, but no column looks like them",
    "ID,Хто,Посада",
    "1,12,доцент",
    '; if it has another heading, add: --map name="HEADING"',
  ],
  [
    "names below a title",
    "Список,,\n№,Хто,Ким є",
    "1,Шевченко Тарас Григорович,викладач",
    '. If it is "Ким є", add: --map degree="Ким є"',
  ],
  [
    "last names",
    "ID,Родове,Ім'я,По батькові,Посада",
    `1,${teacher},доцент`,
    '. If it is "Родове", add: --map last_name=Родове',
  ],
  [
    "degrees beside whole names",
    "ID,ПІБ,Ким є",
    "1,Шевченко Тарас Григорович,доцент",
    '. If it is "Ким є", add: --map degree="Ким є"',
  ],
  [
    "degrees with a long heading",
    `ID,ПІБ,${"Ким є ".repeat(20)}`,
    "1,Шевченко Тарас Григорович,доцент",
    `. If it is "${"Ким є ".repeat(10)}…", add: --map degree="${"Ким є ".repeat(20).trim()}"`,
  ],
  [
    "degrees or positions",
    "ID,Прізвище,Ім'я,По батькові,Ким є",
    `1,${teacher},доцент`,
    '. If it is "Ким є", add: --map degree="Ким є"',
  ],
])("a missing column of %s is guessed by its values", async (_, header, row, advice) => {
  expect((await readLines("csv", `${header}\n${row}\n`)).at(-2)).toEndWith(advice);
});

test("the fault of missing ids suggests to assign them", async () => {
  expect(await readLines("csv", `№,ПІБ,Посада\n1,Шевченко Т.Г.,доцент\n2,Бойко\u0007 Т.Г.,доцент\n`)).toEqual([
    'Ignored the column "№"',
    'Split the column "ПІБ" into last_name, first_name and middle_name',
    "line 1: the file has no ids; to have the program assign them, add --keep-ids",
    'line 3, column "ПІБ": "Бойко\\u0007" has the control character U+0007; text without control characters is accepted',
    "2 faults: nothing was published",
  ]);
});
