/** Every text of the pages for people, in Ukrainian and English as one table; one that is missing does not compile. */

import type { Lang } from "../contract/parameters.ts";
import type { TextFieldName } from "../domain/teacher.ts";

// A method, so that texts may take what they like; `wordsIn` gives each with its own parameters.
type Text = string | { say(...facts: never[]): string }["say"];

const numbers: Readonly<Record<Lang, Intl.NumberFormat>> = {
  uk: new Intl.NumberFormat("uk"),
  en: new Intl.NumberFormat("en"),
};

/** A number as it is written in a language, with thousands apart. */
export function formatNumber(lang: Lang, value: number): string {
  return numbers[lang].format(value);
}

const rules: Readonly<Record<Lang, Intl.PluralRules>> = {
  uk: new Intl.PluralRules("uk"),
  en: new Intl.PluralRules("en"),
};

type Forms = { readonly other: string } & Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The number with the form of the word that goes with it. */
export function countOf(lang: Lang, count: number, forms: Forms): string {
  return `${formatNumber(lang, count)}\u00a0${forms[rules[lang].select(count)] ?? forms.other}`;
}

const teachersUk = { one: "викладач", few: "викладачі", many: "викладачів", other: "викладача" };
const teachersEn = { one: "teacher", other: "teachers" };

