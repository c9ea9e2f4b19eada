/** The texts of the officer's pages, Ukrainian and English side by side. */
import { countEn, countUk, langs } from "../domain/lang.ts";
import type { ChangeCounts } from "../publish/plan.ts";
import { chosenLanguage, formatNumber } from "../read/language.ts";

type TextIn<Langs extends readonly string[]> = { readonly [Index in keyof Langs]: string };

/** In the order of the languages. */
type Text = TextIn<typeof langs>;

const texts = {
  site: ["Довідник викладачів: кадри", "Teachers Directory: office"],
  home: ["Головна", "List"],
  history: ["Історія", "History"],
  erase: ["Видалити назавжди", "Erase a person"],
  signedIn: (user: string) => [`Ви ввійшли як ${user}`, `Signed in as ${user}`],
  leave: ["Вийти", "Sign out"],
  back: ["На головну", "Back to the list"],

  signIn: ["Вхід для кадровика", "Sign in to the office"],
  keyLead: [
    "Ключ показує вікно програми. Натисніть у ньому Enter, і з’явиться новий ключ. Ключ діє один раз, протягом 10 хвилин.",
    "The program's window shows the key. Press Enter in that window for a new one. A key works once, within 10 minutes.",
  ],
  key: ["Ключ", "Key"],
  enter: ["Увійти", "Sign in"],
  enterAs: (user: string) => [`Увійти як ${user}`, `Sign in as ${user}`],
  wrongKey: [
    "Ключ не підходить або вже використаний. Натисніть Enter у вікні програми, щоб отримати новий.",
    "The key is wrong or used up. Press Enter in the program's window for a new one.",
  ],
  noUser: [
    "Відкрийте адресу, яку дав адміністратор, і ввійдіть через єдиний вхід установи.",
    "Sign in through your institution, at the address from your administrator.",
  ],
  notListed: (user: string) => [
    `${user} не має доступу. Попросіть адміністратора додати це ім’я до списку користувачів.`,
    `${user} has no access. Ask the administrator to add this name to the list.`,
  ],
  usersUnknown: [
    "Зараз не вдається перевірити, хто має доступ. Спробуйте за хвилину, а якщо не допоможе, зверніться до адміністратора.",
    "It can't be checked now who has access. Try again in a minute, and tell the administrator if that does not help.",
  ],
  sessionEnded: [
    "Сеанс завершено, нічого не опубліковано. Увійдіть і виберіть файл ще раз.",
    "The session has ended, and nothing was published. Sign in, and choose the file again.",
  ],
  entered: ["Ви ввійшли", "You are signed in"],
  continue: ["Продовжити", "Continue"],

  nothingPublished: ["Ще нічого не опубліковано", "Nothing is published yet"],
  teachers: (n: number) => [countUk(n, "викладач", "викладачі", "викладачів"), countEn(n, "teacher", "teachers")],
  publishedOf: (n: number) => [`Опубліковано: версія ${n}`, `Published: version ${n}`],
  publicPage: ["Відкрити довідник", "Open the directory"],
  newList: ["Новий список", "New list"],
  dropFile: ["Виберіть файл або перетягніть його сюди", "Choose a file, or drop it here"],
  chooseFile: ["Вибрати файл", "Choose a file"],
  oneFile: ["Файлів кілька. Перетягніть один.", "These are several files. Drop one."],
  sending: ["Надіслано {done} з {all} МБ…", "{done} of {all} MB sent…"],
  checking: ["Перевіряємо файл. Це може тривати хвилину…", "Checking the file. This may take a minute…"],
  lost: [
    "З’єднання перервано, нічого не опубліковано. Оновіть сторінку й виберіть файл ще раз.",
    "The connection was lost, and nothing was published. Reload the page, and choose the file again.",
  ],
  fileHint: [
    "Excel (.xlsx), LibreOffice (.ods) або CSV, до 20 МБ. Список має бути повним: кого в ньому немає, того буде вилучено з довідника. Спершу ви побачите всі зміни й лише потім опублікуєте їх.",
    "Excel (.xlsx), LibreOffice (.ods) or CSV, up to 20 MB. The list must be complete: people who are not in it will be removed. You see all changes before you publish them.",
  ],
  check: ["Перевірити файл", "Check the file"],
  downloads: ["Завантажити", "Download"],
  emptyList: ["Порожня таблиця для заповнення", "An empty table to fill"],
  currentList: ["Чинний список", "The current list"],
  allVersions: ["Уся історія", "All versions"],

  preview: ["Перевірка", "Preview"],
  previewOfVersion: (version: number) => [`Повернення до версії ${version}`, `Return to version ${version}`],
  nothingDone: ["У довіднику ще нічого не змінилося", "The directory has not changed yet"],
  summary: ({ added, removed, changed, unchanged }: ChangeCounts) => {
    const [out, other, rest] = [removed, changed, unchanged].map(formatNumber);
    return [
      `${countUk(added, "новий", "нові", "нових")} · ${out} вилучено · ${other} змінено · ${rest} без змін`,
      `${formatNumber(added)} new · ${out} removed · ${other} changed · ${rest} unchanged`,
    ];
  },
  tile_added: (n: number) => [countUk(n, "новий", "нові", "нових", "|").replace(/^.*\|/, ""), "new"],
  tile_removed: (_: number) => ["вилучено", "removed"],
  tile_changed: (_: number) => ["змінено", "changed"],
  tile_unchanged: (_: number) => ["без змін", "unchanged"],
  group_removed: ["Вилучено", "Removed"],
  group_last_name: ["Змінилося прізвище", "New last name"],
  group_first_name: ["Змінилося ім’я", "New first name"],
  group_middle_name: ["Змінилося по батькові", "New patronymic"],
  group_name: ["Змінилося ПІБ", "New name"],
  group_degree: ["Змінилася посада", "New position"],
  group_added: ["Нові", "New"],
  was: ["було", "was"],
  is: ["стало", "is now"],
  idOf: (id: number) => [`номер ${id}`, `number ${id}`],
  rowOf: (line: number, sheet: string | null) => {
    const [uk, en] = sheet === null ? ["", ""] : [`аркуш «${sheet}», `, `sheet "${sheet}", `];
    return [`${uk}рядок ${line}`, `${en}row ${line}`];
  },
  hadId: (id: number) => [`раніше номер ${id}`, `had number ${id}`],
  hasId: (id: number) => [`тепер номер ${id}`, `now has number ${id}`],
  scrolled: (title: string, n: number) => [`${title}: ${formatNumber(n)}`, `${title}: ${formatNumber(n)}`],
  marked: ["Завантажити з позначками", "Download with marks"],
  erasedIds: [
    "Під цими номерами були люди, яких видалено назавжди. Приберіть ці номери з файлу й виберіть його ще раз.",
    "These numbers belonged to people who were erased for good. Remove the numbers from the file, and choose it again.",
  ],
  danger_shifted: ["стовпець зсунуто", "a column was moved"],
  danger_sorted: ["стовпець відсортовано окремо", "a column was sorted alone"],
  danger_idsOfOthers: ["номери переплутано", "the numbers are mixed up"],
  danger_emptied: ["вилучено всіх", "everybody is removed"],
  danger_removed: [
    "Буде вилучено багато людей. Перевірте, чи файл повний",
    "Many people would be removed. Is the file complete?",
  ],
  danger_moved: ["Багато людей отримає інший номер", "Many people would get another number"],
  danger_added: [
    "Додається багато людей. Чи нікого не записано двічі?",
    "Many people are new. Is anybody listed twice?",
  ],
  danger_demoted: ["Незвичні зміни посад", "Unusual changes of positions"],
  danger_degrees: ["Посада зміниться в багатьох людей", "Many positions would change"],
  danger_renamed: ["Ім’я зміниться в багатьох людей", "Many names would change"],
  danger_doubtful: ["Ці записи схожі на помилки", "These entries look like mistakes"],
  danger_hidden: ["Нові люди з прихованих рядків", "New people from hidden rows"],
  danger_posts: ["Однакові імена", "The same names"],
  danger_older: ["Такий список уже був", "This list was published before"],
  danger_newcomers: [
    "Чи немає серед нових людей видалених назавжди?",
    "Was anybody of the new people erased for good?",
  ],
  publishAnyway: (n: number, what: string) => [
    `Так, опублікувати попри це (${formatNumber(n)}): ${what}`,
    `Yes, publish in spite of this (${formatNumber(n)}): ${what}`,
  ],
  chooseAnother: ["Вибрати інший файл", "Choose another file"],
  thisComputer: ["цей комп’ютер", "this computer"],
  same: (n: number) => [`Змін немає: це вже опубліковано (версія ${n}).`, `No changes: version ${n} is the same.`],
  publishedMeanwhile: [
    "Тим часом список змінився. Перегляньте зміни ще раз.",
    "The list changed meanwhile. Review the changes again.",
  ],
  faults: (n: number, before: number) => {
    const [was, wasEn] =
      before > n ? [` (було ${formatNumber(before)})`, ` (${formatNumber(before)} before)`] : ["", ""];
    return [`${countUk(n, "помилка", "помилки", "помилок")} у файлі${was}`, `Faults: ${formatNumber(n)}${wasEn}`];
  },
  faultsLead: [
    "Завантажте таблицю з поясненнями, виправте жовті клітинки, збережіть файл і виберіть його тут; стовпець «Що виправити» можна не прибирати.",
    'Download the table with explanations, correct the yellow cells, save the file, and choose it here. The column "What to correct" may stay.',
  ],
  toCorrect: ["Що виправити", "corrections"],
  explained: ["Завантажити з поясненнями", "Download with explanations"],
  cell: ["Клітинка", "Cell"],
  value: ["Зараз", "Now"],
  advice: ["Що виправити", "What to correct"],
  questions: ["Уточніть", "Please answer"],
  otherQuestions: ["Дайте відповідь на решту запитань", "Please answer the rest"],
  columnQuestion: ["Що в якому стовпці?", "What does each column contain?"],
  columnHint: ["Потрібні ПІБ (разом або окремо) і посада.", "Needed: name, in one column or several, and position."],
  columnQuestionOn: (sheet: string) => [
    `Що в якому стовпці аркуша «${sheet}»?`,
    `What do the columns of "${sheet}" contain?`,
  ],
  column: ["Стовпець", "Column"],
  samples: ["Приклади", "Samples"],
  content: ["Що в ньому", "Contains"],
  why_values: ["схоже за значеннями", "by its values"],
  why_severalHeadings: ["один із кількох схожих", "one of several alike"],
  why_secret: ["такі номери не можна оприлюднювати", "such numbers must not be published"],
  capitalsQuestion: [
    "Стовпець записано великими літерами. Як публікувати?",
    "A column is in capitals. How to publish it?",
  ],
  capitalsNames: (file: string, written: string) => [
    `Як пишуть імена: ${file} → ${written}`,
    `As names are written: ${file} → ${written}`,
  ],
  capitalsFile: ["Великими літерами, як у файлі", "In capitals, as in the file"],
  orderQuestion: ["Чи всі імена починаються з прізвища?", "Do all names begin with the last name?"],
  pairQuestion: ["Повторені імена: одна людина чи різні?", "Repeated names: one person or two?"],
  pairHint: [
    "Без позначки це одна людина з двома посадами; у довіднику буде посада з більшою ставкою або перша.",
    "Without a tick it is one person with two positions; the one with the larger share, or else the first, is listed.",
  ],
  pairDifferent: ["це різні люди", "two different people"],
  columnLabel: (heading: string) => [`Стовпець «${heading}»`, `Column "${heading}"`],
  ignored: ["пропустити", "ignore"],
  sheetQuestion: ["На якому аркуші список?", "Which sheet has the list?"],
  allSheets: ["На всіх: викладачі є на кожному аркуші", "All sheets: each has teachers"],
  idQuestion: [
    "Є викладачі без номера. Надати номери автоматично?",
    "Some people have no number. Assign numbers automatically?",
  ],
  idHint: [
    "Хто вже є в довіднику, збереже свій номер. Порядковий номер («№ з/п») не підходить.",
    "People in the directory keep theirs. A column that only counts rows is not suitable.",
  ],
  idYes: ["Так, надати номери", "Yes, assign numbers"],
  rowQuestion: ["Виправте ці рядки у файлі", "Correct these rows in the file"],
  rowHint: [
    "Позначте лише ті, у яких записано не людину: їх не буде в довіднику.",
    "Tick only the rows that are not a person: they will not be in the directory.",
  ],
  answered: ["На запитання вже є відповіді", "The questions are answered"],
  answer: ["Зберегти відповіді", "Save the answers"],
  forget: ["Запитати все знову", "Ask all questions again"],
  id: ["Номер", "Number"],
  before: ["Було", "Before"],
  row: ["Рядок", "Row"],
  remarks: (n: number) => [`Як прочитано файл (пропущено рядків: ${n})`, `How the file was read (rows skipped: ${n})`],

  publishHeading: ["Публікація", "Publish"],
  why: ["Примітка: чому змінюєте список (необов’язково, для історії)", "Why (optional, for the history)"],
  publish: (count: number) => [
    `Опублікувати ${countUk(count, "викладача", "викладачів", "викладачів")}`,
    `Publish ${countEn(count, "teacher", "teachers")}`,
  ],
  notTicked: [
    "Не опубліковано. Якщо так і треба, поставте позначку біля кожного пункту.",
    "Not published: tick each sentence.",
  ],
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
  compare: ["Порівняти дві версії", "Compare two versions"],
  from: ["Від версії", "From version"],
  to: ["до версії", "to version"],
  show: ["Показати зміни", "Show the changes"],
  between: (a: number, b: number) => [`Зміни від версії ${a} до версії ${b}`, `From version ${a} to version ${b}`],

  eraseLead: [
    "Тут людину видаляють назавжди: з чинного списку й з усіх попередніх версій. Якщо людина просто звільнилася, не видаляйте її: опублікуйте список без неї.",
    "This erases a person for good: from the current list and from all earlier versions. If a person has only left, do not erase them: upload a list without them.",
  ],
  name: ["Прізвище та ім’я", "Last and first name"],
  find: ["Знайти", "Find"],
  nobody: ["Такої людини немає. Перевірте прізвище.", "No version has such a person. Check the last name."],
  tooMany: ["Показано не всіх. Допишіть ім’я, щоб звузити пошук.", "More people were found. Add the first name."],
  inVersions: (id: number, list: string) => [`номер ${id}, версії: ${list}`, `number ${id}, versions ${list}`],
  confirmName: (name: string) => [`Щоб підтвердити, введіть: ${name}`, `To confirm, type: ${name}`],
  cannotUndo: ["Цього не можна скасувати.", "This can't be undone."],
  eraseButton: ["Видалити назавжди", "Erase for good"],
  wrongName: ["Ім’я не збігається; нікого не видалено.", "The name differs; nobody was erased."],
  afterErasure: ["Що зробити тепер", "What to do now"],
  deleteTables: [
    "Видаліть старі таблиці з цією людиною зі свого комп’ютера й пошти: якщо опублікувати таку таблицю, людина повернеться з новим номером.",
    "Delete old tables with this person from your computer and mail: if one is published, the person returns with a new number.",
  ],
  tellAdministrator: [
    "Передайте адміністраторові перелік нижче: де ім’я ще може бути.",
    "Give the administrator the list below, of the places where the name may remain.",
  ],
  searchEngines: [
    "Пошукові системи ще кілька тижнів можуть показувати стару сторінку. Якщо треба швидше, попросіть їх вилучити її.",
    "Search engines may show the old page for some weeks. Ask them to remove it if that is too long.",
  ],
  forAdministrator: ["Для адміністратора", "For the administrator"],
  uploadsDropped: ["Неопубліковані файли прибрано: виберіть їх знову.", "Files waiting to be published were dropped."],

  // Problems: the first sentence is the heading.
  notFound: ["Такої сторінки немає. Перевірте адресу.", "There is no such page. Check the address."],
  previewGone: [
    "Цієї перевірки вже немає. Список уже опубліковано або минула година. Виберіть файл ще раз.",
    "This preview is gone. Its list was published, or an hour has passed. Upload the file again.",
  ],
  previewReplaced: [
    "Тут уже перевіряється інший файл. Його відкрито в іншій вкладці; у цій нічого не опубліковано.",
    "Another file is being checked now. It was opened in another tab; nothing was published from this one.",
  ],
  noVersion: ["Такої версії немає. Її могли прибрати з історії.", "No such version. It may have been deleted."],
  forbidden: ["Запит відхилено. Відкрийте сторінку ще раз і повторіть.", "Request refused. Reopen the page and retry."],
  badHost: ["Неправильна адреса. Відкрийте ту, яку вам дали.", "Wrong address. Open the one the program shows."],
  method: ["Ця дія тут не працює. Поверніться на головну.", "Method not allowed. Go back to the list."],
  tooLarge: [
    "Файл завеликий. Можна до 20 МБ. Збережіть лише аркуш зі списком, без зображень.",
    "The file is too large. At most 20 MB are accepted. Save only the sheet with the list, without images.",
  ],
  tooSlow: ["Файл передавався надто довго. Перевірте з’єднання.", "The upload took too long. Check the connection."],
  noFile: ["Файл порожній або не вибраний. Виберіть файл.", "No file arrived. Choose the file and try again."],
  badForm: ["Форму не вдалося прочитати. Відкрийте сторінку ще раз.", "The form can't be read. Open the page again."],
  unexpected: ["Сталася помилка. Зверніться до адміністратора.", "An error occurred. Tell the administrator."],
  busy: ["Зараз перевіряються інші файли. Спробуйте за хвилину.", "Other files are being checked. Try in a minute."],
  busyWithYours: [
    "Ваш попередній файл ще перевіряється. Зачекайте хвилину й повторіть.",
    "Your previous file is still being checked. Wait a minute and try again.",
  ],
  noTemporary: [
    "На сервері немає місця для тимчасових файлів. Нічого не опубліковано. Адміністратор має звільнити диск або створити теку, яку називає TMPDIR.",
    "The server has no space for temporary files. Nothing was published. The administrator must free the disk, or create the folder that TMPDIR names.",
  ],
  unreadable: [
    "Файл не вдалося прочитати. Він завеликий або пошкоджений. Збережіть його наново як .xlsx і спробуйте ще раз.",
    "The file could not be read. It is too large or damaged. Save it again as .xlsx, and try again.",
  ],
  database: [
    "База даних не відповідає. Спробуйте ще раз за хвилину, а якщо не допоможе, зверніться до адміністратора.",
    "The database does not answer. Try again in a minute, and tell the administrator if that does not help.",
  ],
} satisfies Readonly<Record<string, Text | ((...values: never[]) => Text)>>;

type Texts = typeof texts;
export type TextName = keyof Texts;
type Values<Name extends TextName> = Texts[Name] extends (...values: infer Given) => Text ? Given : [];

export function say<Name extends TextName>(name: Name, ...values: Values<Name>): string {
  const text = texts[name] as Text | ((...values: Values<Name>) => Text);
  return (typeof text === "function" ? text(...values) : text)[langs.indexOf(chosenLanguage())]!;
}

/** A message as a sentence. */
export const sentenceOf = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Where a user has no name, such as in a container, the history has the number of the user and the name of the machine. */
export const nameUser = (user: string): string => (/^\d+@[^.]+$/.test(user) ? say("thisComputer") : user);
