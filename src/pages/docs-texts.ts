/** The texts of the reference: its prose in both languages, and the tables in Ukrainian; the tables have their English. */

import type { Format, Lang, ListParameterName } from "../contract/parameters.ts";
import type { ProblemName } from "../contract/problems.ts";
import type { ResourceName } from "../contract/resources.ts";
import type { responseHeaders } from "../contract/response-headers.ts";
import { targetBytesMax } from "../contract/target.ts";
import type { TeacherField } from "../domain/teacher.ts";

/** The headers that a client's author can make use of. */
export const describedHeaders = [
  "ETag",
  "Last-Modified",
  "Cache-Control",
  "Vary",
  "Dataset-Version",
  "Content-Encoding",
  "Retry-After",
  "Allow",
] as const satisfies readonly (keyof typeof responseHeaders)[];

/** What is shown of the resources; the files of pages are nothing to call. */
export type DescribedResource = Exclude<ResourceName, "asset">;

export const resourceWordsUk: Readonly<Record<DescribedResource, readonly [name: string, description: string]>> = {
  list: ["Список викладачів", "Сторінка викладачів, які відповідають усім умовам."],
  teacher: ["Викладач", "Один викладач за номером."],
  index: ["Покажчик", "Адреси всього, що є. Браузер переходить до списку."],
  openapi: ["Опис", "Опис сервісу як OpenAPI 3.1."],
  docs: ["Документація", "Ця сторінка."],
  live: ["Живий", "Чи працює процес."],
  ready: ["Готовий", "Чи завантажено дані та яку версію. 503 із причиною, доки їх немає, і перед зупинкою."],
};

export const parameterWordsUk: Readonly<Record<ListParameterName, string>> = {
  limit: "Скільки викладачів на сторінці. 0 означає типове значення, а більше за найбільше – найбільше.",
  offset: "Скільки викладачів пропустити від початку списку.",
  last_name: "Лише викладачі саме з цим прізвищем; регістр важливий.",
  first_name: "Лише викладачі саме з цим іменем; регістр важливий.",
  middle_name: "Лише викладачі саме з цим по батькові; регістр важливий.",
  degree: "Лише викладачі саме з цією посадою; регістр важливий.",
  search:
    "Слова імені в будь-якому порядку, кожне хоча б своїм початком, кирилицею чи латиницею; можна додати посаду або її скорочення.",
  ordering:
    "Порядок списку: за номером або, з `last_name`, за українською абеткою; з мінусом попереду – навпаки. Сторінка для людей типово має порядок за абеткою.",
  format: "Формат відповіді. Важить більше за заголовок Accept.",
  lang: "Мова сторінки для людей. Важить більше за заголовок Accept-Language.",
};

export const formatWordsUk: Readonly<Record<Format, string>> = {
  json: "Стислий JSON в UTF-8; `Accept: application/json; indent=2` розкладає його на рядки.",
  html: "Сторінка для людей, українською або англійською.",
  csv: "Дев’ять полів за RFC 4180: кома, CRLF, рядок заголовків, значення без змін.",
  excel: "CSV, який Excel відкриває правильно: крапка з комою, позначка UTF-8, формули знешкоджено.",
  ndjson: "Один об’єкт JSON на рядок, для програм, що читають потік.",
};

export const fieldWordsUk: Readonly<Record<TeacherField, string>> = {
  id: "Номер, унікальний у довіднику.",
  last_name: "Прізвище.",
  first_name: "Ім’я; може бути однією літерою, з крапкою чи без.",
  middle_name: "По батькові; може бути однією літерою, з крапкою чи без.",
  name: "Прізвище, ім’я та по батькові.",
  full_name: "Посада та повне ім’я.",
  short_name: "Прізвище з ініціалами.",
  short_name_with_degree: "Скорочена посада, прізвище та ініціали.",
  degree: "Посада або ступінь; вільний текст.",
};

