/** Every text of the pages for people, in Ukrainian and English. A missing translation does not compile. */
import { countEn, countUk, formatNumberIn, type Lang, type Translations } from "../domain/lang.ts";

type Text = string | ((...values: never[]) => string);

const teachersUk = (count: number): string => countUk(count, "викладач", "викладачі", "викладачів", "\u00a0");
const teachersEn = (count: number): string => countEn(count, "teacher", "teachers", "\u00a0");

const table = {
  site: { uk: "Довідник викладачів", en: "Teachers Directory" },
  description: {
    uk: "Пошук викладачів за прізвищем, іменем, ініціалами чи посадою.",
    en: "Find teachers by last name, first name, initials or position.",
  },
  skip: { uk: "До вмісту", en: "Skip to content" },
  skipToList: { uk: "До списку", en: "Skip to the list" },
  toList: { uk: "До списку викладачів", en: "Go to the list of teachers" },
  skipToAdvice: { uk: "До підказок", en: "Skip to suggestions" },
  menu: { uk: "Головне меню", en: "Main menu" },
  language: { uk: "Українська", en: "English" },
  docs: { uk: "API для розробників", en: "API for developers" },

  searchLabel: { uk: "Прізвище, ім’я, ініціали або посада", en: "Name, initials or position" },
  searchButton: { uk: "Знайти", en: "Search" },
  examples: { uk: "Наприклад:", en: "For example:" },
  suggestions: { uk: "Підказки", en: "Suggestions" },
  found: { uk: "Знайдено:", en: "Found:" },
  showAll: { uk: "Показати всіх:", en: "Show all:" },

  alphabet: { uk: "Алфавіт", en: "Alphabet" },
  everyLetter: { uk: "Усі", en: "All" },
  otherLetters: { uk: "Інші літери", en: "Other letters" },

  degree: { uk: "Посада", en: "Position" },
  anyDegree: { uk: "Усі посади", en: "All positions" },
  noDegree: { uk: "без посади", en: "no position" },
  otherDegrees: {
    uk: (count: number) => `Ще ${countUk(count, "посада", "посади", "посад", "\u00a0")}: знайдіть через пошук`,
    en: (count: number) => `${countEn(count, "more position", "more positions", "\u00a0")}: use search`,
  },

  teachers: { uk: teachersUk, en: teachersEn },
  byId: {
    uk: (ids: string) => `номери ${ids}`,
    en: (ids: string) => `IDs ${ids}`,
  },
  order: { uk: "Порядок", en: "Order" },
  byRelevance: { uk: "за відповідністю", en: "best match" },
  byName: { uk: "А–Я", en: "А–Я" },
  byNameDescending: { uk: "Я–А", en: "Я–А" },

  exactly: { uk: "Лише точні збіги.", en: "Exact matches only." },
  similarToo: { uk: "Показати й схожі", en: "Show similar names too" },
  resultsFor: { uk: "Показано результати за запитом", en: "Showing results for" },
  andSimilar: { uk: " і за схожими іменами", en: " and similar names" },
  setAside: { uk: "Не враховано:", en: "Left out:" },
  searchExactly: { uk: "Шукати саме", en: "Search instead for" },
  byInitials: { uk: "Збігаються лише ініціали", en: "Only initials match" },
  byInitialsOnly: {
    uk: "Такого повного імені в довіднику немає, збігаються лише ініціали",
    en: "Nobody in the directory has this full name; only initials match",
  },
  allFor: { uk: "Усі за запитом", en: "All results for" },
  noGivenName: { uk: "без імені", en: "no first name" },
  unnamed: { uk: (id: number) => `Без імені, номер\u00a0${id}`, en: (id: number) => `No name, ID ${id}` },

  pages: { uk: "Сторінки", en: "Pages" },
  page: {
    uk: (page: number) => `Сторінка ${formatNumberIn("uk", page)}`,
    en: (page: number) => `Page ${formatNumberIn("en", page)}`,
  },
  first: { uk: "Перша", en: "First" },
  previous: { uk: "← Попередня", en: "← Previous" },
  next: { uk: "Наступна →", en: "Next →" },
  last: { uk: "Остання", en: "Last" },
  download: { uk: "Завантажити список:", en: "Download the list:" },

  nobody: { uk: "Нікого не знайдено", en: "Nobody found" },
  nobodyFor: { uk: "Нікого не знайдено за запитом", en: "Nobody found for" },
  nearest: { uk: "Можливо, ви шукали", en: "Did you mean" },
  wholeList: {
    uk: (count: number) => `Увесь список (${formatNumberIn("uk", count)})`,
    en: (count: number) => `The whole list (${formatNumberIn("en", count)})`,
  },
  emptyDirectory: { uk: "Довідник поки порожній", en: "The directory is empty" },
  emptyDirectoryMore: {
    uk: "Викладачі з’являться тут після публікації даних.",
    en: "Teachers will appear here once data is published.",
  },
  pastEnd: { uk: "Такої сторінки немає", en: "This page doesn’t exist" },
  pastEndMore: {
    uk: (count: number) => `У списку ${teachersUk(count)}. Можливо, дані щойно оновилися.`,
    en: (count: number) => `The list has ${teachersEn(count)}. The data may have just changed.`,
  },

  backToList: { uk: "← До списку", en: "← Back to the list" },
  name: { uk: "Повністю", en: "In full" },
  fullName: { uk: "З посадою", en: "With position" },
  shortName: { uk: "З ініціалами", en: "With initials" },
  shortNameWithDegree: { uk: "З посадою та ініціалами", en: "With position and initials" },
  romanised: { uk: "Латиницею", en: "In Latin letters" },
  romanisedShort: { uk: "Латиницею, з ініціалами", en: "In Latin letters, with initials" },
  copy: { uk: "Копіювати", en: "Copy" },
  copied: { uk: "Скопійовано", en: "Copied" },
  neighbours: { uk: "Поруч за алфавітом", en: "Nearby in the alphabet" },
  previousTeacher: { uk: "←\u00a0Попередній за алфавітом", en: "←\u00a0Previous in the alphabet" },
  nextTeacher: { uk: "Наступний за алфавітом\u00a0→", en: "Next in the alphabet\u00a0→" },
  sameLastName: { uk: "Усі з прізвищем", en: "All with the last name" },
  asJson: { uk: "Дані у форматі JSON", en: "Data as JSON" },
  idOf: { uk: (id: number) => `Номер у довіднику: ${id}`, en: (id: number) => `ID in the directory: ${id}` },

  issues: { uk: "Що не так", en: "What’s wrong" },
  value: { uk: "Значення", en: "Value" },
  technicalDetails: { uk: "Технічні подробиці", en: "Technical details" },
  withoutIssues: { uk: "Відкрити без цих параметрів", en: "Open without these parameters" },
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
