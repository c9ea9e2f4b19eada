import { describe, expect, test } from "bun:test";
import { createXlsxParts, createZip, renderXlsxRow } from "../../test/support/zip.ts";
import { withLanguage } from "../domain/lang.ts";
import { textsAtPosition } from "../domain/roster.ts";
import { parseAnswers, type ReadAnswers } from "./answers.ts";
import { isOpenQuestion, renderIssue } from "./issue.ts";
import { describeColumns, renderPlace } from "./places.ts";
import { readFile, renderAnswers } from "./read.ts";

/** What is read from a text: the teachers, and each issue that is no note as `code place`. */
async function read(
  text: string | Buffer,
  answers: ReadAnswers = {},
  namesakes: Readonly<Record<string, number>> = {},
) {
  const found = await readFile(Buffer.from(text), answers, new Map(Object.entries(namesakes)));
  const { rows, count } = found.teachers;
  return {
    teachers: Array.from({ length: count }, (_, row) =>
      [rows.ids[row], ...textsAtPosition(rows, row)].join(" ").trim(),
    ),
    issues: found.issues
      .filter(({ severity }) => severity !== "note")
      .map((issue) => `${issue.code} ${renderPlace(issue, found.headers)}`.trim()),
    notes: found.issues
      .filter(({ severity }) => severity === "note")
      .map(({ code, line }) => `${code} ${line ?? ""}`.trim()),
    said: found.issues.map((issue) => [issue.value, renderIssue(issue)].filter(Boolean).join(": ")).join("\n"),
  };
}

const header = "id,last_name,first_name,middle_name,degree\n";
const ids = { givesIds: true };

