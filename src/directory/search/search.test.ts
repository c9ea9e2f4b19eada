import { describe, expect, test } from "bun:test";
import { storedTeacher } from "../../domain/teacher-testing.ts";
import { openSearchOf } from "./search-testing.ts";

const teachers = [
  { id: 1, last_name: "Шевченко", first_name: "Тарас", middle_name: "Григорович", degree: "старший викладач" },
  { id: 2, last_name: "Шевчук", first_name: "Олена", middle_name: "Тарасівна", degree: "викладач" },
  { id: 3, last_name: "Квітка-Основ’яненко", first_name: "Г.", middle_name: "Ф." },
  { id: 4, last_name: "Викладач", first_name: "Олег", degree: "доцент" },
  { id: 5, last_name: "Шевченко", first_name: "Т.", middle_name: "Г.", degree: "к.т.н." },
  { id: 6, last_name: "Тарасенко", first_name: "Шота", degree: "завідувач кафедри" },
  { id: 7, last_name: "Тарас", first_name: "Ігор", degree: "професор" },
  { id: 8, last_name: "Гай", first_name: "Зоя", middle_name: "Петрівна" },
  { id: 9, last_name: "Гай", first_name: "Павло" },
  {
    ...{ id: 10, last_name: "Ковальська", first_name: "Олена", middle_name: "Іванівна" },
    degree: "кандидат технічних наук, доцент",
  },
  { id: 11, last_name: "Ковальський", first_name: "Микола", middle_name: "Сергійович" },
  { id: 13, last_name: "Лисак", first_name: "В.", middle_name: "В.", degree: "старший лаборант" },
  { id: 14, last_name: "Лисак", first_name: "Віра", middle_name: "Вікторівна", degree: "лаборант" },
  { id: 12, last_name: "Шевч-Лис", first_name: "Наталія", middle_name: "Олексіївна" },
];

const { find, ids } = openSearchOf(teachers.map((fields) => storedTeacher(fields)));
const idsOf = (ranks: Uint32Array): number[] => Array.from(ranks, (rank) => ids[rank]!);

