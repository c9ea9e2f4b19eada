/** The texts of what a reader found: one table, in Ukrainian and English. */
import { countEn, countUk, type Translations } from "../domain/lang.ts";
import { nameFieldNames } from "../domain/teacher.ts";
import type { Header, Reason } from "./header.ts";
import { fieldLabel, nameColumn } from "./headings.ts";
import type { Issue, ReadIssueCode } from "./issue.ts";
import { chosenLanguage, listNames, quoteText } from "./language.ts";

type Data = Issue["data"];
type Text = Translations | ((issue: Issue, data: Data) => Translations);

const str = (value: unknown): string => String(value ?? "");
const field = (data: Data): string => fieldLabel(str(data.field) as "degree");
const pick = (kind: unknown, texts: Readonly<Record<string, Translations>>): Translations =>
  texts[str(kind)] ?? texts[""]!;

/** What to do with a file of another kind. */
const instead = {
  table: {
    uk: "скопіюйте таблицю в Excel або LibreOffice і збережіть як .xlsx",
    en: "copy its table into a spreadsheet and save that as .xlsx",
  },
  excel: { uk: "відкрийте в Excel і збережіть як .xlsx", en: "open it in Excel and save it as .xlsx" },
  unpack: { uk: "розпакуйте й виберіть файл, що всередині", en: "unpack it and choose the file inside" },
  lock: { uk: "закрийте Excel і виберіть файл без ~$ у назві", en: "close Excel, and choose the file without ~$" },
  download: { uk: "відкрийте його й завантажте як .xlsx", en: "open it, and download it as .xlsx" },
  convert: { uk: "експортуйте його як .xlsx", en: "export it as .xlsx" },
  attachment: { uk: "збережіть вкладення й виберіть його", en: "save its attachment, and choose that" },
  export: { uk: "візьміть файл, який записала команда export", en: "use a file that export wrote" },
  utf8: { uk: "збережіть його в UTF-8", en: "save it as UTF-8" },
  again: { uk: "відкрийте її в Excel і збережіть знову", en: "open it in Excel and save it again" },
  lines: { uk: "запишіть по об’єкту на рядок (NDJSON) або CSV", en: "write one object per line (NDJSON), or CSV" },
  other: { uk: "потрібен файл .xlsx, .ods або .csv", en: "an .xlsx, .ods or .csv file is needed" },
} as const satisfies Readonly<Record<string, Translations>>;

/** Files that are no table, by the kind that is found. */
const foreign: Readonly<Record<string, readonly [uk: string, en: string, advice: keyof typeof instead]>> = {
  pdf: ["це PDF", "this is a PDF", "table"],
  image: ["це зображення", "this is a picture", "table"],
  document: ["це текстовий документ", "this is a text document", "table"],
  rtf: ["це текстовий документ", "this is a text document", "table"],
  html: ["це вебсторінка", "this is a web page", "excel"],
  archive: ["це архів", "this is an archive", "unpack"],
  packed: ["це архів, у якому є таблиця", "this is an archive with a table in it", "unpack"],
  lock: ["це службовий файл Excel (~$)", "this is a lock file of Excel (~$)", "lock"],
  link: ["це посилання на документ Google", "this is a link to a Google document", "download"],
  mail: ["це лист", "this is an e-mail", "attachment"],
  numbers: ["це документ Numbers", "this is a Numbers document", "convert"],
  slk: ["це файл SYLK", "this is a SYLK file", "excel"],
  xls: ["це старий формат .xls", "this is the old .xls format", "excel"],
  xlsb: ["це формат .xlsb", "this is the .xlsb format", "excel"],
  utf16: ["частини цієї книги записано в UTF-16", "the parts of this workbook are in UTF-16", "again"],
  utf32: ["це текст у UTF-32", "this is text in UTF-32", "utf8"],
  database: ["це база даних", "this is a database", "export"],
  json: ["це JSON", "this is JSON", "lines"],
  empty: ["файл порожній (0 байтів)", "the file is empty (0 bytes)", "other"],
  other: ["це не таблиця", "this is not a table", "other"],
};
const damages: Readonly<Record<string, Translations>> = {
  shortened: {
    uk: "; його скорочено, останні цифри втрачено: виберіть формат «Текстовий» і введіть номер знову",
    en: "; a spreadsheet shortened it: format the column as text and enter the id again",
  },
  decimals: {
    uk: "; до нього додано дробову частину: виберіть формат «Загальний»",
    en: "; a spreadsheet added decimals: format the column as a plain number",
  },
  grouped: {
    uk: "; його цифри поділено на групи: виберіть формат «Загальний»",
    en: "; a spreadsheet grouped its digits: format the column as a plain number",
  },
  formula: { uk: "; це помилка формули, введіть номер", en: "; a formula failed, so enter the id" },
  date: {
    uk: "; його перетворено на дату: виберіть формат «Текстовий» і введіть номер знову",
    en: "; a spreadsheet took it for a date: format the column as text and enter the id again",
  },
  "": { uk: "", en: "" },
};
const notNames: Readonly<Record<string, Translations>> = {
  formulaError: { uk: "помилка формули", en: "a formula that failed" },
  contact: {
    uk: "телефон, пошта чи посилання, які не публікуються",
    en: "a telephone number, an address or a link, which must not be published",
  },
  dateInstead: { uk: "дата", en: "a date" },
  numberInstead: { uk: "число", en: "a number" },
  boolean: { uk: "логічне значення, а не ім’я", en: "a truth value, not a name" },
};
const odd: Readonly<Record<string, Translations>> = {
  letterSpaced: { uk: "літери розділено пробілами", en: "the letters are spaced" },
  oddApostrophe: { uk: "інший знак замість апострофа", en: "another character in place of the apostrophe" },
  digit: { uk: "в імені є цифра", en: "the name has a digit" },
  latin: { uk: "ім’я латиницею серед імен кирилицею", en: "a name in Latin letters among Cyrillic ones" },
  foreign: { uk: "літера, якої немає в українській абетці", en: "a letter that Ukrainian does not have" },
  sign: { uk: "знак, якого не буває в іменах", en: "a sign that no name has" },
  mixedScripts: { uk: "у слові змішано кирилицю й латиницю", en: "a word mixes Cyrillic and Latin letters" },
  smallLetters: { uk: "ім’я малими літерами", en: "a name in small letters" },
  capitals: { uk: "усе великими літерами", en: "all in capital letters" },
  "": { uk: "зайві розділові знаки", en: "stray punctuation" },
};