describe("teachers", () => {
  test.each<[what: string, text: string, answers: ReadAnswers, teachers: string[]]>([
    ["of a file of ours", `${header}7,Коваль,Ганна,Петрівна,доцент\n`, {}, ["7 Коваль Ганна Петрівна доцент"]],
    [
      "under Ukrainian headings",
      "Прізвище;Ім'я;По батькові;Посада\nКоваль;Ганна;;доцент\n",
      ids,
      ["0 Коваль Ганна  доцент"],
    ],
    [
      "of a form",
      "Позначка часу,1. Вкажіть Ваше прізвище,2. Ім я,Ваша посада\n1,Коваль,Ганна,доцент\n",
      ids,
      ["0 Коваль Ганна  доцент"],
    ],
    ["with names in one column", "ПІБ,Посада\nКоваль Ганна Петрівна,доцент\n", ids, ["0 Коваль Ганна Петрівна доцент"]],
    [
      "with blank cells beyond the header",
      `${header}7,Коваль,Ганна,Петрівна,доцент,,\n`,
      {},
      ["7 Коваль Ганна Петрівна доцент"],
    ],
    ["without blank cells at the end", `${header}7,Коваль,Ганна\n`, {}, ["7 Коваль Ганна"]],
    [
      "below a line that tells Excel the separator",
      `sep=;\n${header}7,Коваль,Ганна,,доцент\n`.replaceAll(",", ";"),
      {},
      ["7 Коваль Ганна  доцент"],
    ],
    [
      "below a title, with a footer",
      `Список\n${header}7,Коваль,Ганна,Петрівна,доцент\nРазом,1\n`,
      {},
      ["7 Коваль Ганна Петрівна доцент"],
    ],
    [
      "with a header that is repeated",
      `${header}7,Коваль,Ганна,,доцент\n${header}8,Гук,Ада,,доцент\n`,
      {},
      ["7 Коваль Ганна  доцент", "8 Гук Ада  доцент"],
    ],
    ["with letters in the ids", `${header}КН-0012,Коваль,Ганна,,доцент\n`, {}, ["12 Коваль Ганна  доцент"]],
    [
      "with positions and particles in the names",
      "Викладач\nдоц.Шевченко Т.Г.\nван дер Берг Ян\n",
      ids,
      ["0 Шевченко Т. Г. доц.", "0 ван дер Берг Ян"],
    ],
    [
      "with the given name and the patronymic in one column",
      "Прізвище;Ім'я та по батькові;Посада\nКоваль;Ганна Петрівна;доцент\nГук;А.І.;доцент\nБерг;Анна Марія;доцент\n",
      ids,
      ["0 Коваль Ганна Петрівна доцент", "0 Гук А. І. доцент", "0 Берг Анна Марія  доцент"],
    ],
    [
      "with the patronymic in a column of its own",
      "Прізвище та ім'я;По батькові;Посада\nКоваль Ганна;Петрівна;доцент\n",
      ids,
      ["0 Коваль Ганна Петрівна доцент"],
    ],
    [
      "with a position on a line below the name",
      'ПІБ, посада\n"Коваль Ганна Петрівна\nстарший викладач"\n"Бойко І.В., доц., 0,5 ст."\n',
      ids,
      ["0 Коваль Ганна Петрівна старший викладач", "0 Бойко І. В. доц."],
    ],
    [
      "with spaces or decimals in ids",
      `${header}1 002,Коваль,Ганна\n1\u00a0002\u00a0003,Гук,Ада\n9.0,Гай,Ада\n`,
      {},
      ["1002 Коваль Ганна", "1002003 Гук Ада", "9 Гай Ада"],
    ],
    ["with ids that have a sign", `${header}№7,Коваль,Ганна,,доцент\n`, {}, ["7 Коваль Ганна  доцент"]],
    [
      "with an invisible character in the id",
      `${header}\u200b7,Коваль,Ганна,,доцент\n`,
      {},
      ["7 Коваль Ганна  доцент"],
    ],
    ["with a space before a quote", `${header}7, "Коваль", Ганна,,доцент\n`, {}, ["7 Коваль Ганна  доцент"]],
    [
      "in objects",
      '{"id":7,"last_name":"Коваль","first_name":"Ганна","degree":"доцент"}\n',
      {},
      ["7 Коваль Ганна  доцент"],
    ],
    [
      "in capitals, rewritten",
      `${header}7,О'НІЛ,ГАННА,ЛУК'ЯНІВНА,доцент\n`,
      { rewritesCapitals: true },
      ["7 О'Ніл Ганна Лук'янівна доцент"],
    ],
    [
      "in columns that were chosen",
      "а,б,в,г\nКоваль,Ганна,,доцент\n",
      { ...ids, columns: { [JSON.stringify([["а", "б", "в", "г"]])]: ["last_name", "first_name", "none", "degree"] } },
      ["0 Коваль Ганна  доцент"],
    ],
    [
      "in columns that were named",
      "а,б,в,г\nКоваль,Ганна,,доцент\n",
      { ...ids, map: { last_name: "а", first_name: "B", degree: "Г" } },
      ["0 Коваль Ганна  доцент"],
    ],
    [
      "below the header that was chosen",
      "Ім'я,Прізвище,Посада\nПрізвище,Ім'я,Посада\nКоваль,Ганна,доцент\n",
      { ...ids, headerLine: 2 },
      ["0 Коваль Ганна  доцент"],
    ],
    [
      "without a header",
      "Коваль,Ганна,Київ,Петрівна,доцент\nГук,Олена,Ніжин,Ігорівна,доцент,x\n",
      ids,
      ["0 Коваль Ганна Петрівна доцент", "0 Гук Олена Ігорівна доцент"],
    ],
    [
      "with whole names and without a header, below a title",
      "Наша кафедра\n1,доцент,Коваль Ганна Петрівна\n",
      { ...ids, map: { name: "c" } },
      ["0 Коваль Ганна Петрівна доцент"],
    ],
    ["beside composed names", `name,${header}x,7,Коваль,Ганна,,доцент\n`, {}, ["7 Коваль Ганна  доцент"]],
    [
      "beside whole names, in columns that were named",
      "ПІБ;А;Б\nГук А. І.;Коваль;Ганна\n",
      { ...ids, map: { last_name: "А", first_name: "Б", degree: "none" } },
      ["0 Коваль Ганна"],
    ],
    ["beside a blank heading", "ПІБ;;Посада\nКоваль О. І.;;доцент\n", ids, ["0 Коваль О. І. доцент"]],
    ["with a dash in a name", "ПІБ,Посада\nГук Ада -,доцент\n", ids, ["0 Гук Ада  доцент"]],
    ["with what says that there is nothing", `${header}7,Гук,Ада,-,немає\n`, {}, ["7 Гук Ада"]],
    ["with another dash", `${header}7,Нечуй – Левицька,Ада,,доцент\n`, {}, ["7 Нечуй-Левицька Ада  доцент"]],
  ])("%s", async (_, text, answers, teachers) => expect((await read(text, answers)).teachers).toEqual(teachers));
});