export const headerWordsUk: Readonly<Record<(typeof describedHeaders)[number], string>> = {
  ETag: "Називає саме ці байти; надішліть його назад у If-None-Match.",
  "Last-Modified": "Коли опубліковано цю версію даних. Для людей: чи змінилася відповідь, показує лише ETag.",
  "Cache-Control": "Що дозволено кешам.",
  Vary: "Заголовки запиту, від яких залежить відповідь.",
  "Dataset-Version": "Версія даних; якщо вона змінилася під час обходу сторінок, почніть спочатку.",
  "Content-Encoding": "`gzip` для більших сторінок, якщо клієнт його приймає.",
  "Retry-After": "За скільки секунд спробувати знову.",
  Allow: "Методи, які мають ресурси.",
};

type Prose = string | readonly string[] | { say(...facts: never[]): string }["say"];

/** For programs' authors; people who meet a problem on a page get other words. */
export const problemMeaningsUk: Readonly<Record<ProblemName, string>> = {
  badParameters: "Параметри запиту з помилками; до десяти з них є в `errors`.",
  badHost: "Заголовок Host пошкоджений, або ця назва тут не обслуговується.",
  notFound: "Такого немає.",
  methodNotAllowed: "Ресурс не має цього методу; є GET, HEAD і OPTIONS.",
  notAcceptable: "Жодного з типів, названих у Accept, немає.",
  uriTooLong: `URL довший за ${targetBytesMax} байтів.`,
  internal: "Помилка сервера; причину записано в його журнал.",
  notReady: "Даних для відповіді ще немає; `Retry-After` каже, коли спробувати знову.",
  busy: "Забагато пошуків одночасно; `Retry-After` каже, коли спробувати знову.",
};