const wrongColumns: Readonly<Record<string, Translations>> = {
  secret: {
    uk: "такі номери не публікуються; виберіть інший стовпець",
    en: "such numbers must not be published; choose another column",
  },
  missing: { uk: "такого стовпця немає; є", en: "there is no such column; there are" },
  several: {
    uk: "кілька стовпців мають такий заголовок; назвіть літеру стовпця",
    en: "several columns have this heading; name the letter of the column",
  },
  "": {
    uk: "для цього поля вже вибрано інший стовпець; залиште один",
    en: "another column was chosen for this field; keep one",
  },
};

const texts: Readonly<Record<ReadIssueCode, Text>> = {
  foreign: (_, { kind }) => {
    const [uk, en, advice] = foreign[str(kind)]!;
    return { uk: `${uk}; ${instead[advice].uk}`, en: `${en}; ${instead[advice].en}` };
  },
  password: {
    uk: "файл захищено паролем; збережіть його без пароля",
    en: "the file has a password; save it without one",
  },
  damaged: (_, { detail }) => ({
    uk: `файл пошкоджено (${detail}); відкрийте його та збережіть знову`,
    en: `the file is damaged (${detail}); open it and save it again`,
  }),
  tooLarge: {
    uk: "таблиця завелика для списку викладачів; залиште тільки потрібні аркуші та стовпці",
    en: "the table is too large for a list of teachers; keep only the sheets and columns that are needed",
  },
  noSheet: ({ value }, { sheets }) =>
    list(sheets) === ""
      ? { uk: `аркуша ${quoteText(value)} немає`, en: `there is no sheet ${quoteText(value)}` }
      : {
          uk: `аркуша ${quoteText(value)} немає; є ${list(sheets)}`,
          en: `there is no sheet ${quoteText(value)}; there are ${list(sheets)}`,
        },
  encoding: {
    uk: "текст не в UTF-8 і не в windows-1251; збережіть файл як .xlsx",
    en: "the text is neither UTF-8 nor windows-1251; save the file as .xlsx",
  },
  noTeachers: { uk: "у файлі немає жодного викладача", en: "the file has no teachers" },
  badJson: (_, { detail }) => ({ uk: `це не об’єкт JSON: ${detail}`, en: `this is no JSON object: ${detail}` }),
  badQuote: { uk: "лапки не закрито; видаліть їх або подвойте", en: "a quote is not closed; remove it or double it" },
  formula: {
    uk: "формула без обчисленого значення; відкрийте файл в Excel і збережіть знову",
    en: "the formula has no value; open the file in Excel and save it again",
  },
  whichSheet: (_, { sheets }) => ({
    uk: `викладачі на кількох аркушах: ${list(sheets)}; який читати?`,
    en: `several sheets have teachers: ${list(sheets)}; which one is it?`,
  }),
  whichColumn: (_, data) => ({ uk: `у якому стовпці ${field(data)}?`, en: `which column has the ${field(data)}?` }),
  badColumn: ({ value }, { kind, columns }) => {
    const { uk, en } = pick(kind, wrongColumns);
    const all = kind === "missing" ? ` (${list(columns)})` : "";
    return { uk: `${quoteText(value)}: ${uk}${all}`, en: `${quoteText(value)}: ${en}${all}` };
  },
  missingIds: (_, { count, lines }) => {
    const [rows, which] = [Number(count), listLines(lines, Number(count))];
    return {
      uk: `без номера: ${countUk(rows, "рядок", "рядки", "рядків")} (${which}); кожна людина отримає номер`,
      en: `${countEn(rows, "row has", "rows have")} no id (${which}); each person gets one`,
    };
  },
  onePerson: ({ value, related }, { degree, otherDegree }) => ({
    uk: `${value}: ${degree} тут і ${otherDegree} у рядку ${related!.line} — це одна людина?`,
    en: `${value}: ${degree} here and ${otherDegree} in line ${related!.line}: is this one person?`,
  }),
  mixedColumn: {
    uk: "у стовпці разом імена й посади; посадою буде текст після імені до наступної коми",
    en: "the column has names and positions; the position is the text after the name, up to the next comma",
  },
  nameOrder: ({ value }, { count, of }) => ({
    uk: `незрозуміло, де прізвище: ${quoteText(value)} (таких ${count} із ${of})`,
    en: `it is unclear which word is the last name: ${quoteText(value)} (${count} of ${of})`,
  }),
  badId: ({ value }, { damage }) => ({
    uk: `${quoteText(value)} не є номером${pick(damage, damages).uk}`,
    en: `${quoteText(value)} is no id${pick(damage, damages).en}`,
  }),
  repeatedId: ({ value, related }) => ({
    uk: `номер ${value} уже є в рядку ${related!.line}, з іншим ім’ям`,
    en: `the id ${value} is also in line ${related!.line}, with another name`,
  }),
  noName: { uk: "немає імені", en: "there is no name" },
  columnCount: (_, { found, wanted }) => ({
    uk: `полів у рядку ${found}, а в заголовку ${wanted}`,
    en: `the line has ${found} fields, and the header ${wanted}`,
  }),
  tooLong: { uk: "задовгий текст", en: "the text is too long" },
  control: {
    uk: "невидимий знак, який не можна публікувати; введіть текст знову",
    en: "an invisible character that must not be published; enter the text again",
  },
  lostLetters: {
    uk: "частину літер втрачено; візьміть файл .xlsx, з якого його збережено",
    en: "letters are lost; use the .xlsx file that this was saved from",
  },
  notText: ({ value }, { kind }) => ({
    uk: `${quoteText(value)} — ${pick(kind, notNames).uk}; введіть правильний текст або очистьте клітинку`,
    en: `${quoteText(value)} is ${pick(kind, notNames).en}; enter the right text, or clear the cell`,
  }),
  unknownField: ({ value }) => ({ uk: `невідомі поля: ${value}`, en: `unknown fields: ${value}` }),
  scripts: (_, { kind }) => pick(kind, odd),
  capitals: ({ severity, value }, data) =>
    severity === "question"
      ? {
          uk: `${field(data)} у файлі — великими літерами (${data.count} із ${data.of}). Як публікувати: ${quoteText(str(data.written))} чи ${quoteText(value)}?`,
          en: `the ${field(data)} is in capitals (${data.count} of ${data.of}). Is it published as ${quoteText(str(data.written))} or as ${quoteText(value)}?`,
        }
      : pick(data.kind, odd),
  characters: (_, { kind }) => pick(kind, odd),
  remark: { uk: "примітка поряд з іменем чи посадою", en: "a remark beside the name or position" },
  severalPeople: { uk: "схоже на кількох людей", en: "this looks like several people" },
  nameSplit: (_, data) => {
    const parts = list(nameFieldNames.map((name) => str(data[name])));
    return { uk: `прочитано як ${parts}`, en: `read as ${parts}` };
  },
  notAPerson: { uk: "схоже, це не викладач", en: "this seems to be no teacher" },
  rareDegree: (_, { like }) => ({ uk: `можливо, ${quoteText(str(like))}`, en: `perhaps ${quoteText(str(like))}` }),
  emptyField: (_, data) => ({
    uk: `${field(data)}: порожньо в ${data.count} із ${data.of}`,
    en: `${field(data)}: empty for ${data.count} of ${data.of}`,
  }),
  duplicate: { uk: "те саме ім’я з іншим номером", en: "the same name with another id" },
  givenName: (_, { kind }) =>
    kind === "missing"
      ? { uk: "по батькові є, а імені немає", en: "there is a patronymic, but no given name" }
      : { uk: "ім’я та по батькові, мабуть, переставлено", en: "the given name and the patronymic seem exchanged" },
  lostDegree: ({ value }, { degree }) => ({
    uk: `посада ${quoteText(str(degree))}; не враховано ${quoteText(value)}`,
    en: `the position is ${quoteText(str(degree))}; ${quoteText(value)} is left out`,
  }),
  readAs: (_, { format, encoding, separator }) => {
    const how = [format, encoding, separator].filter((value) => value !== "").join(", ");
    return { uk: `прочитано як ${how}`, en: `read as ${how}` };
  },
  noHeader: {
    uk: "рядка із заголовками немає, це перший викладач",
    en: "there is no row of headings, and this is the first teacher",
  },
  skipped: (_, { kind, lines }) =>
    kind === "above"
      ? { uk: `над заголовком пропущено: ${listLines(lines)}`, en: `skipped above the header: ${listLines(lines)}` }
      : { uk: "рядок пропущено: це не викладач", en: "the row was skipped: it is no teacher" },
  secondPost: ({ related }, { kept, left }) =>
    left === ""
      ? {
          uk: `те саме, що в рядку ${related!.line}; у списку один раз`,
          en: `the same as line ${related!.line}, and listed once`,
        }
      : {
          uk: `друга посада; у списку ${quoteText(str(kept))}, а не ${quoteText(str(left))}`,
          en: `a second position; ${quoteText(str(kept))} is listed, not ${quoteText(str(left))}`,
        },
  hiddenRows: (_, { lines }) => ({
    uk: `прочитано приховані рядки: ${listLines(lines)}`,
    en: `hidden rows were read: ${listLines(lines)}`,
  }),
  lettersInIds: { uk: "з номера взято лише цифри", en: "only the digits of the id were used" },
  repaired: (_, { text }) => ({ uk: `записано як ${quoteText(str(text))}`, en: `written as ${quoteText(str(text))}` }),
};