test.each([
  ["names in capitals", `${header}${"7,КОВАЛЬ,Ганна,,доцент\n".repeat(10)}`, "«Коваль» чи «КОВАЛЬ»?"],
  ["a number as a name", `${header}7,0,Ганна,,доцент\n`, "«0» — число; введіть правильний текст або очистьте клітинку"],
  ["a placeholder", `${header}7,Гук,Ада,Тест,доцент\n`, "Гук Ада Тест, доцент: схоже, це не викладач"],
  ["a missing position", `${header}7,Коваль,Ганна,,доцент\n8,Гук,Ада\n`, "посада: порожньо в 1 із 2 (рядки 3)"],
])("%s: says what to do", async (_, text, words) =>
  expect(await withLanguage("uk", async () => (await read(text)).said)).toContain(words),
);

describe("what is wrong", () => {
  test.each<[what: string, text: string, issue: string]>([
    ["no file at all", "", "foreign"],
    ["no teacher", header, "noTeachers"],
    ["blank cells", " ;\n ;\n", "noTeachers"],
    ["an id that is none", `${header}x,Коваль,Ганна,,доцент\n`, 'badId A2 "id"'],
    ["an id of two people", `${header}7,Коваль,Ганна,,доцент\n7,Гук,Ада,,доцент\n`, 'repeatedId A3 "id"'],
    ["ids that differ by letters", `${header}КН-1,Коваль,Ганна,,\nФК-1,Гук,Ада,,\n`, 'repeatedId A3 "id"'],
    ["no id", `${header},Коваль,Ганна,,доцент\n`, 'missingIds A "id"'],
    ["no name", `${header}7,,,,доцент\n`, "noName line 2"],
    ["the id 1 alone", `${header}7,Гук,Ада,,\n1,,,,\n`, "noName line 3"],
    ["an abbreviation of a department", `ПІБ,Посада,\nГук А. І.,доцент,\n,,ФІОТ\n`, "notAPerson line 3"],
    ["a vacancy", `ПІБ,Посада\nГук А. І.,доцент\nВакантна посада,доцент\n`, "notAPerson line 3"],
    ["an apostrophe before a name", `${header}7,'Коваль,Ганна,,доцент\n`, 'characters B2 "last_name"'],
    ["exchanged columns", `${header}7,Ганна,Коваль,,\n8,Олег,Гук,,\n`, 'nameOrder B2 "last_name"'],
    ["a cell beyond the header", `${header}7,Коваль,Ганна,,доцент,x\n`, "columnCount line 2"],
    ["a quote that is not closed", `${header}7,"Коваль,Ганна,,доцент\n`, "badQuote line 2"],
    ["a truth value as a name", `${header}7,TRUE,Ганна,,доцент\n`, 'notText B2 "last_name"'],
    ["a telephone number as a name", `${header}7,+380441234567,Ганна,,доцент\n`, 'notText B2 "last_name"'],
    ["a text that is too long", `${header}7,${"Я".repeat(201)},Ганна,,доцент\n`, 'tooLong B2 "last_name"'],
    ["lost letters", `${header}7,Ков\ufffdль,Ганна,,доцент\n`, 'lostLetters B2 "last_name"'],
    ["a character that XML can't have", `${header}7,Коваль\uffff,Ганна,,доцент\n`, 'control B2 "last_name"'],
    [
      "a patronymic without a given name",
      `${header}7,Коваль,,Петрівна,доцент\n8,Гук,Ада,,доцент\n`,
      'givenName C2 "first_name"',
    ],
    ["an exchanged patronymic", `${header}7,Коваль,Петрівна,Ганна,доцент\n`, 'givenName C2 "first_name"'],
    ["an emoji in a name", `${header}7,Коваль🎓,Ганна,,доцент\n`, 'characters B2 "last_name"'],
    ["a name in small letters", `${header}7,коваль,Ганна,,доцент\n`, 'characters B2 "last_name"'],
    ["a key that is repeated", '{"id":7,"id":8,"last_name":"Коваль"}\n', "badJson line 1"],
    ["a field that is unknown", '{"id":7,"surname":"Коваль"}\n', "unknownField line 1"],
    ["a line that is no object", '{"id":7,"last_name":"Коваль"}\n[1]\n', "badJson line 2"],
    ["a title", "Прізвище,Ім'я,Посада\nГук,Ада,доцент\nВійськова підготовка,,\n", "notAPerson line 3"],
    ["a title in small letters", "ПІБ,Посада\nГук Ада,доцент\nННІ права,\n", "notAPerson line 3"],
    ["a last name as a position", `${header}7,Гук,Ада,,Гук\n`, 'characters E2 "degree"'],
    ["a header in another order", "ПІБ,Посада\nГук А. І.,доцент\nПосада,ПІБ\nдоцент,Кіт А. І.", "otherHeader line 3"],
    ["a secret number", "ІПН,Прізвище,Ім'я,Посада\n1,Коваль,Ганна,доцент\n", "missingIds"],
    ["two columns of one field", "Прізвище,Прізвище,Ім'я,Посада\nКоваль,Гук,Ганна,доцент\n", "whichColumn line 1"],
  ])("%s", async (_, text, issue) => expect((await read(text)).issues).toContain(issue));

  test("a header in another order stops nothing where nobody follows", async () => {
    expect((await read("ПІБ,Посада\nГук А. І.,доцент\nПосада,ПІБ\n")).issues).toEqual(["missingIds"]);
  });

  test("a name that is too long is no missing name", async () => {
    expect((await read(`ПІБ,Посада\n${"Я".repeat(401)},доцент\n`)).issues).toEqual(['tooLong A2 "ПІБ"']);
  });

  test("text of MacCyrillic is not read as windows-1251", async () => {
    const text = Buffer.concat([
      Buffer.from(header),
      Buffer.from("1,\xd8\xe5\xe2\xf7,\xce,\xcf,\xe4\n".repeat(3), "latin1"),
    ]);
    const mac = Buffer.concat([
      Buffer.from(header),
      Buffer.from("1,\x98\xe5\xe2\xf7,\x8e,\x8f,\xe4\n2,\x98\xf3\x95,\x8e,\x8f,\xe4\n", "latin1"),
    ]);
    expect((await read(text)).issues).not.toContain("encoding");
    expect((await read(mac)).issues).toContain("encoding");
    expect((await read(mac, { encoding: "windows-1251" })).issues).not.toContain("encoding");
  });

  test.each([
    ["%PDF-1.7", "PDF"],
    ["ID;PWXL", "SYLK"],
    ['{"doc_id": "x", "url": "y"}', "Google"],
    ["From: a@b\nSubject: x\n", "e-mail"],
    ["<html><table>", "web page"],
    [`\x04Olha${" ".repeat(50)}\x04\0${"O\0".repeat(50)}`, "lock file"],
    ["[{}]", "NDJSON"],
    ['{\n"id": 1}', "NDJSON"],
    ["\xff\xfe\0\0a\0\0\0", "UTF-32"],
  ])("%j is named for what it is", async (text, words) => {
    expect((await read(Buffer.from(text, "latin1"))).said).toContain(words);
  });
});

