/** The texts of the officer's pages, Ukrainian and English side by side. */
import type { ChangeCounts } from "../domain/changes/roster-changes.ts";
import type { ColumnField } from "../import/table/headings.ts";
import { countEn, formatCount, inLanguages, pluralUk } from "../publishing/texts/language.ts";

const teachersUk = (count: number): string =>
  `${formatCount(count)} ${pluralUk(count, "викладач", "викладачі", "викладачів")}`;
const teachersEn = (count: number): string => `${formatCount(count)} ${count === 1 ? "teacher" : "teachers"}`;

export const officeTexts = {
  site: inLanguages({ uk: "Довідник викладачів: кадри", en: "Teachers Directory: office" }),
  otherLanguage: inLanguages({ uk: "English", en: "Українська" }),
  skip: inLanguages({ uk: "До вмісту", en: "Skip to content" }),
  menu: inLanguages({ uk: "Меню", en: "Menu" }),
  home: inLanguages({ uk: "Список", en: "List" }),
  history: inLanguages({ uk: "Історія", en: "History" }),
  erase: inLanguages({ uk: "Видалити людину", en: "Erase a person" }),
  leave: inLanguages({ uk: "Вийти", en: "Sign out" }),
  signedIn: inLanguages<[user: string]>({
    uk: (user) => `Ви увійшли як ${user}`,
    en: (user) => `Signed in as ${user}`,
  }),
  back: inLanguages({ uk: "На головну", en: "Back to the list" }),

  signIn: inLanguages({ uk: "Вхід для кадровика", en: "Sign in to the office" }),
  keyLead: inLanguages({
    uk: "Введіть ключ, який показала програма. Він діє один раз і десять хвилин.",
    en: "Enter the key that the program has shown. It works once, for ten minutes.",
  }),
  key: inLanguages({ uk: "Ключ", en: "Key" }),
  enter: inLanguages({ uk: "Увійти", en: "Sign in" }),
  enterAs: inLanguages<[user: string]>({ uk: (user) => `Увійти як ${user}`, en: (user) => `Sign in as ${user}` }),
  wrongKey: inLanguages({
    uk: "Ключ не підходить: він неправильний, уже використаний або застарів. Запустіть програму ще раз, щоб отримати новий.",
    en: "This key does not work: it is wrong, was used or has expired. Start the program again to get a new one.",
  }),
  noUser: inLanguages({
    uk: "Сюди входять через єдиний вхід установи. Відкрийте адресу, яку дав адміністратор.",
    en: "Sign in through your institution. Open the address that the administrator gave you.",
  }),
  notListed: inLanguages<[user: string]>({
    uk: (user) => `${user} не має доступу. Попросіть адміністратора додати це ім’я до списку.`,
    en: (user) => `${user} has no access. Ask the administrator to add this name to the list.`,
  }),
  entered: inLanguages({ uk: "Ви увійшли", en: "You are signed in" }),
  continue: inLanguages({ uk: "Далі", en: "Continue" }),

  publishedOf: inLanguages<[version: number, time: string, who: string]>({
    uk: (version, time, who) => `Опубліковано: версія ${version}, ${time}${who === "" ? "" : `, ${who}`}.`,
    en: (version, time, who) => `Published: version ${version}, ${time}${who === "" ? "" : `, ${who}`}.`,
  }),
  nothingPublished: inLanguages({ uk: "Ще нічого не опубліковано", en: "Nothing is published yet" }),
  teachers: inLanguages<[count: number]>({ uk: teachersUk, en: teachersEn }),
  publicPage: inLanguages({ uk: "Відкрити довідник", en: "Open the directory" }),
  newList: inLanguages({ uk: "Новий список", en: "New list" }),
  chooseFile: inLanguages({ uk: "Виберіть файл або перетягніть його сюди", en: "Choose a file, or drop it here" }),
  fileHint: inLanguages({
    uk: "Excel (.xlsx), LibreOffice (.ods) або CSV, до 20 МБ. Список має бути повним: кого в ньому немає, того буде вилучено. Спершу ви побачите всі зміни, а опублікуєте їх потім.",
    en: "Excel (.xlsx), LibreOffice (.ods) or CSV, up to 20 MB. The list must be complete: whoever is not in it will be removed. First you see all changes; you publish them afterwards.",
  }),
  check: inLanguages({ uk: "Перевірити файл", en: "Check the file" }),
  waiting: inLanguages<[name: string]>({
    uk: (name) => `«${name}» перевірено, але не опубліковано.`,
    en: (name) => `"${name}" is checked, but not published.`,
  }),
  toPreview: inLanguages({ uk: "Продовжити", en: "Continue" }),
  drop: inLanguages({ uk: "Відмовитися", en: "Discard" }),
  downloads: inLanguages({ uk: "Завантажити", en: "Download" }),
  emptyList: inLanguages({ uk: "Порожня таблиця для заповнення", en: "An empty table to fill" }),
  currentList: inLanguages({ uk: "Чинний список", en: "The current list" }),
  allVersions: inLanguages({ uk: "Уся історія", en: "All versions" }),

  preview: inLanguages({ uk: "Перевірка", en: "Preview" }),
  previewOfVersion: inLanguages<[version: number]>({
    uk: (version) => `Повернення до версії ${version}`,
    en: (version) => `Return to version ${version}`,
  }),
  nothingDone: inLanguages({ uk: "Ще нічого не опубліковано.", en: "Nothing is published yet." }),
  summary: inLanguages<[counts: ChangeCounts]>({
    uk: ({ added, removed, changed, unchanged }) =>
      [
        `${formatCount(added)} ${pluralUk(added, "новий", "нових", "нових")}`,
        `${formatCount(removed)} вилучено`,
        `${formatCount(changed)} змінено`,
        `${formatCount(unchanged)} без змін`,
      ].join(" · "),
    en: ({ added, removed, changed, unchanged }) =>
      [
        `${formatCount(added)} new`,
        `${formatCount(removed)} removed`,
        `${formatCount(changed)} changed`,
        `${formatCount(unchanged)} unchanged`,
      ].join(" · "),
  }),
  same: inLanguages<[version: number]>({
    uk: (version) => `Змін немає: такий самий список уже опубліковано (версія ${version}).`,
    en: (version) => `No changes: this list is published already (version ${version}).`,
  }),
  publishedMeanwhile: inLanguages({
    uk: "Тим часом список змінився. Перегляньте зміни ще раз.",
    en: "The list has changed meanwhile. Look at the changes again.",
  }),
  faults: inLanguages<[count: number]>({
    uk: (count) => `${formatCount(count)} ${pluralUk(count, "помилка", "помилки", "помилок")} у файлі`,
    en: (count) => `${countEn(count, "fault", "faults")} in the file`,
  }),
  faultsLead: inLanguages({
    uk: "Виправте їх у своїй таблиці, збережіть її та завантажте ще раз.",
    en: "Correct them in your table, save it and upload it again.",
  }),
  moreFaults: inLanguages<[count: number]>({
    uk: (count) => `і ще ${formatCount(count)}; їх видно у файлі з поясненнями`,
    en: (count) => `and ${formatCount(count)} more; the file with explanations has them`,
  }),
  explained: inLanguages({ uk: "Завантажити з поясненнями", en: "Download with explanations" }),
  cell: inLanguages({ uk: "Клітинка", en: "Cell" }),
  row: inLanguages({ uk: "Рядок", en: "Row" }),
  rowOf: inLanguages<[line: string]>({ uk: (line) => `рядок ${line}`, en: (line) => `row ${line}` }),
  value: inLanguages({ uk: "Зараз", en: "Now" }),
  advice: inLanguages({ uk: "Що виправити", en: "What to correct" }),
  erasedId: inLanguages<[id: number, line: string | null]>({
    uk: (id, line) =>
      `Викладача з номером ${id}${line === null ? "" : ` (рядок ${line})`} видалено назавжди, тож цей номер не можна використати знову. Приберіть рядок.`,
    en: (id, line) =>
      `The teacher with the number ${id}${line === null ? "" : ` (row ${line})`} was erased for good, so this number can't be used again. Remove the row.`,
  }),
  questions: inLanguages({ uk: "Уточніть", en: "Please answer" }),
  columnQuestion: inLanguages({ uk: "Що в якому стовпці?", en: "Which column is what?" }),
  correctColumns: inLanguages({ uk: "Стовпці прочитано не так?", en: "Were the columns misread?" }),
  columnHint: inLanguages({
    uk: "Потрібні прізвище, ім’я та по батькові, окремо або разом, і посада.",
    en: "Last, first and middle names are needed, apart or together, and the degree.",
  }),
  secretColumn: inLanguages<[heading: string]>({
    uk: (heading) => `У стовпці «${heading}» номери, яких не можна оприлюднювати. Виберіть інший стовпець.`,
    en: (heading) => `The column "${heading}" has numbers that must not be published. Choose another column.`,
  }),
  columnLabel: inLanguages<[heading: string]>({
    uk: (heading) => `Стовпець «${heading}»`,
    en: (heading) => `Column "${heading}"`,
  }),
  ignored: inLanguages({ uk: "не брати", en: "ignore" }),
  sheetQuestion: inLanguages({ uk: "На якому аркуші список?", en: "Which sheet has the list?" }),
  allSheets: inLanguages({ uk: "На всіх: викладачі є на кожному аркуші", en: "On all: each sheet has teachers" }),
  idQuestion: inLanguages({
    uk: "У файлі є викладачі без номера. Надати номери автоматично?",
    en: "Some teachers have no number. Give numbers automatically?",
  }),
  idHint: inLanguages({
    uk: "Хто вже є в довіднику, того впізнаємо за іменем і посадою: номер не зміниться.",
    en: "Whoever is in the directory already is recognised by name and degree, and keeps the number.",
  }),
  idYes: inLanguages({ uk: "Так, надати номери", en: "Yes, give numbers" }),
  namesakeQuestion: inLanguages({ uk: "Однакові імена: це різні люди?", en: "Same names: are they different people?" }),
  namesakeHint: inLanguages({
    uk: "Позначте, якщо всі різні: наступного разу програма не запитає. Якщо хтось із них – одна людина, залиште у файлі один рядок.",
    en: "Tick if all are different: next time you are not asked. If two of them are one person, keep one row in the file.",
  }),
  namesakesYes: inLanguages({ uk: "Так, усе це різні люди", en: "Yes, all of them are different people" }),
  rowQuestion: inLanguages({ uk: "Це не викладачі?", en: "Are these not teachers?" }),
  rowHint: inLanguages({
    uk: "Позначте рядки, яких не треба публікувати.",
    en: "Tick the rows that must not be published.",
  }),
  answer: inLanguages({ uk: "Зберегти відповіді", en: "Save the answers" }),
  forget: inLanguages({ uk: "Запитати все знову", en: "Ask everything again" }),
  removed: inLanguages({ uk: "Вилучено", en: "Removed" }),
  renamed: inLanguages({ uk: "Змінилося ім’я", en: "Renamed" }),
  repositioned: inLanguages({ uk: "Змінилася посада", en: "New position" }),
  added: inLanguages({ uk: "Нові", en: "New" }),
  before: inLanguages({ uk: "Було", en: "Before" }),
  after: inLanguages({ uk: "Стало", en: "After" }),
  id: inLanguages({ uk: "Номер", en: "Number" }),
  moreChanges: inLanguages<[count: number]>({
    uk: (count) => `… і ще ${formatCount(count)}. Усі зміни є у файлі нижче.`,
    en: (count) => `… and ${formatCount(count)} more. The file below has all changes.`,
  }),
  allChanges: inLanguages({ uk: "Завантажити всі зміни (CSV)", en: "Download all changes (CSV)" }),
  remarks: inLanguages<[count: number]>({
    uk: (count) => `Зауваження: ${formatCount(count)}`,
    en: (count) => `Remarks: ${formatCount(count)}`,
  }),
  skippedRows: inLanguages<[count: number]>({
    uk: (count) => `Пропущено рядки, у яких немає викладача: ${formatCount(count)}`,
    en: (count) => `Rows without a teacher that were left out: ${formatCount(count)}`,
  }),
  howRead: inLanguages({ uk: "Як прочитано файл", en: "How the file was read" }),

  publishHeading: inLanguages({ uk: "Публікація", en: "Publish" }),
  why: inLanguages({ uk: "Чому (необов’язково, для історії)", en: "Why (optional, for the history)" }),
  publish: inLanguages<[count: number]>({
    uk: (count) => `Опублікувати ${formatCount(count)} ${pluralUk(count, "викладача", "викладачів", "викладачів")}`,
    en: (count) => `Publish ${teachersEn(count)}`,
  }),
  tick: inLanguages({
    uk: "Зміни незвично великі. Позначте кожне речення, якщо так і треба.",
    en: "The changes are unusually large. Tick each sentence if it is right.",
  }),
  notTicked: inLanguages({
    uk: "Нічого не опубліковано: позначте кожне речення, якщо так і треба.",
    en: "Nothing was published: tick each sentence if it is right.",
  }),
  badNote: inLanguages({
    uk: "Нічого не опубліковано: у поясненні може бути один рядок до 200 символів.",
    en: "Nothing was published: the note may have one line of at most 200 characters.",
  }),
  publishedVersion: inLanguages<[version: number]>({
    uk: (version) => `Опубліковано версію ${version}`,
    en: (version) => `Version ${version} is published`,
  }),
  serversFollow: inLanguages({
    uk: "У довіднику зміни буде видно за кілька секунд.",
    en: "The directory shows it within seconds.",
  }),
  undo: inLanguages({ uk: "Повернути попередній список", en: "Return to the previous list" }),

  when: inLanguages({ uk: "Коли", en: "When" }),
  who: inLanguages({ uk: "Хто", en: "Who" }),
  reason: inLanguages({ uk: "Чому", en: "Why" }),
  version: inLanguages({ uk: "Версія", en: "Version" }),
  count: inLanguages({ uk: "Викладачів", en: "Teachers" }),
  changes: inLanguages({ uk: "Зміни", en: "Changes" }),
  return: inLanguages({ uk: "Повернути", en: "Return" }),
  compare: inLanguages({ uk: "Порівняти дві версії", en: "Compare two versions" }),
  from: inLanguages({ uk: "Від версії", en: "From version" }),
  to: inLanguages({ uk: "до версії", en: "to version" }),
  show: inLanguages({ uk: "Показати зміни", en: "Show the changes" }),
  between: inLanguages<[from: number, to: number]>({
    uk: (from, to) => `Зміни від версії ${from} до версії ${to}`,
    en: (from, to) => `Changes from version ${from} to version ${to}`,
  }),
  noVersion: inLanguages<[version: number]>({
    uk: (version) => `Версії ${version} в історії немає.`,
    en: (version) => `The history has no version ${version}.`,
  }),

  eraseLead: inLanguages({
    uk: "Тут людину видаляють назавжди: з чинного списку й з усіх попередніх версій. Якщо людина просто звільнилася, не видаляйте її: завантажте список без неї.",
    en: "This erases a person for good: from the current list and from all earlier versions. If somebody has only left, do not erase: upload a list without them.",
  }),
  name: inLanguages({ uk: "Прізвище та ім’я", en: "Last and first name" }),
  find: inLanguages({ uk: "Знайти", en: "Find" }),
  nobody: inLanguages({
    uk: "У жодній версії такої людини немає. Перевірте, як записано прізвище.",
    en: "No version has such a person. Check how the last name is written.",
  }),
  tooMany: inLanguages({
    uk: "Показано перших. Допишіть ім’я, щоб знайти точніше.",
    en: "The first ones. Add the first name to narrow it down.",
  }),
  inVersions: inLanguages<[versions: string]>({
    uk: (versions) => `версії: ${versions}`,
    en: (versions) => `versions: ${versions}`,
  }),
  since: inLanguages<[version: number]>({
    uk: (version) => `від ${version} досі`,
    en: (version) => `since ${version}`,
  }),
  eraseThis: inLanguages<[name: string]>({
    uk: (name) => `Видалити назавжди: ${name}`,
    en: (name) => `Erase for good: ${name}`,
  }),
  confirmName: inLanguages<[name: string]>({
    uk: (name) => `Щоб підтвердити, введіть прізвище «${name}»`,
    en: (name) => `To confirm, type the last name "${name}"`,
  }),
  eraseButton: inLanguages({ uk: "Видалити назавжди", en: "Erase for good" }),
  cannotUndo: inLanguages({ uk: "Цього не можна скасувати.", en: "This can't be undone." }),
  wrongName: inLanguages({
    uk: "Прізвище не збігається; нікого не видалено.",
    en: "The last name differs; nobody was erased.",
  }),
  erasedFrom: inLanguages<[versions: number, version: number]>({
    uk: (versions, version) =>
      `Людину видалено з ${versions} ${pluralUk(versions, "версії", "версій", "версій")}. Опубліковано версію ${version} без цих даних.`,
    en: (versions, version) =>
      `The person is erased from ${countEn(versions, "version", "versions")}. Version ${version} is published without them.`,
  }),
  mayRemain: inLanguages({ uk: "Де ім’я ще може бути", en: "Where the name may remain" }),
  uploadsDropped: inLanguages({
    uk: "Файли, які чекали на публікацію, забуто: у них могла бути ця людина.",
    en: "Files that waited to be published are dropped: they could have this person.",
  }),
} as const;