const list = (values: Data[string] | undefined): string => {
  const filled = (values as readonly string[]).filter((value) => value !== "");
  return listNames(filled.map(quoteText), 20);
};
/** `count` is the number of lines, if not all are kept. */
const listLines = (values: Data[string] | undefined, count = 0): string => {
  const lines = values as readonly number[];
  return listNames(Object.assign([...lines], { length: Math.max(count, lines.length) }), 10);
};

export function renderIssue(issue: Issue): string {
  const text = texts[issue.code];
  return (typeof text === "function" ? text(issue, issue.data) : text)[chosenLanguage()];
}

const quoteHeading = (heading = ""): string => (heading === "" ? "" : ` ${quoteText(heading)}`);

/** `Фізичний: C14`, `рядок 14`; for a column `C «Посада»`. */
export function renderPlace({ sheet, line, column }: Issue, headers: readonly Header[]): string {
  const before = sheet === null ? "" : `${sheet}: `;
  if (column !== null) {
    const header = headers.find((one) => sheet === null || one.sheet === sheet);
    return `${before}${nameColumn(column)}${line ?? ""}${quoteHeading(header?.columns[column]?.heading)}`;
  }
  if (line === null) return sheet ?? "";
  return before + (chosenLanguage() === "uk" ? `рядок ${line}` : `line ${line}`);
}