describe("two rows of one name", () => {
  const twice = `${header},Коваль,Ганна,Петрівна,доцент\n,Коваль,Ганна,Петрівна,асистент\n`;
  const key = JSON.stringify(["коваль", "ганна", "петрівна"]);

  test("are one person by default, and a question", async () => {
    const { teachers, issues } = await read(twice, ids);
    expect([teachers, issues]).toEqual([["0 Коваль Ганна Петрівна доцент"], ["onePerson line 3"]]);
  });

  test("are two people if a person says so, or if the current list has two", async () => {
    const differ = new Set([JSON.stringify([null, 3])]);
    expect((await read(twice, { ...ids, differ })).teachers).toHaveLength(2);
    const { teachers, issues } = await read(twice, ids, { [key]: 2 });
    expect([teachers.length, issues]).toEqual([2, []]);
  });

  test.each(["доцент,0.25", "доцент (за сумісництвом),1"])("keep асистент,0.75, not %s", async (post) => {
    const start = "Прізвище,Ім'я,По батькові,Посада,Ставка\nКоваль,Ганна,Петрівна,";
    const { teachers, notes } = await read(`${start}${post}\nКоваль,Ганна,Петрівна,асистент,0.75\n`, ids);
    expect([teachers, notes.includes("secondPost 2")]).toEqual([["0 Коваль Ганна Петрівна асистент"], true]);
  });
});