const texts = {
  site: { uk: "Довідник викладачів", en: "Teachers Directory" },
  skip: { uk: "До вмісту", en: "Skip to the content" },
  menu: { uk: "Сайт", en: "Site" },
  language: { uk: "Українська", en: "English" },
  docs: { uk: "API", en: "API" },
  reference: { uk: "документація API", en: "API reference" },
  description: {
    uk: "Пошук викладачів за прізвищем, іменем, ініціалами чи посадою.",
    en: "Find a teacher by surname, name, initials or degree.",
  },
  footer: {
    uk: "Довідник лише для читання. Ті самі дані доступні програмам:",
    en: "A read-only directory. Programs can read the same data:",
  },
  openapi: { uk: "опис OpenAPI", en: "OpenAPI description" },

  find: { uk: "Знайдіть викладача", en: "Find a teacher" },
  searchLabel: { uk: "Прізвище, ім’я, ініціали чи посада", en: "Surname, name, initials or degree" },
  searchHint: {
    uk: "Досить початку прізвища чи імені, кирилицею або латиницею; посада – повністю чи скорочено з крапкою:",
    en: "The beginning of a name is enough, in Cyrillic or Latin letters; a degree in full, or abbreviated with its full stop:",
  },
  searchButton: { uk: "Знайти", en: "Search" },

  degree: { uk: "Посада", en: "Degree" },
  anyDegree: { uk: "Усі посади", en: "All degrees" },
  noDegree: { uk: "без посади", en: "no degree" },
  moreDegrees: {
    uk: (count: number) =>
      `Ще ${countOf("uk", count, { one: "посада", few: "посади", many: "посад", other: "посади" })}`,
    en: (count: number) => countOf("en", count, { one: "more degree", other: "more degrees" }),
  },
  hiddenDegrees: {
    uk: (count: number) => `І ще ${formatNumber("uk", count)}: їх можна знайти пошуком`,
    en: (count: number) => `And ${formatNumber("en", count)} more, which the search can find`,
  },

  active: { uk: "Показано лише", en: "Showing only" },
  remove: { uk: "прибрати", en: "remove" },
  removeAll: { uk: "Прибрати все", en: "Clear all" },
  search: { uk: "Пошук", en: "Search" },
  parts: {
    uk: { last_name: "Прізвище", first_name: "Ім’я", middle_name: "По батькові", degree: "Посада" },
    en: { last_name: "Last name", first_name: "First name", middle_name: "Middle name", degree: "Degree" },
  },

  teachers: {
    uk: (count: number) => countOf("uk", count, teachersUk),
    en: (count: number) => countOf("en", count, teachersEn),
  },
  ofTotal: {
    uk: (total: number) => `із ${formatNumber("uk", total)} у довіднику`,
    en: (total: number) => `of ${formatNumber("en", total)} in the directory`,
  },
  range: {
    uk: (from: number, to: number, count: number) => `${between("uk", from, to)} з ${formatNumber("uk", count)}`,
    en: (from: number, to: number, count: number) => `${between("en", from, to)} of ${formatNumber("en", count)}`,
  },
  order: { uk: "Порядок", en: "Order" },
  byName: { uk: "за абеткою", en: "alphabetical" },
  byId: { uk: "за номером", en: "by id" },
  reversed: { uk: "навпаки", en: "reversed" },
  results: { uk: "Викладачі", en: "Teachers" },
  unnamed: { uk: (id: number) => `Без імені, № ${id}`, en: (id: number) => `No name, id ${id}` },

  pages: { uk: "Сторінки", en: "Pages" },
  page: {
    uk: (page: number) => `Сторінка ${formatNumber("uk", page)}`,
    en: (page: number) => `Page ${formatNumber("en", page)}`,
  },
  first: { uk: "Перша", en: "First" },
  previous: { uk: "Попередня", en: "Previous" },
  next: { uk: "Наступна", en: "Next" },
  last: { uk: "Остання", en: "Last" },
  thisList: { uk: "Цей список як", en: "This list as" },

  nobody: { uk: "Нікого не знайдено", en: "Nobody found" },
  nobodyTry: { uk: "Що можна спробувати:", en: "What you can try:" },
  tryLess: {
    uk: "залишити саме прізвище або лише його початок;",
    en: "give the surname alone, or just its beginning;",
  },
  trySpelling: {
    uk: "перевірити літери: шукаємо за початками слів, а не за їхньою серединою;",
    en: "check the letters: words are found by their beginnings, not by their middle;",
  },
  tryInitials: {
    uk: "замість повного імені дати першу літеру: дехто записаний лише з ініціалами;",
    en: "give a first letter for the full name: some are listed with initials only;",
  },
  tryDegree: {
    uk: "написати посаду повністю або скорочено з крапкою;",
    en: "write a degree in full, or abbreviated with its full stop;",
  },
  tryWithout: { uk: "прибрати умову:", en: "drop a condition:" },
  tryAll: { uk: "переглянути всіх викладачів", en: "look through all teachers" },
  emptyDirectory: { uk: "У довіднику поки нікого немає", en: "The directory is empty so far" },
  emptyDirectoryMore: {
    uk: "Щойно дані опублікують, вони з’являться тут.",
    en: "As soon as data is published, it will be here.",
  },
  pastEnd: { uk: "Список закінчився раніше", en: "The list ends before this" },
  pastEndMore: {
    uk: (count: number) => `У ньому ${countOf("uk", count, teachersUk)}. Можливо, дані щойно оновилися.`,
    en: (count: number) => `It has ${countOf("en", count, teachersEn)}. Perhaps the data has just changed.`,
  },
  firstPage: { uk: "До першої сторінки", en: "To the first page" },
  lastPage: { uk: "До останньої сторінки", en: "To the last page" },

  allTeachers: { uk: "Усі викладачі", en: "All teachers" },
  forms: { uk: "Як записати", en: "How to write the name" },
  formsHint: {
    uk: "Один дотик виділяє рядок повністю, щоб його скопіювати.",
    en: "One click selects a whole line, ready to copy.",
  },
  fullName: { uk: "Посада та повне ім’я", en: "Degree and full name" },
  name: { uk: "Повне ім’я", en: "Full name" },
  shortNameWithDegree: { uk: "Скорочено, з посадою", en: "Short, with degree" },
  shortName: { uk: "Скорочено", en: "Short" },
  record: { uk: "Дані", en: "Details" },
  id: { uk: "Номер", en: "Id" },
  missing: { uk: "не вказано", en: "not given" },
  copy: { uk: "Скопіювати", en: "Copy" },
  copied: { uk: "Скопійовано", en: "Copied" },
  namesakes: { uk: "Усі з цим прізвищем", en: "Everyone with this last name" },
  asJson: { uk: "Ці дані як JSON", en: "This data as JSON" },

  faults: { uk: "Що не так", en: "What is wrong" },
  omittedFaults: {
    uk: (count: number) =>
      `І ще ${countOf("uk", count, { one: "помилка", few: "помилки", many: "помилок", other: "помилки" })}.`,
    en: (count: number) => `And ${countOf("en", count, { one: "more fault", other: "more faults" })}.`,
  },
  value: { uk: "Значення", en: "Value" },
  answer: { uk: "Відповідь сервера", en: "Answer of the server" },
  withoutFaults: { uk: "Відкрити без цих параметрів", en: "Open without these parameters" },
  again: { uk: "Спробувати ще раз", en: "Try again" },
} as const satisfies Record<string, Readonly<Record<Lang, Text | Readonly<Record<TextFieldName, string>>>>>;

type Texts = typeof texts;
export type Words = { readonly [Name in keyof Texts]: Texts[Name][Lang] };

const byLang: Readonly<Record<Lang, Words>> = { uk: pick("uk"), en: pick("en") };

export function wordsIn(lang: Lang): Words {
  return byLang[lang];
}

function pick(lang: Lang): Words {
  return Object.fromEntries(Object.entries(texts).map(([name, both]) => [name, both[lang]])) as unknown as Words;
}

function between(lang: Lang, from: number, to: number): string {
  return from === to ? formatNumber(lang, from) : `${formatNumber(lang, from)}–${formatNumber(lang, to)}`;
}