const reasons: Readonly<Record<Reason, Translations>> = {
  none: { uk: "", en: "" },
  chosen: { uk: "так вибрано", en: "as chosen" },
  remembered: { uk: "як минулого разу", en: "as last time" },
  heading: { uk: "за заголовком", en: "by its heading" },
  values: { uk: "за значеннями", en: "by its values" },
  severalHeadings: { uk: "один із кількох схожих", en: "one of several that are alike" },
  secret: { uk: "такі номери не публікуються", en: "such numbers are never published" },
};

/** Why a column was read as its field. */
export const reasonOf = (reason: Reason): string => reasons[reason][chosenLanguage()];

/** Further columns that were not used are not named. */
const describedMax = 30;

/** Each column with the field it was read as, and why: `B "Посада": degree, by its heading`. */
export function describeColumns({ columns }: Header): string[] {
  return columns
    .filter(({ heading, samples, field }) => heading !== "" || samples.length > 0 || field !== null)
    .filter(({ field }, i) => field !== null || i < describedMax)
    .map(({ index, heading, field, reason }) => {
      const read = field === null ? { uk: "не використано", en: "not used" }[chosenLanguage()] : fieldLabel(field);
      const why = reason === "none" ? "" : `, ${reasonOf(reason)}`;
      return `${nameColumn(index)}${quoteHeading(heading)}: ${read}${why}`;
    });
}