test("a single degree in capitals may be an abbreviation", async () => {
  const text = `${header}7,Коваль,Ганна,,НПП\n${"8,Бойко,Ганна,,доцент\n".repeat(9)}`;
  expect((await read(text, { rewritesCapitals: true })).teachers[0]).toBe("7 Коваль Ганна  НПП");
});

describe("below a teacher, the row", () => {
  const list = "Таб. №;ПІБ;Посада\n7;Коваль Ганна Петрівна;доцент\n";
  const others = [
    "Разом;12; | ;Всього ставок;12 | ;;стор. 2 з 3 | Таб. №;ПІБ;Посада | ;Кафедра фізики; | Кафедра фізики;;",
    ";;Деканат | ;Вакансія;доцент | ;Декан факультету; | Начальник відділу;;О. Гук | Ректор;Олег ГУК; | Ректор;;",
  ];
  test.each(others.join(" | ").split(" | "))("%s is skipped", async (row) =>
    expect((await read(`${list}${row}\n`)).notes).toContain("skipped 3"),
  );
  test.each("8;Центр А. І.;доцент | 8;Разом; | ;Декан Іван Петрович;доцент | ;Гук О. І.;декан".split(" | "))(
    "%s is read",
    async (row) => expect((await read(`${list}${row}\n`, ids)).teachers).toHaveLength(2),
  );
});

test("a position that looks like a common one is a warning", async () => {
  const degrees = [...Array<string>(5).fill("доцент"), "доцнт", "доц.", "проф.", "асистент"];
  const rows = degrees.map((degree, i) => `${i + 1},Коваль${"а".repeat(i)},Ганна,,${degree}\n`).join("");
  expect((await read(header + rows)).issues).toEqual(['rareDegree E7 "degree"', 'rareDegree E8 "degree"']);
});

test("a column mostly in capitals is one question, not a warning for each", async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `${i + 1},КОВАЛЬ${"А".repeat(i + 1)},Ганна,,доцент\n`).join("");
  const { issues } = await read(header + rows);
  expect(issues).toEqual(['capitals B2 "last_name"']);
  const { teachers } = await read(header + rows, { rewritesCapitals: false });
  expect(teachers[0]).toBe("1 КОВАЛЬА Ганна  доцент");
});

describe("a hostile text", () => {
  const long = "а".repeat(400_000);
  test.each([
    ["spaces in a cell", `${header}1,Ко${" ".repeat(400_000)}валь,О,,д\n`],
    ["marks", `${header}1,${"\u0301".repeat(400_000)},О,,д\n`],
    ["hyphens", `${header}1,${"а-".repeat(200_000)},О,,д\n`],
    ["a long name in one column", `ПІБ,Посада\n${"Аб ".repeat(100_000)},доцент\n`],
    ["a long heading", `${long},${long}\nа,б\n`],
    ["headings", `ПІБ,Посада,${Array.from({ length: 100_000 }, (_, i) => `x${i}`)}\nа,б\n`],
    ["digits and spaces", `${header}${"1 ".repeat(200_000)},Коваль,О,,д\n`],
    ["separators", `${header}${",".repeat(400_000)}\n`],
    ["quotes", `${header}${'"",'.repeat(100_000)}\n`],
    ["brackets in a line", `{"id":${"[".repeat(400_000)}\n`],
  ])("of %s is refused or read, in linear time", async (_, text) => {
    // Quadratic time would be minutes, which the runner's limit of a file ends.
    const { issues } = await read(text);
    expect(issues.length).toBeGreaterThan(0);
  });
});

