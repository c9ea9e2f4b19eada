/** Every text of the pages for people, in Ukrainian and English. A missing translation does not compile. */

import type { FilterName } from "../contract/parameters.ts";
import { countEn, countUk, formatNumberIn, type Lang, type Translations } from "../domain/lang.ts";

type Text = string | ((...values: never[]) => string) | Readonly<Record<FilterName, string>>;

const teachersUk = (count: number): string => countUk(count, "викладач", "викладачі", "викладачів", "\u00a0");
const teachersEn = (count: number): string => countEn(count, "teacher", "teachers", "\u00a0");
const degreesUk = (count: number): string => countUk(count, "посада", "посади", "посад", "\u00a0");
const moreDegreesEn = (count: number): string => countEn(count, "more position", "more positions", "\u00a0");

const table = {
  site: { uk: "Довідник викладачів", en: "Teachers Directory" },
  skip: { uk: "Перейти до вмісту", en: "Skip to main content" },
  skipToResults: { uk: "Перейти до результатів", en: "Skip to results" },
  alphabet: { uk: "Алфавіт", en: "Alphabet" },
  beginnings: { uk: "Перші літери прізвища", en: "First letters of the last name" },
  initials: { uk: "Ініціали", en: "Initials" },
  menu: { uk: "Головне меню", en: "Main menu" },
  language: { uk: "Українська", en: "English" },
  docs: { uk: "API", en: "API" },
  reference: { uk: "документація API англійською", en: "API reference" },
  description: {
    uk: "Пошук викладачів за прізвищем, іменем, ініціалами чи посадою.",
    en: "Find teachers by last name, first name, initials or position.",
  },
  footer: { uk: "Розробникам:", en: "For developers:" },
  openapi: { uk: "специфікація OpenAPI", en: "OpenAPI specification" },

  find: { uk: "Знайдіть викладача", en: "Find a teacher" },
  searchLabel: { uk: "Прізвище, ім’я, ініціали або посада", en: "Name, initials or position" },
  searchHint: {
    uk: "Достатньо перших літер, кирилицею чи латиницею. Наприклад:",
    en: "The first letters are enough, in Cyrillic or Latin. For example:",
  },
  clearSearch: { uk: "Очистити пошук", en: "Clear search" },
  suggestions: { uk: "Підказки", en: "Suggestions" },
  found: { uk: "Знайдено:", en: "Found:" },
  showAll: {
    uk: (count: number) => `Показати всі ${formatNumberIn("uk", count)}`,
    en: (count: number) => `Show all ${formatNumberIn("en", count)}`,
  },
  searchButton: { uk: "Знайти", en: "Search" },

  degree: { uk: "Посада", en: "Position" },
  anyDegree: { uk: "Усі посади", en: "All positions" },
  applyDegree: { uk: "Застосувати", en: "Apply" },
  noDegree: { uk: "без посади", en: "no position" },
  moreDegrees: { uk: (count: number) => `Ще ${degreesUk(count)}`, en: moreDegreesEn },
  hiddenDegrees: {
    uk: (count: number) => `Ще ${degreesUk(count)}: знайдіть ${count === 1 ? "її" : "їх"} через пошук`,
    en: (count: number) => `${moreDegreesEn(count)}: use search`,
  },

  activeFilters: { uk: "Вибрано", en: "Filters" },
  remove: { uk: "зняти фільтр", en: "remove filter" },
  removeAll: { uk: "Скинути все", en: "Clear all" },
  fields: {
    uk: {
      search: "Пошук",
      id: "Номер у довіднику",
      last_name: "Прізвище",
      first_name: "Ім’я",
      middle_name: "По батькові",
      degree: "Посада",
      without: "Посада",
    },
    en: {
      search: "Search",
      id: "ID",
      last_name: "Last name",
      first_name: "First name",
      middle_name: "Patronymic",
      degree: "Position",
      without: "Position",
    },
  },

  teachers: { uk: teachersUk, en: teachersEn },
  order: { uk: "Сортування", en: "Sort order" },
  byName: { uk: "А–Я", en: "А–Я" },
  byNameDescending: { uk: "Я–А", en: "Я–А" },
  byRelevance: { uk: "за збігом", en: "best match" },
  exactOnly: { uk: "Показано лише точні збіги.", en: "Exact matches only." },
  withoutExact: { uk: "Показати й схожі", en: "Show similar names too" },
  resultsFor: { uk: "Показано результати за запитом", en: "Showing results for" },
  andSimilar: { uk: " і за схожими іменами", en: " and similar names" },
  setAside: { uk: "Не враховано:", en: "Left out:" },
  byInitials: { uk: "Збігаються лише ініціали", en: "Only initials match" },
  byInitialsOnly: {
    uk: "Такого повного імені в довіднику немає, збігаються лише ініціали",
    en: "Nobody in the directory has this full name; only initials match",
  },
  searchLiterally: { uk: "Шукати саме", en: "Search instead for" },
  byId: { uk: "за номером", en: "by ID" },
  results: { uk: "Викладачі", en: "Teachers" },
  noGivenName: { uk: "без імені", en: "no first name" },
  unnamed: { uk: (id: number) => `Без імені, №\u00a0${id}`, en: (id: number) => `No name, ID ${id}` },

  pages: { uk: "Сторінки", en: "Pages" },
  page: {
    uk: (page: number) => `Сторінка ${formatNumberIn("uk", page)}`,
    en: (page: number) => `Page ${formatNumberIn("en", page)}`,
  },
  first: { uk: "Перша", en: "First" },
  previous: { uk: "Попередня", en: "Previous" },
  next: { uk: "Наступна", en: "Next" },
  last: { uk: "Остання", en: "Last" },
  download: {
    uk: (count: number) => `Завантажити список${count === 1 ? "" : ` (усі ${formatNumberIn("uk", count)})`}`,
    en: (count: number) => `Download list${count === 1 ? "" : ` (all ${formatNumberIn("en", count)})`}`,
  },
  asJson: { uk: "Дані у форматі JSON", en: "View as JSON" },

  noResults: { uk: "Нікого не знайдено", en: "No teachers found" },
  alternatives: { uk: "Спробуйте так:", en: "Try instead:" },
  onlyWords: { uk: "Лише", en: "Only" },
  withoutSearch: { uk: "Без запиту", en: "Without the search for" },
  allOf: { uk: "Усі з посадою", en: "All with the position" },
  withoutFilter: { uk: "Без фільтра", en: "Without the filter" },
  trySpelling: { uk: "Перевірте правопис.", en: "Check the spelling." },
  tryLastName: {
    uk: "Введіть тільки прізвище або його початок.",
    en: "Enter only the last name or its first letters.",
  },
  viewAll: { uk: "Переглянути всіх викладачів", en: "View all teachers" },
  emptyDirectory: { uk: "Довідник поки порожній", en: "The directory is empty" },
  emptyDirectoryMore: {
    uk: "Викладачі з’являться тут після публікації даних.",
    en: "Teachers will appear here once data is published.",
  },
  pastEnd: { uk: "Такої сторінки немає", en: "This page doesn't exist" },
  pastEndMore: {
    uk: (count: number) => `У списку ${teachersUk(count)}. Можливо, дані щойно оновилися.`,
    en: (count: number) => `The list has ${teachersEn(count)}. The data may have just changed.`,
  },
  firstPage: { uk: "Перейти на першу сторінку", en: "Go to the first page" },
  lastPage: { uk: "Перейти на останню сторінку", en: "Go to the last page" },

  allTeachers: { uk: "Усі викладачі", en: "All teachers" },
  backToList: { uk: "Назад до списку", en: "Back to the list" },
  nameForms: { uk: "Варіанти запису", en: "Ways to write the name" },
  fullName: { uk: "Посада та повне ім’я", en: "Position and full name" },
  name: { uk: "Прізвище, ім’я, по батькові", en: "Full name" },
  shortNameWithDegree: { uk: "З посадою та ініціалами", en: "Position and initials" },
  shortName: { uk: "З ініціалами", en: "Initials" },
  romanised: { uk: "Латиницею", en: "In Latin letters" },
  romanisedShort: { uk: "З ініціалами, латиницею", en: "Initials, in Latin letters" },
  romanisedHint: {
    uk: "За офіційними правилами транслітерації (постанова Кабінету Міністрів України від 27.01.2010 №\u00a055).",
    en: "Ukraine’s official romanisation (Cabinet of Ministers Resolution No. 55, 27 January 2010).",
  },
  copy: { uk: "Скопіювати", en: "Copy" },
  copied: { uk: "Скопійовано", en: "Copied" },
  sameLastName: {
    uk: (count: number) => `${teachersUk(count)} із прізвищем`,
    en: (count: number) => `${teachersEn(count)} with the last name`,
  },
  idOf: { uk: (id: number) => `Номер у довіднику: ${id}`, en: (id: number) => `ID: ${id}` },
  neighbours: { uk: "Поруч за алфавітом", en: "Nearby names" },
  previousTeacher: { uk: "Вище за алфавітом", en: "Previous name" },
  nextTeacher: { uk: "Нижче за алфавітом", en: "Next name" },

  faults: { uk: "Що не так", en: "What's wrong" },
  omittedFaults: {
    uk: (count: number) => `І ще ${countUk(count, "помилка", "помилки", "помилок", "\u00a0")}.`,
    en: (count: number) => `And ${countEn(count, "more error", "more errors", "\u00a0")}.`,
  },
  value: { uk: "Значення", en: "Value" },
  technicalDetails: { uk: "Технічні подробиці", en: "Technical details" },
  withoutFaults: { uk: "Відкрити без цих параметрів", en: "Open without these parameters" },
  tryAgain: { uk: "Спробувати ще раз", en: "Try again" },
} as const satisfies Record<string, Translations<Text>>;

type Table = typeof table;
type Texts = { readonly [Name in keyof Table]: Table[Name][Lang] };

const textsByLang: Translations<Texts> = { uk: selectTexts("uk"), en: selectTexts("en") };

function selectTexts(lang: Lang): Texts {
  return Object.fromEntries(Object.entries(table).map(([name, text]) => [name, text[lang]])) as unknown as Texts;
}

export function textsIn(lang: Lang): Texts {
  return textsByLang[lang];
}

/** `1–25`, or one number. */
export function formatRange(lang: Lang, from: number, to: number): string {
  return from === to ? formatNumberIn(lang, from) : `${formatNumberIn(lang, from)}–${formatNumberIn(lang, to)}`;
}
