/** The texts of the officer's pages, Ukrainian and English side by side. */
import { chosenLanguage, countEn, countUk, formatNumber, langs } from "../domain/lang.ts";

/** In the order of the languages. */
type Text = readonly [uk: string, en: string];

const texts = {
  site: ["Довідник викладачів: кадри", "Teachers Directory: office"],
  home: ["Головна", "Home"],
  history: ["Історія", "History"],
  erase: ["Видалити назавжди", "Erase a person"],
  signedIn: (user: string) => [`Ви ввійшли як ${user}`, `Signed in as ${user}`],
  signedInHere: ["Сеанс на цьому комп’ютері", "Signed in on this computer"],
  leave: ["Вийти", "Sign out"],

  signIn: ["Вхід для кадровика", "Sign in to the office"],
  keyLead: [
    "Ключ видно у вікні програми. Натисніть у цьому вікні Enter, і з’явиться новий ключ. Ключ діє один раз, протягом 10 хвилин.",
    "The key is in the program's window. Press Enter in that window for a new one. A key works once, within 10 minutes.",
  ],
  key: ["Ключ", "Key"],
  enter: ["Увійти", "Sign in"],
  enterAs: (user: string) => [`Увійти як ${user}`, `Sign in as ${user}`],
  wrongKey: ["Ключ неправильний, прострочений або вже використаний.", "The key is wrong, expired or used."],
  noUser: ["Увійдіть за адресою, яку дав адміністратор.", "Sign in at the address from your administrator."],
  notListed: (user: string) => [
    `${user} не має доступу. Попросіть адміністратора додати це ім’я до списку користувачів.`,
    `${user} has no access. Ask the administrator to add this name to the list.`,
  ],
  usersUnknown: ["Не вдається перевірити доступ. Спробуйте за хвилину.", "Access can't be checked. Try again soon."],
  sessionEnded: ["Сеанс завершено, нічого не опубліковано.", "The session has ended, and nothing was published."],
  entered: ["Ви ввійшли", "You are signed in"],

  nothingPublished: ["Ще нічого не опубліковано", "Nothing is published yet"],
  onlySample: ["Зараз тут лише вигадані люди, для прикладу.", "These are invented people, as an example."],
  publishedOf: (n: number) => [`Опубліковано: версія ${n}`, `Published: version ${n}`],
  publicPage: ["Відкрити довідник", "Open the directory"],
  newList: ["Новий список", "New list"],
  dropFile: ["Виберіть файл або перетягніть його сюди", "Choose a file, or drop it here"],
  chooseFile: ["Вибрати файл", "Choose a file"],
  notAFile: ["Це не файл. Перетягніть файл зі списком.", "This is not a file. Drop the file with the list."],
  oneFile: ["Файлів кілька. Перетягніть один.", "You dropped several files. Drop one."],
  sending: ["Надіслано {done} з {all} МБ…", "{done} of {all} MB sent…"],
  checking: ["Перевіряємо файл. Це може тривати хвилину…", "Checking the file. This may take a minute…"],
  lost: ["З’єднання перервано, нічого не опубліковано. Повторіть.", "Connection lost, nothing was published. Retry."],
  fileHint: [
    "Excel (.xlsx), LibreOffice (.ods) або CSV, до 20 МБ. Список має бути повним: кого в ньому немає, того буде вилучено з довідника. Спершу ви побачите всі зміни й лише потім опублікуєте їх.",
    "Excel (.xlsx), LibreOffice (.ods) or CSV, up to 20 MB. The list must be complete: people who are not in it will be removed. You see all changes before you publish them.",
  ],
  check: ["Перевірити файл", "Check the file"],
  downloads: ["Завантажити", "Download"],
  emptyList: ["Порожня таблиця для заповнення", "An empty table to fill"],
  currentList: ["Чинний список", "The current list"],

  preview: ["Перевірка", "Preview"],
  nothingDone: ["У довіднику ще нічого не змінилося", "The directory has not changed yet"],
  unchanged: ["Без змін", "Unchanged"],
  differs: (field: string) => [`Змінилося: ${field}`, `New ${field}`],
  was: ["було", "was"],
  is: ["стало", "is now"],
  idOf: (id: number) => [`номер ${id}`, `id ${id}`],
  hadId: (id: number) => [`раніше номер ${id}`, `had id ${id}`],
  hasId: (id: number) => [`тепер номер ${id}`, `now has id ${id}`],
  marked: ["Завантажити з позначками", "Download with marks"],
  publishAnyway: (what: string) => [`${what}. Так, опублікувати попри це`, `${what}. Yes, publish anyway`],
  chooseAnother: ["Вибрати інший файл", "Choose another file"],
  thisComputer: ["на цьому комп’ютері", "on this computer"],
  same: (n: number) => [`Змін немає: це вже опубліковано (версія ${n}).`, `No changes: version ${n} is the same.`],
  publishedMeanwhile: (who: string, version: number, counts: string) => [
    `Тим часом опубліковано версію ${version} (${who}: ${counts}). Перегляньте зміни ще раз: тепер їх показано порівняно з нею.`,
    `Version ${version} was published meanwhile (${who}: ${counts}). Review the changes again: they are compared with it.`,
  ],
  errors: (n: number) => [`${countUk(n, "помилка", "помилки", "помилок")} у файлі`, `Errors: ${formatNumber(n)}`],
  errorsLead: [
    "Завантажте таблицю з позначками, виправте жовті клітинки, збережіть файл і виберіть його тут. Перед вашими стовпцями в ній стоїть «Що виправити»; його можна не прибирати.",
    'Download the table with marks, correct the yellow cells, save the file, and choose it here. Before your columns, it has "What to correct", which may stay.',
  ],
  cell: ["Клітинка", "Cell"],
  value: ["Зараз", "Now"],
  advice: ["Що виправити", "What to correct"],
  questions: ["Уточніть", "Please answer"],
  columnQuestion: ["Що в якому стовпці?", "What does each column contain?"],
  columnHint: [
    "Потрібні ПІБ (разом або окремо) і посада. Якщо посади у файлі немає, просто збережіть відповіді.",
    "Needed: name, in one column or several, and position. If the file has no positions, just save the answers.",
  ],
  column: ["Стовпець", "Column"],
  samples: ["Приклади", "Samples"],
  content: ["Що в ньому", "Contains"],
  staffId: ["номер (табельний)", "id (staff number)"],
  ignored: ["пропустити", "ignore"],
  capitalsNames: ["Як звичайно", "As usual"],
  capitalsFile: ["Як у файлі", "As in the file"],
  pairQuestion: ["Повторені імена: одна людина чи різні?", "Repeated names: one person or two?"],
  pairHint: [
    "Без позначки це одна людина з двома посадами; у довіднику буде основна посада, з більшою ставкою або перша.",
    "Without a tick it is one person with two positions; the main one, that with the larger share, or the first is listed.",
  ],
  pairDifferent: ["Ні, це різні люди", "No, two different people"],
  allSheets: ["Усі: викладачі є на кожному", "All of them: each has teachers"],
  rowQuestion: ["Ці рядки не схожі на одного викладача", "These rows do not look like one teacher"],
  rowHint: [
    "Найкраще виправити їх у файлі. Позначте рядки, яких не публікувати; інші буде опубліковано так, як вони є.",
    "It is best to correct them in the file. Tick rows that are not to be published; others are published as they are.",
  ],
  leftOut: (n: number) => [
    `Не буде опубліковано: ${countUk(n, "рядок", "рядки", "рядків")}, схоже, не про викладачів`,
    `Not published: ${countEn(n, "row that does not look like a teacher", "rows that do not look like teachers")}`,
  ],
  leftOutHint: [
    "Якщо тут є викладач, виправте його ім’я у файлі й виберіть файл ще раз.",
    "If a teacher is among them, correct the name in the file, and choose the file again.",
  ],
  answersSaved: ["Відповіді збережено. Усе на цій сторінці показано з ними.", "Saved. This page shows the result."],
  answersMissing: ["Відповідей ще не досить: дивіться «Уточніть».", "More answers are needed: see below."],
  reviewAgain: ["Не опубліковано: зміни вже інші. Перегляньте їх.", "Not published: review the changes again."],
  answer: ["Зберегти відповіді", "Save the answers"],
  howRead: ["Як прочитано файл", "How the file was read"],
  skipped: (n: number) => [`, пропущено рядків: ${n}`, `, rows skipped: ${n}`],

  publishHeading: ["Публікація", "Publish"],
  why: ["Примітка: чому змінюєте список (необов’язково, для історії)", "Why (optional, for the history)"],
  publish: (n: number) => [`Опублікувати список (${formatNumber(n)})`, `Publish the list (${formatNumber(n)})`],
  notTicked: ["Не опубліковано: поставте позначку біля кожного пункту.", "Not published: tick each sentence."],
  badNote: ["Не опубліковано: у примітці може бути до 200 символів.", "Not published: use at most 200 characters."],
  published: (n: number) => [`Опубліковано версію ${n}. За кілька секунд її побачать усі.`, `Version ${n} is public.`],
  undo: ["Повернути попередній список", "Return to the previous list"],

  version: ["Версія", "Version"],
  when: ["Коли", "When"],
  who: ["Хто", "Who"],
  count: ["Викладачів", "Teachers"],
  changes: ["Зміни", "Changes"],
  reason: ["Примітка, джерело", "Reason, source"],
  return: ["Повернути", "Return"],
  firstVersion: ["Перша версія", "The first version"],
  sinceVersion: (n: number) => [`Зміни від версії ${n} до версії ${n + 1}`, `From version ${n} to version ${n + 1}`],

  eraseLead: [
    "Тут людину видаляють назавжди: з чинного списку й з усіх попередніх версій. Якщо людина просто звільнилася, не видаляйте її: опублікуйте список без неї.",
    "This erases a person for good: from the current list and from all earlier versions. If a person has only left, do not erase them: upload a list without them.",
  ],
  name: ["Прізвище та ім’я", "Last and first name"],
  nobody: ["Такої людини немає. Перевірте прізвище.", "No version has such a person. Check the last name."],
  tooMany: ["Показано не всіх. Допишіть ім’я, щоб звузити пошук.", "More people were found. Add the first name."],
  inVersions: (versions: string) => [`версії: ${versions}`, `versions ${versions}`],
  confirmName: (name: string) => [`Щоб підтвердити, введіть: ${name}`, `To confirm, type: ${name}`],
  cannotUndo: ["Цього не можна скасувати.", "This can't be undone."],
  wrongName: ["Ім’я не збігається; нікого не видалено.", "The name differs; nobody was erased."],
  afterErasure: ["Що зробити тепер", "What to do now"],
  deleteTables: [
    "Видаліть старі таблиці з цією людиною зі свого комп’ютера й пошти: якщо опублікувати таку таблицю, людина повернеться з новим номером.",
    "Delete old tables with this person from your computer and mail: if one is published, the person returns with a new id.",
  ],
  tellAdministrator: ["Передайте адміністраторові перелік, наведений нижче.", "Give the administrator the list below."],
  searchEngines: [
    "Пошукові системи ще кілька тижнів можуть показувати стару сторінку. Якщо треба швидше, попросіть їх вилучити її.",
    "Search engines may show the old page for some weeks. Ask them to remove it if that is too long.",
  ],
  forAdministrator: ["Для адміністратора", "For the administrator"],
  uploadsDropped: ["Неопубліковані файли прибрано: виберіть їх знову.", "Files waiting to be published were dropped."],

  // Problems: the first sentence is the heading.
  notFound: ["Такої сторінки немає. Перевірте адресу.", "There is no such page. Check the address."],
  previewGone: [
    "Цієї перевірки вже немає. Якщо список ще не опубліковано, виберіть файл ще раз.",
    "This preview is gone. If its list is not published, upload the file again.",
  ],
  previewReplaced: [
    "Тут уже перевіряється інший файл. Його вибрано пізніше; з цієї сторінки нічого не опубліковано.",
    "Another file is being checked now. It was chosen later; nothing was published from this page.",
  ],
  toPreview: ["До перевірки того файлу", "To the preview of that file"],
  noVersion: ["Такої версії немає. Її могли прибрати з історії.", "No such version. It may have been deleted."],
  forbidden: ["Запит відхилено. Відкрийте сторінку ще раз і повторіть.", "Request refused. Reopen the page and retry."],
  badHost: ["Неправильна адреса. Відкрийте ту, яку вам дали.", "Wrong address. Open the one the program shows."],
  tooLarge: [
    "Файл завеликий: дозволено до 20 МБ. Приберіть із нього зображення.",
    "The file is larger than 20 MB. Remove its images.",
  ],
  tooSlow: ["Файл передавався надто довго. Перевірте з’єднання.", "The upload took too long. Check the connection."],
  noFile: ["Файл порожній або не вибраний. Виберіть файл.", "No file arrived. Choose the file and try again."],
  unexpected: ["Сталася помилка. Зверніться до адміністратора.", "An error occurred. Tell the administrator."],
  busy: ["Зараз перевіряються інші файли. Спробуйте за хвилину.", "Other files are being checked. Try again soon."],
  busyWithYours: ["Ваш попередній файл ще перевіряється. Зачекайте хвилину.", "Your previous file is being read."],
  unreadable: [
    "Файл не вдалося прочитати. Він завеликий або пошкоджений. Збережіть його наново як .xlsx і спробуйте ще раз.",
    "The file could not be read. It is too large or damaged. Save it again as .xlsx, and try again.",
  ],
  database: [
    "Помилка бази даних. Спробуйте за хвилину, а якщо не допоможе, покажіть адміністраторові це повідомлення:",
    "Database error. Try again in a minute, and if that does not help, show this to the administrator:",
  ],
} satisfies Readonly<Record<string, Text | ((...values: never[]) => Text)>>;

type Texts = typeof texts;
type TextName = keyof Texts;
type Values<Name extends TextName> = Texts[Name] extends (...values: infer Given) => Text ? Given : [];

export function say<Name extends TextName>(name: Name, ...values: Values<Name>): string {
  const text = texts[name] as Text | ((...values: Values<Name>) => Text);
  return (typeof text === "function" ? text(...values) : text)[langs.indexOf(chosenLanguage())]!;
}

/** A message as a sentence. */
export const sentenceOf = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Where a user has no name, such as in a container, the history has the number of the user and the name of the machine. */
export const isNameless = (user: string): boolean => /^\d+@[^.]+$/.test(user);
export const nameUser = (user: string): string => (isNameless(user) ? say("thisComputer") : user);

/** Thrown to answer with a problem page. `text` is the key of the text on that page. */
export class OfficeError extends Error {
  readonly text: TextName;
  readonly status: number;

  constructor(text: TextName, status: number) {
    super(text);
    this.text = text;
    this.status = status;
  }
}