/** What went wrong, as heading and advice. */
export const problemTexts = {
  notFound: [
    inLanguages({ uk: "Такої сторінки немає", en: "There is no such page" }),
    inLanguages({
      uk: "Можливо, перевірку вже опубліковано або минула година. Завантажте файл ще раз.",
      en: "Perhaps the preview was published, or an hour has passed. Upload the file again.",
    }),
  ],
  forbidden: [
    inLanguages({ uk: "Запит відхилено", en: "The request was refused" }),
    inLanguages({
      uk: "Відкрийте сторінку ще раз і повторіть. Нічого не змінено.",
      en: "Open the page again and repeat. Nothing was changed.",
    }),
  ],
  badHost: [
    inLanguages({ uk: "Хибна адреса", en: "Wrong address" }),
    inLanguages({
      uk: "Відкрийте адресу, яку показала програма.",
      en: "Open the address that the program has shown.",
    }),
  ],
  method: [
    inLanguages({ uk: "Так не можна", en: "Method not allowed" }),
    inLanguages({ uk: "Поверніться на головну.", en: "Go back to the list." }),
  ],
  tooLarge: [
    inLanguages({ uk: "Файл завеликий", en: "The file is too large" }),
    inLanguages({
      uk: "Можна до 20 МБ. Збережіть лише аркуш зі списком, без зображень.",
      en: "At most 20 MB are accepted. Save only the sheet with the list, without images.",
    }),
  ],
  tooSlow: [
    inLanguages({ uk: "Файл передавався задовго", en: "The upload took too long" }),
    inLanguages({ uk: "Перевірте з’єднання та спробуйте ще раз.", en: "Check the connection, and try again." }),
  ],
  malformed: [
    inLanguages({ uk: "Файл не передано", en: "The file did not arrive" }),
    inLanguages({ uk: "Виберіть файл і спробуйте ще раз.", en: "Choose the file, and try again." }),
  ],
  busy: [
    inLanguages({ uk: "Зараз перевіряються інші файли", en: "Other files are being checked" }),
    inLanguages({ uk: "Спробуйте ще раз за хвилину.", en: "Try again in a minute." }),
  ],
  unreadable: [
    inLanguages({ uk: "Файл не вдалося прочитати", en: "The file could not be read" }),
    inLanguages({
      uk: "Він завеликий або пошкоджений. Збережіть його наново як .xlsx і спробуйте ще раз.",
      en: "It is too large or damaged. Save it anew as .xlsx, and try again.",
    }),
  ],
  database: [
    inLanguages({ uk: "База даних не відповідає", en: "The database does not answer" }),
    inLanguages({
      uk: "Спробуйте ще раз за хвилину, а якщо не допоможе, зверніться до адміністратора. На головній видно, що опубліковано.",
      en: "Try again in a minute, and tell the administrator if that does not help. The list page shows what is published.",
    }),
  ],
} as const;

export type OfficeProblem = keyof typeof problemTexts;

/** What a column can hold, as the selects name it. */
export const fieldLabels: Readonly<Record<ColumnField, () => string>> = {
  name: inLanguages({ uk: "прізвище, ім’я, по батькові разом", en: "whole name" }),
  last_name: inLanguages({ uk: "прізвище", en: "last name" }),
  first_name: inLanguages({ uk: "ім’я", en: "first name" }),
  middle_name: inLanguages({ uk: "по батькові", en: "middle name" }),
  degree: inLanguages({ uk: "посада", en: "degree" }),
  id: inLanguages({ uk: "номер (id)", en: "number (id)" }),
};
