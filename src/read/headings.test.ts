import { describe, expect, test } from "bun:test";
import {
  type ColumnField,
  findHeadingField,
  headingKey,
  isSecretHeading,
  nameColumn,
  parseColumnMap,
} from "./headings.ts";

test.each<[field: ColumnField, headings: string]>([
  ["id", "id | ІД | Ідентифікатор | Табельний номер | Табельний № | Таб. номер | Таб. №"],
  ["id", "Personnel number | Employee ID | Staff ID | Teacher ID"],
  ["last_name", "last_name | LastName | Surname | Family name | Прізвище"],
  ["first_name", "first_name | FirstName | Given name | Ім'я | Власне ім'я | Ім'я та по батькові"],
  ["middle_name", "middle_name | MiddleName | Patronymic | По батькові"],
  ["degree", "Degree | Position | Academic degree | Academic title | Посада | Науковий ступінь | Ступінь"],
  ["name", "Name | Full name | ПІБ | П.І.Б. | Повне ім'я | Прізвище, ім'я, по батькові"],
  ["id", "ТН | Т.Н. | Табельний | Код | Код працівника | ID ЄДЕБО"],
  ["degree", "Назва посади | Найменування посади | Посада (спеціальність) | Науковий ступінь та вчене звання"],
  ["degree", "Вчене звання | Звання | Посада, науковий ступінь, вчене звання | Посада працівника"],
  ["middle_name", "По батькові (за наявності) | По-батькові | По батькові (якщо є)"],
  ["last_name", "Прізвище викладача | Прізвище (повністю) | Прізвище (укр.)"],
  ["name", "Співробітник | Працівник | ПІП | П.І.П. | П. І. Б. | ПІБ викладача | ПІБ працівника | Фізична особа"],
  ["name", "НПП | Викладачі | Викладач (ПІБ) | Прізвище І.Б. | Прізвище, власне ім’я, по батькові (за наявності)"],
  ["name", "Прізвище, ім'я, по батькові науково-педагогічного працівника | Teacher name | Посада, ПІБ"],
  ["name", "П.І.Б. (повністю) | П I Б | ПІБ (українською мовою) | Прізвище I.П. | Лектор | Ф.И.О."],
  ["degree", "Штатна посада | Посада за штатним розписом | Посада (за основним місцем роботи) | Назва займаної посади"],
  ["id", "ID картки в ЄДЕБО | Номер картки фізичної особи в ЄДЕБО"],
  ["name", "Прізвище, ім'я та по батькові | Прізвище та ініціали | Прізвище, ініціали | Викладач"],
])("%s is named by %s", (field, headings) => {
  for (const heading of headings.split(" | ")) expect([heading, findHeadingField(heading)]).toEqual([heading, field]);
});

test.each(
  "Код кафедри | Код посади | Прізвище керівника | Дата посади | Дата | Почесне звання | Військове звання | Піп | № з/п | № | Номер | Назва | Назва кафедри | Місце роботи, посада | РНОКПП | ІПН | Ідентифікаційний код | Ідентифікаційний номер | Код ДРФО | Паспорт | Серія та номер паспорта | Номер телефону | Прізвище (англ.) | Місце роботи | Найменування роботи | Номер картки | № викладача | Ініціали викладача | Last".split(
    " | ",
  ),
)("%s names no field", (heading) => expect(findHeadingField(heading)).toBeUndefined());

test.each("РНОКПП | ІПН працівника | Паспорт (серія, номер) | Номер паспорта | Ідентифікаційний код".split(" | "))(
  "%s is an identity number",
  (heading) => expect(isSecretHeading(heading)).toBe(true),
);
test.each("ПІБ (повністю, як у паспорті) | Ідентифікатор | Код".split(" | "))("%s is no identity number", (heading) =>
  expect(isSecretHeading(heading)).toBe(false),
);

test.each<[what: string, heading: string, field: ColumnField | undefined]>([
  ["a blank cell", " ", undefined],
  ["a number", "№", undefined],
  ["a name", "Шевченко", undefined],
  ["a heading and another word", "Прізвище студента", undefined],
  ["a heading without the space inside", "Побатькові", "middle_name"],
  ["upper case", "ПРІЗВИЩЕ", "last_name"],
  ["a typographic apostrophe", "Ім’я", "first_name"],
  ["Latin look-alikes", "Пpiзвищe", "last_name"],
  ["a decomposed й", "Табельний номер".normalize("NFD"), "id"],
  ["two spaces and a line break", "По \n батькові ", "middle_name"],
  ["a colon and an asterisk", "Посада:*", "degree"],
  ["hyphens of three kinds", "Табельний-номер", "id"],
  ["a hyphen of Unicode", "По\u2010батькові", "middle_name"],
  ["a hyphen that does not break", "По\u2011батькові", "middle_name"],
  ["a semicolon", "Прізвище;ініціали", "name"],
  ["an underscore", "full_name", "name"],
  ["a byte order mark", "\ufeffid", "id"],
  ["a character without a width", "Пріз\u00adвище", "last_name"],
  ["a hundred characters", `id${".".repeat(98)}`, "id"],
  ["more than a hundred", `id${".".repeat(99)}`, undefined],
])("findHeadingField() of %s", (_, heading, field) => {
  expect(findHeadingField(heading)).toBe(field);
});

test.each<[heading: string, key: string]>([
  ["", ""],
  [" .,:;*_- ", ""],
  ["Науковий  Ступінь (PhD)", "науковий ступінь phd"],
  ["Ім'я", "імя"],
  ["\u200bid\u200b \u200b", "id"],
])("headingKey(%j) is %j", (heading, key) => {
  expect(headingKey(heading)).toBe(key);
});

describe("parseColumnMap()", () => {
  const cases: [text: string, map: object | undefined][] = [
    ["last_name=Прізвище", { last_name: "Прізвище" }],
    ["last_name=Родове ім'я degree=Вчене звання", { last_name: "Родове ім'я", degree: "Вчене звання" }],
    ["id=Код, name=П.І.Б., скорочено", { id: "Код", name: "П.І.Б., скорочено" }],
    ["degree=a=b", { degree: "a=b" }],
    ["", undefined],
    ["Прізвище", undefined],
    ["surname=Прізвище", undefined],
    ["id=", undefined],
    ["id=a id=b", undefined],
  ];
  test.each(cases)("%j: %j", (text, map) => expect<unknown>(parseColumnMap(text)).toEqual(map));
});

test.each<[index: number, name: string]>([
  [0, "A"],
  [25, "Z"],
  [26, "AA"],
  [701, "ZZ"],
  [702, "AAA"],
])("nameColumn(%i) is %s", (index, name) => expect(nameColumn(index)).toBe(name));