describe("the header", () => {
  test("of two rows is read, and a column without a heading is never an id", async () => {
    const text = "№;Прізвище, ім'я, по батькові;Посада;Стаж;\n;;;років;місяців\n1;Коваль Ганна Петрівна;доцент;3;4\n";
    const { teachers, issues } = await read(text, ids);
    expect([teachers, issues]).toEqual([["0 Коваль Ганна Петрівна доцент"], []]);
    expect((await read(";Прізвище;Ім'я\n7;Коваль;Ганна\n", ids)).teachers).toEqual(["0 Коваль Ганна"]);
  });

  test("with two columns chosen for one field is an error", async () => {
    const columns = { [JSON.stringify([["а", "б", "в"]])]: ["last_name", "last_name", "first_name"] as const };
    expect((await read("а,б,в\nКоваль,Гук,Ганна\n", { ...ids, columns })).issues).toContain('badColumn B1 "б"');
  });

  test("of three rows is read", async () => {
    const text = "Таб. №;Викладач;;Посада\n;ПІБ;;\n;Прізвище;Ім'я;\n7;Коваль;Ганна;доцент\n";
    expect((await read(text)).teachers).toEqual(["7 Коваль Ганна  доцент"]);
  });

  test.each([
    [
      "with three columns of positions presets the plain one",
      "ПІБ;Ступінь;Посада;Звання\nГук А. І.;д.н.;доцент;-\n",
      "C",
    ],
    ["of a form presets the position", "ПІБ;4. Ваша посада;5. Вчене звання\nГук А. І.;доцент;доцент\n", "B"],
    ["presets the values of positions", "ПІБ;Де працює;Науковий ступінь\nГук А. І.;доцент;к.т.н.\n", "B"],
  ])("%s, and asks", async (_, text, column) => {
    const { issues } = await read(text, ids);
    expect(issues.map((issue) => issue.slice(0, 13))).toEqual([`whichColumn ${column}`]);
  });

  test("without a column of positions asks, unless a person says so", async () => {
    const text = "Прізвище;Ім'я\nКоваль;Ганна\n";
    expect((await read(text, ids)).issues).toEqual(["whichColumn line 1"]);
    const { teachers, issues } = await read(text, { ...ids, map: { degree: "none" } });
    expect([teachers, issues]).toEqual([["0 Коваль Ганна"], []]);
  });

  test("that only a hidden sheet has is a question", async () => {
    const list = renderXlsxRow(["ПІБ", "Посада"]) + renderXlsxRow(["Гук А. І.", "доцент"]);
    const parts = createXlsxParts({ Титул: renderXlsxRow(["текст"]), Кадри: list });
    const book = parts["xl/workbook.xml"]!.replace('sheetId="2"', 'sheetId="2" state="hidden"');
    const { said } = await read(createZip({ ...parts, "xl/workbook.xml": book }));
    expect(said).toBe('only hidden sheets have teachers: "Кадри"; which are read?');
  });

  test("may be repeated with another word for a column that is not read", async () => {
    const text = "ПІБ;Посада;Науковий ступінь\nГук А. І.;доцент;\nПІБ;Посада;Ступінь\nКіт А. І.;доцент;\n";
    expect((await read(text, { ...ids, map: { degree: "Посада" } })).issues).toEqual([]);
    const exchanged = text.replace("Посада;Ступінь", "Науковий ступінь;Посада");
    expect((await read(exchanged, { ...ids, map: { degree: "Посада" } })).issues).toEqual(["otherHeader line 3"]);
  });

  test("that is blank is not named by signs", async () =>
    expect((await read("А;;ПІБ;Посада\n5;7;Гук А. І.;доцент\n", { map: { id: "-" } })).issues).toContain(
      "badColumn line 1",
    ));

  test("in a blank line is an error", async () =>
    expect((await read(`${header}\n7,Коваль,Ганна,,\n`, { headerLine: 2 })).issues).toEqual(["noLine line 2"]));

  test("of a column of names and positions is asked about once", async () => {
    const text = '"ПІБ, посада"\n"Гук А. І., доцент"\n';
    expect((await read(text, ids)).issues).toEqual(['mixedColumn A1 "ПІБ, посада"']);
    expect((await read(text, { ...ids, map: { name: "A" } })).issues).toEqual([]);
  });

  test("with equal headings has no preset, and shows the text above them", async () => {
    const text = "ПІБ;Основна;;За сумісництвом;\n;Посада;Ставка;Посада;Ставка\nКоваль Г. П.;методист;1;доцент;1\n";
    const { headers, issues } = await readFile(Buffer.from(text), ids);
    expect(issues.map(({ code }) => code)).toContain("whichColumn");
    expect(headers[0]!.columns[3]!.heading).toBe("За сумісництвом: Посада");
  });
});