const prose = {
  heading: { uk: "API довідника", en: "The API of the directory" },
  lead: {
    uk: "Усе, що бачать люди на сторінках, програми читають за тими самими адресами. Без ключів і реєстрації, лише читання, з будь-якого сайту (CORS).",
    en: "What people see on the pages, programs read at the very same addresses. No key and no registration, read-only, from any site (CORS).",
  },
  base: { uk: "Базова адреса", en: "Base address" },
  contents: { uk: "Зміст", en: "Contents" },
  start: { uk: "Початок", en: "First steps" },
  startMore: {
    uk: "Перша сторінка списку; `next` веде до наступної, доки не стане `null`:",
    en: "The first page of the list; `next` leads to the next one, until it is `null`:",
  },
  examples: {
    uk: ["Знайти людину", "Фільтр і порядок за абеткою", "Усе, що знайдено, як CSV", "Чи змінилися дані"],
    en: ["Find a person", "Filter, in alphabetical order", "Everything found, as CSV", "Whether the data has changed"],
  },
  resources: { uk: "Ресурси", en: "Resources" },
  parameters: { uk: "Параметри", en: "Parameters" },
  formats: { uk: "Формати", en: "Formats" },
  failures: { uk: "Помилки", en: "Problems" },
  run: { uk: "Виконати", en: "Run" },
  running: { uk: "Виконується…", en: "Running…" },
  failed: { uk: "Запит не вдався", en: "The request failed" },
  cut: { uk: "… далі обрізано", en: "… cut here" },
  answer: { uk: "Відповідь", en: "Answer" },
  anyValue: { uk: "не вказано", en: "not given" },
  id: {
    uk: "Номер викладача; нулі попереду дозволено, а не число – не знайдено.",
    en: "The teacher's id; leading zeros are accepted, and what is no number is not found.",
  },
  integer: {
    uk: (digits: number, fallback: number) => `Ціле число, 1–${digits} цифр; типово ${fallback}.`,
    en: (digits: number, fallback: number) => `Integer, 1 to ${digits} digits; ${fallback} by default.`,
  },
  most: {
    uk: (max: number, pageMax: number) => `Найбільше ${max}, на сторінці для людей ${pageMax}.`,
    en: (max: number, pageMax: number) => `At most ${max}, and ${pageMax} on the page for people.`,
  },
  text: {
    uk: (length: number) => `Текст до ${length} символів.`,
    en: (length: number) => `Text of up to ${length} characters.`,
  },
  words: { uk: (words: number) => `Не більше ${words} слів.`, en: (words: number) => `Not over ${words} words.` },
  oneOf: { uk: "Одне з:", en: "One of:" },
  byDefault: { uk: (value: string) => `Типово \`${value}\`.`, en: (value: string) => `\`${value}\` by default.` },
  blank: {
    uk: "Пробіли на краях значень відкидаються, порожнє значення означає, що параметра немає. Умови діють разом.",
    en: "White space at the ends of values is dropped, and a blank value counts as absent. All conditions hold together.",
  },

  paging: { uk: "Сторінки й порядок", en: "Pages and order" },
  pagingMore: {
    uk: [
      "Ідіть за `next`: він несе всі умови з дійсним `limit`. `count` – точна кількість на всіх сторінках разом.",
      "Порядок завжди повний: однакові імена впорядковує номер, тож обхід сторінок покаже кожного рівно раз. Зсув за кінець – це 200 і порожній `results`.",
      "Порівнюйте `Dataset-Version` сторінок: якщо змінилася, дані опубліковано заново, і обхід варто почати спочатку.",
    ],
    en: [
      "Follow `next`: it carries all conditions, with the effective `limit`. `count` is exact, over all pages together.",
      "The order is always total: ids decide between equal names, so that a walk over the pages shows everyone exactly once. An offset past the end is 200 with empty `results`.",
      "Compare the `Dataset-Version` of the pages: where it changes, new data was published, and the walk should start again.",
    ],
  },
  searching: { uk: "Пошук і фільтри", en: "Search and filters" },
  searchingMore: {
    uk: [
      "Фільтри точні: `first_name=Т` не знайде Тараса. Три апострофи `'` `’` `ʼ` є однією літерою лише там, де точного збігу ні в кого немає.",
      "`search` дивиться на початки слів: `шевч`, `Тарас Шевченко`, `Шевченко Т.Г.`, `доц. Коваль`. Якщо написання не знайшло нікого, вирішує звучання, тож `Goncharenko` знайде Гончаренка.",
    ],
    en: [
      "Filters are exact: `first_name=Т` does not find Тарас. The three apostrophes `'` `’` `ʼ` are one letter only where nobody has the value as given.",
      "`search` looks at the beginnings of words: `шевч`, `Тарас Шевченко`, `Шевченко Т.Г.`, `доц. Коваль`. Where the spelling finds nobody, the sound decides, so that `Goncharenko` finds Гончаренко.",
    ],
  },
  formatsMore: {
    uk: "Формат обирає `format`, а без нього заголовок `Accept`. CSV, Excel і NDJSON віддають потоком усе знайдене або, якщо вказано `limit` чи `offset`, лише цю сторінку.",
    en: "`format` chooses, and without it the `Accept` header. CSV, Excel and NDJSON stream everything found or, where `limit` or `offset` is given, that page alone.",
  },
  fields: { uk: "Поля викладача", en: "The fields of a teacher" },
  teacherMore: {
    uk: "Усі дев’ять полів є завжди й ніколи не `null`: чого немає, те порожній рядок.",
    en: "All nine fields are always there and never `null`: what is missing is the empty string.",
  },
  headers: { uk: "Заголовки й кешування", en: "Headers and caching" },
  headersMore: {
    uk: "Надсилайте `ETag` попередньої відповіді в `If-None-Match`: доки нічого не змінилося, відповідь – 304 без тіла.",
    en: "Send the `ETag` of the answer you have in `If-None-Match`: while nothing has changed, the answer is 304 without a body.",
  },
  problemsMore: {
    uk: "Помилки мають тип `application/problem+json` (RFC 9457). `detail` – для людей; у `errors` є перші десять помилок у параметрах, кожна з кодом, на який може покластися програма, а в `errors_omitted` – скільки їх іще:",
    en: "Problems are `application/problem+json` (RFC 9457). `detail` is for people; `errors` has the first ten faults of the parameters, each with a code that programs may rely on, and `errors_omitted` says how many more there are:",
  },
  codes: { uk: "Коди параметрів", en: "Codes of parameters" },
} as const satisfies Record<string, Readonly<Record<Lang, Prose>>>;

type ProseTable = typeof prose;
export type DocsWords = { readonly [Name in keyof ProseTable]: ProseTable[Name][Lang] };

const byLang: Readonly<Record<Lang, DocsWords>> = { uk: pick("uk"), en: pick("en") };

export function docsWordsIn(lang: Lang): DocsWords {
  return byLang[lang];
}

function pick(lang: Lang): DocsWords {
  return Object.fromEntries(Object.entries(prose).map(([name, both]) => [name, both[lang]])) as unknown as DocsWords;
}