describe("a search finds by relevance", () => {
  test.each<[text: string, reading: string | null, ids: number[]]>([
    ["…", null, []],
    ["шевч", "spelling", [12, 1, 2, 5]],
    ["ТАРАС", "spelling", [7, 1, 6]],
    ["тарас шевченко", "spelling", [1, 5]],
    ["шевченко тарас", "spelling", [1, 5]],
    ["Шевченко Тарас Григорович", "spelling", [1, 5]],
    ["т г ш", "spelling", [1, 5]],
    ["о о", null, []],
    ["г. ф.", "spelling", [3]],
    ["основ'яненко", "spelling", [3]],
    ["квітка-основ", "spelling", [3]],
    ["квітка", "spelling", [3]],
    ["Shevchenko", "sound", [1, 5]],
    ["Szewczenko", "sound", [1, 5]],
    ["Schewtschenko", "sound", [1, 5]],
    ["Chevtchenko T.", "sound", [5, 1]],
    ["itdxtyrj", "layout", [1, 5]],
    ["Itdxtyrj N/ U/", "layout", [5, 1]],
    ["Ірумсрутлщ", "layout", [1, 5]],
    ["шевчнеко", "typo", [1, 5]],
    ["шевчнеко тарас", "typo", [1]],
    ["щевченко", "sound", [1, 5]],
    ["Shevchnko", "typo", [1, 5]],
    ["квітка-основяннеко", "typo", [3]],
    ["осноявненок", "typo", [3]],
    ["zzzzzz", null, []],
    ["шшш", null, []],
    ["викладач", "spelling", [4]],
    ["викл.", "spelling", [2, 1]],
    ["викл. шевчук", "spelling", [2]],
    ["лаб. Лисак В. В.", "spelling", [14, 13]],
    ["Гай П.", "spelling", [9]],
    ["Шевчнеко Т. Г.", "typo", [5, 1]],
    ["Шевчинко Т. Г.", "typo", [5, 1]],
    ["Гйа Павло", "typo", [9]],
    ["ст викл", "spelling", [1]],
    ["ст. викл. т", "spelling", [1]],
    ["зав. кафедри", "spelling", [6]],
    ["завкаф", "spelling", [6]],
    ["проф. тарас", "spelling", [7]],
    ["професор Тарас", "spelling", [7]],
    ["prof. Taras", "sound", [7]],
    ["шевченко к.т.н.", "spelling", [5]],
    ["к.т.н.", "spelling", [5, 10]],
    ["доцент викладач", "spelling", [4]],
    ["професор завідувач", "part", [7, 6]],
    ["доцент шевченко", "part", [1, 5]],
    ["доцентка Ковальська", "spelling", [10]],
    ["доценти", "spelling", [4, 10]],
    ["старшому викладачеві Шевченкові", "form", [1]],
    ["д-р", null, []],
    ["щеб", null, []],
    ["Коля Ковальський", "form", [11]],
    ["Николай Ковальский", "form", [11]],
    ["Mykola Kovalskyi", "sound", [11]],
    ["Олени Ковальської", "form", [10]],
    ["Ковальською", "form", [10]],
    ["Ковальскую", "form", [10]],
    ["Олено", "form", [10, 2]],
    ["Ковальського Миколи", "form", [11]],
    ["Алексеевна", "form", [12]],
    ["Лена Ковальская", "form", [10]],
    ["Ігорем Тарасом", "form", [7]],
    ["ШевченкоТ.Г.", "spelling", [5, 1]],
    ["Шевченко ТГ", "spelling", [5, 1]],
    ["шевченко тг", "typo", [5, 1]],
    ["шевченко ян", null, []],
    ["шевченкотарас", "typo", [1, 5]],
    ["Шев ченко", "typo", [1, 5]],
    ["Шев-ченко Тарас", "typo", [1, 5]],
    ["Т. Шевченко", "spelling", [5, 1]],
    ["Г Т Шевченко", null, []],
    ["КН-21 Шевченко Т. Г. ауд. 302", "part", [5, 1]],
    ["математика Шевченка", "part", [1, 5]],
    ["Викладач: Шевчук", "part", [2]],
    ["<b>Шевчук</b>&nbsp;Олена", "spelling", [2]],
    ["Шевченко\tТарас\nдоцент 5-302", "part", [1, 5]],
    ["Петренко Олена", null, []],
    ["Петренко Олена 302", null, []],
    ["Шевченко Терентій", "spelling", [5]],
    ["Шевченко Зоя", null, []],
    ["Іванна", null, []],
    ["Тарасів", "spelling", [2]],
    ["Наташа Лис", "form", [12]],
    ["шевч лис", "spelling", [12]],
    ["Бевченко", "typo", [1, 5]],
    ["Бевчук Олена", "typo", [2]],
    ["вкаладач", null, []],
    ["Ольена Ковлаьська", "typo", [10]],
    ["петр", null, []],
    ["Сергеевич Николай", "form", [11]],
    ["Елена Ивановна", "form", [10]],
  ])("%j", (text, reading, ids) => {
    const found = find(text)!;
    expect<unknown>([found.reading, ...idsOf(found.ranks)]).toEqual([reading, ...ids]);
  });
});

describe("a literal search finds only exact spellings", () => {
  test.each<[text: string, ids: number[]]>([
    ["шевченко т", [5, 1]],
    ["Shevchenko", []],
    ["Олени", []],
    ["доцент Ковальська", [10]],
    ["docent Ковальська", []],
  ])("%j", (text, ids) => {
    expect(idsOf(find(text, true)!.ranks)).toEqual(ids);
  });
});

describe("a search says", () => {
  test.each<[text: string, setAside: string[], fullCount: number]>([
    ["Шевченко Т. Г. ауд. 302", ["ауд", "302"], 2],
    ["пан Шевченко", ["пан"], 2],
    ["Шевченко Терентій", [], 0],
    ["Шевченко Тарас", [], 1],
    ["проф. Шевченко", ["проф"], 2],
  ])("what it has set aside, and how many full names match: %j", (text, setAside, fullCount) => {
    expect(find(text)).toMatchObject({ setAside, fullCount });
  });
});