describe("answers of the version before", () => {
  const text = "Прізвище,Ім'я,Посада,Посада\nКоваль,Ганна,доцент,кафедра\n";
  const key = JSON.stringify([["Прізвище", "Ім'я", "Посада", "Посада"]]);
  const remembered = parseAnswers(
    JSON.stringify({ columns: { [key]: ["last_name", "first_name", "degree", "none"] }, givesIds: true }),
  );

  test("are used for the same header, and named", async () => {
    const { headers, issues, teachers } = await readFile(Buffer.from(text), { remembered });
    expect(issues.filter(({ severity }) => severity === "question")).toEqual([]);
    expect(teachers.rows.columns.degree.values).toEqual(["доцент"]);
    expect(describeColumns(headers[0]!)[2]).toBe('C "Посада": position, as last time');
  });

  const damaged = ['{"columns":{"x":[7]}}', '{"columns":{},"pairs":null}', '{"columns":{},"sheets":7}'];
  test.each(["", "null", "{", "7", ...damaged])("are none in %j", (stored) => expect(parseAnswers(stored)).toBeNull());

  test("are not used if a sheet is new; sheets that are not read are named", async () => {
    const rows = renderXlsxRow(["Прізвище", "Ім'я", "Посада"]) + renderXlsxRow(["Коваль", "Ганна", "доцент"]);
    const open = async (sheets: string, answers: ReadAnswers) =>
      readFile(createZip(createXlsxParts(Object.fromEntries([...sheets].map((name) => [name, rows])))), answers);
    const known = parseAnswers(renderAnswers(await open("АБВ", { ...ids, sheets: ["Б"] }), ""));
    const [same, more] = [await open("АБВ", { remembered: known }), await open("АБВГ", { remembered: known })];
    expect(same.issues.map(renderIssue)).toContain('sheets that were not read: "А" and "В"');
    expect([same, more].map(({ issues }) => issues.some(isOpenQuestion))).toEqual([false, true]);
    const blank = await open("АБВ", { remembered: known, headerLine: 7 });
    const missing = await open("АБВ", { sheets: ["Г"], headerLine: 1 });
    expect([blank, missing].map(({ issues }) => issues.at(-1)!.code)).toEqual(["noLine", "noSheet"]);
  });

  test("are not used for another header", async () => {
    const { issues } = await readFile(Buffer.from(text.replace("Прізвище", "Прізвища")), { remembered });
    expect(issues.filter(({ severity }) => severity === "question").map(({ code }) => code)).toEqual([
      "whichColumn",
      "missingIds",
    ]);
  });
});

test("a pair of rows about which a person has decided is not asked about again", async () => {
  const text = "ПІБ,Посада\nКоваль Ганна Петрівна,доцент\nКоваль Ганна Петрівна,декан\n";
  const asked = await readFile(Buffer.from(text), { differ: new Set([JSON.stringify([null, 3])]) });
  expect(asked.issues.map(({ code }) => code)).toContain("onePerson");
  const remembered = parseAnswers(renderAnswers(asked, ""));
  const next = await readFile(Buffer.from(text), { remembered });
  expect([next.teachers.count, next.issues.filter(({ severity }) => severity === "question")]).toEqual([2, []]);
});
