/** What reading can find out: each code with its severity and its text, in Ukrainian and English. */
import { countEn, countUk, listNames, type Translations } from "../domain/lang.ts";
import { quoteText } from "../domain/quoting.ts";
import { nameFieldNames, type TextFieldName } from "../domain/teacher.ts";
import { describeForeign, type ForeignKind } from "./formats/foreign.ts";
import { type ColumnField, fieldLabel } from "./headings.ts";

/**
 * `error`: the file can't be published. `question`: somebody must choose, and `data.preset` is what happens if nobody
 * does. `warning`: probably a mistake. `note`: how the file was read.
 */
export type Severity = "error" | "question" | "warning" | "note";

/** Where an issue is, and the text that it is about. */
export interface Placed {
  readonly severity: Severity;
  /** The sheet, if the file has several; otherwise null. */
  readonly sheet: string | null;
  /** From 1; null for the file as a whole. */
  readonly line: number | null;
  /** The index of the column, from 0, or null. Its letter and heading are found when the issue is shown. */
  readonly column: number | null;
  /** The text of the cell. It is clipped when it is shown. */
  readonly value: string;
  /** Another row that the issue is about. */
  readonly related: { readonly sheet: string | null; readonly line: number } | null;
}

/** What a spreadsheet did to an id, and what to do about it. The last one matches any text. */
const damages: readonly (readonly [pattern: RegExp, uk: string, en: string])[] = [
  [
    /^\d+(?:[.,]\d+)?[eе]\+?\d+$|^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/iu,
    "; його скорочено або перетворено на дату: виберіть формат «Текстовий» і введіть номер знову",
    "; a spreadsheet shortened it, or took it for a date: format the column as text and enter the id again",
  ],
  [/^#/, "; це помилка формули, введіть номер", "; a formula failed, so enter the id"],
  [/^/, "; введіть правильний номер або очистьте клітинку", "; enter the right id, or clear the cell"],
];

/** What is wrong or odd about a text. */
const odd = {
  formulaError: { uk: "помилка формули", en: "a formula that failed" },
  contact: {
    uk: "телефон, пошта чи посилання, які не публікуються",
    en: "a telephone number, an address or a link, which must not be published",
  },
  dateInstead: { uk: "дата", en: "a date" },
  numberInstead: { uk: "число", en: "a number" },
  boolean: { uk: "логічне значення, а не ім’я", en: "a truth value, not a name" },
  letterSpaced: { uk: "літери розділено пробілами", en: "the letters are spaced" },
  oddApostrophe: { uk: "інший знак замість апострофа", en: "another character in place of the apostrophe" },
  digit: { uk: "в імені є цифра", en: "the name has a digit" },
  latin: { uk: "ім’я латиницею серед імен кирилицею", en: "a name in Latin letters among Cyrillic ones" },
  foreign: { uk: "літера, якої немає в українській абетці", en: "a letter that Ukrainian does not have" },
  sign: { uk: "знак, якого не буває в іменах", en: "a sign that no name has" },
  mixedScripts: { uk: "у слові змішано кирилицю й латиницю", en: "a word mixes Cyrillic and Latin letters" },
  smallLetters: { uk: "ім’я малими літерами", en: "a name in small letters" },
  notAPosition: { uk: "це не посада", en: "not a position" },
  note: { uk: "примітка поряд з іменем чи посадою", en: "a remark beside the name or position" },
  capitals: { uk: "усе великими літерами", en: "all in capital letters" },
  punctuation: { uk: "зайві розділові знаки", en: "stray punctuation" },
} as const satisfies Readonly<Record<string, Translations>>;

const wrongColumns = {
  secret: {
    uk: ": такі номери не публікуються; виберіть інший стовпець",
    en: ": such numbers must not be published; choose another column",
  },
  missing: { uk: ": такого стовпця немає; є", en: ": there is no such column; there are" },
  several: {
    uk: ": кілька стовпців мають такий заголовок; назвіть літеру стовпця",
    en: ": several columns have this heading; name the letter of the column",
  },
  twice: {
    uk: ": для цього поля вже вибрано інший стовпець; залиште один",
    en: ": another column was chosen for this field; keep one",
  },
} as const satisfies Readonly<Record<string, Translations>>;

type Texts = readonly string[];
type Lines = readonly number[];
/** How many there are, and of how many. */
interface Share {
  readonly count: number;
  readonly of: number;
}
export type OddKind = keyof typeof odd;

const list = (before: string, texts: Texts): string => {
  const filled = texts.filter((text) => text !== "");
  return filled.length === 0 ? "" : before + listNames(filled.map(quoteText), 20);
};
const listLines = (lines: Lines, count?: number): string => listNames(lines, 10, count);

export type Text<Data> = Translations | ((data: Data, issue: Placed) => Translations);
export interface Code<Data> {
  readonly severity: Severity;
  readonly text: Text<Data>;
}

const createCode =
  (severity: Severity) =>
  <Data = unknown>(text: Text<Data>): Code<Data> => ({ severity, text });
const [error, question] = [createCode("error"), createCode("question")];
const [warning, note] = [createCode("warning"), createCode("note")];

export const codes = {
  foreign: error(({ kind }: { kind: ForeignKind }) => describeForeign(kind)),
  password: error({
    uk: "файл захищено паролем; збережіть його без пароля",
    en: "the file has a password; save it without one",
  }),
  damaged: error(({ detail }: { detail: string }) => ({
    uk: `файл пошкоджено (${detail}); відкрийте його та збережіть знову`,
    en: `the file is damaged (${detail}); open it and save it again`,
  })),
  tooLarge: error({
    uk: "таблиця завелика (не більше 100 стовпців, 2 000 000 клітинок і 64 МБ без стиснення); залиште тільки потрібні аркуші та стовпці",
    en: "the table is too large (at most 100 columns, 2,000,000 cells, and 64 MB unpacked); keep only the sheets and columns that are needed",
  }),
  noSheet: error(({ sheets }: { sheets: Texts }, { value }) => ({
    uk: `аркуша ${quoteText(value)} немає${list("; є ", sheets)}`,
    en: `there is no sheet ${quoteText(value)}${list("; there are ", sheets)}`,
  })),
  encoding: error({
    uk: "текст не в UTF-8 і не в windows-1251; збережіть файл як .xlsx",
    en: "the text is neither UTF-8 nor windows-1251; save the file as .xlsx",
  }),
  noTeachers: error({ uk: "у файлі немає жодного викладача", en: "the file has no teachers" }),
  badJson: error(({ detail }: { detail: string }) => ({
    uk: `це не об’єкт JSON: ${detail}`,
    en: `this is not a JSON object: ${detail}`,
  })),
  badQuote: error({
    uk: "лапки не закрито; видаліть їх або подвойте",
    en: "a quote is not closed; remove it or double it",
  }),
  formula: error({
    uk: "формула без обчисленого значення; відкрийте файл в Excel і збережіть знову",
    en: "the formula has no value; open the file in Excel and save it again",
  }),
  otherHeader: error((_, { related }) => ({
    uk: `тут стовпці стоять інакше, ніж у рядку ${related!.line}; розмістіть їх однаково в усьому файлі`,
    en: `the columns are in another order than in line ${related!.line}; put them in one order in the whole file`,
  })),
  noLine: error({
    uk: "у цьому рядку немає заголовка: він порожній або нижче сотого",
    en: "this line has no header: it is blank, or below the first hundred",
  }),
  whichSheet: question(({ sheets, isHidden }: { sheets: Texts; known: Texts; isHidden: boolean }) => ({
    uk: `викладачі ${isHidden ? "лише на прихованих аркушах" : "на кількох аркушах"}${list(": ", sheets)}; які читати?`,
    en: `${isHidden ? "only hidden" : "several"} sheets have teachers${list(": ", sheets)}; which are read?`,
  })),
  whichColumn: question(({ field }: { field: ColumnField; preset: number; candidates: readonly number[] }) => ({
    uk: `у якому стовпці ${fieldLabel(field)}?`,
    en: `which column has the ${fieldLabel(field)}?`,
  })),
  badColumn: error(({ kind, columns = [] }: { kind: keyof typeof wrongColumns; columns?: Texts }, { value }) => {
    const { uk, en } = wrongColumns[kind];
    return { uk: quoteText(value) + uk + list(": ", columns), en: quoteText(value) + en + list(": ", columns) };
  }),
  missingIds: question(({ count, lines }: { count: number; lines: Lines }) => {
    const which = listLines(lines, count);
    return {
      uk: `без номера: ${countUk(count, "рядок", "рядки", "рядків")} (${which}); кожна людина отримає номер`,
      en: `${countEn(count, "row has", "rows have")} no id (${which}); each person gets one`,
    };
  }),
  onePerson: question(
    (
      { degree, otherDegree }: { degree: string; otherDegree: string; pair: string; preset: "one" | "different" },
      { value, related },
    ) => ({
      uk: `${value}: ${degree} тут і ${otherDegree} у рядку ${related!.line} — це одна людина?`,
      en: `${value}: ${degree} here and ${otherDegree} in line ${related!.line}: is this one person?`,
    }),
  ),
  mixedColumn: question({
    uk: "у стовпці разом імена й посади; посадою буде текст після імені до наступної коми",
    en: "the column has names and positions; the position is the text after the name, up to the next comma",
  }),
  nameOrder: warning(({ count, of }: Share, { value }) => ({
    uk: `незрозуміло, де прізвище: ${quoteText(value)} (таких ${count} із ${of})`,
    en: `it is unclear which word is the last name: ${quoteText(value)} (${count} of ${of})`,
  })),
  badId: error((_, { value }) => {
    const [, uk, en] = damages.find(([pattern]) => pattern.test(value))!;
    return { uk: `${quoteText(value)} не є номером${uk}`, en: `${quoteText(value)} is not an id${en}` };
  }),
  repeatedId: error((_, { value, related }) => ({
    uk: `номер ${value} уже є в рядку ${related!.line}, з іншим ім’ям; залиште його одній людині`,
    en: `the id ${value} is also in line ${related!.line}, with another name; keep it for one person`,
  })),
  noName: error({
    uk: "немає імені; введіть його або приберіть рядок",
    en: "there is no name; enter it, or remove the row",
  }),
  columnCount: error(({ found, wanted }: { found: number; wanted: number }) => ({
    uk: `полів у рядку ${found}, а в заголовку ${wanted}; якщо в тексті є роздільник, візьміть текст у лапки`,
    en: `the line has ${found} fields, and the header ${wanted}; quote a text that has the separator`,
  })),
  tooLong: error({ uk: "задовгий текст; скоротіть його", en: "the text is too long; shorten it" }),
  control: error({
    uk: "невидимий знак, який не можна публікувати; введіть текст знову",
    en: "an invisible character that must not be published; enter the text again",
  }),
  lostLetters: error({
    uk: "частину літер втрачено; візьміть файл .xlsx, з якого його збережено",
    en: "letters are lost; use the .xlsx file that this was saved from",
  }),
  notText: error(({ kind }: { kind: OddKind }, { value }) => ({
    uk: `${quoteText(value)} — ${odd[kind].uk}; введіть правильний текст або очистьте клітинку`,
    en: `${quoteText(value)} is ${odd[kind].en}; enter the right text, or clear the cell`,
  })),
  unknownField: error((_, { value }) => ({ uk: `невідомі поля: ${value}`, en: `unknown fields: ${value}` })),
  capitals: question(({ field, count, of, written }: Share & { field: TextFieldName; written: string }, { value }) => ({
    uk: `${fieldLabel(field)} у файлі — великими літерами (${count} із ${of}). Як публікувати: ${quoteText(written)} чи ${quoteText(value)}?`,
    en: `the ${fieldLabel(field)} is in capitals (${count} of ${of}). Is it published as ${quoteText(written)} or as ${quoteText(value)}?`,
  })),
  characters: warning(({ kind }: { kind: OddKind }) => odd[kind]),
  nameSplit: warning((texts: Readonly<Record<TextFieldName, string>>) => {
    const parts = nameFieldNames.map((name) => texts[name]);
    return { uk: list("прочитано як ", parts), en: list("read as ", parts) };
  }),
  notAPerson: warning(({ kind }: { kind?: string }) =>
    kind === "severalPeople"
      ? { uk: "схоже на кількох людей", en: "this looks like several people" }
      : { uk: "схоже, це не викладач", en: "this does not look like a teacher" },
  ),
  rareDegree: warning(({ like }: { like: string }) => ({
    uk: `можливо, ${quoteText(like)}`,
    en: `perhaps ${quoteText(like)}`,
  })),
  emptyField: warning(({ field, count, of, lines }: Share & { field: TextFieldName; lines: Lines }) => ({
    uk: `${fieldLabel(field)}: порожньо в ${count} із ${of} (рядки ${listLines(lines, count)})`,
    en: `${fieldLabel(field)}: empty for ${count} of ${of} (lines ${listLines(lines, count)})`,
  })),
  duplicate: warning({ uk: "те саме ім’я з іншим номером", en: "the same name with another id" }),
  givenName: warning(({ kind }: { kind: "missing" | "exchanged" }) =>
    kind === "missing"
      ? { uk: "по батькові є, а імені немає", en: "there is a patronymic, but no given name" }
      : { uk: "ім’я та по батькові, мабуть, переставлено", en: "the given name and the patronymic seem exchanged" },
  ),
  lostDegree: warning(({ degree }: { degree: string }, { value }) => ({
    uk: `посада ${quoteText(degree)}; не враховано ${quoteText(value)}`,
    en: `the position is ${quoteText(degree)}; ${quoteText(value)} is left out`,
  })),
  readAs: note(({ format, encoding, separator }: { format: string; encoding: string; separator: string }) => {
    const how = [format, encoding, separator].filter((value) => value !== "").join(", ");
    return { uk: `прочитано як ${how}`, en: `read as ${how}` };
  }),
  unreadSheets: note(({ sheets }: { sheets: Texts }) => ({
    uk: list("не прочитано аркуші: ", sheets),
    en: list("sheets that were not read: ", sheets),
  })),
  noHeader: note({
    uk: "рядка із заголовками немає, це перший викладач",
    en: "there is no row of headings, and this is the first teacher",
  }),
  skipped: note({ uk: "рядок пропущено: це не викладач", en: "the row was skipped: it is not a teacher" }),
  skippedAbove: note(({ lines }: { lines: Lines }) => ({
    uk: `над заголовком пропущено: ${listLines(lines)}`,
    en: `skipped above the header: ${listLines(lines)}`,
  })),
  secondPost: note(({ kept, left }: { kept: string; left: string }, { related }) =>
    left === ""
      ? {
          uk: `те саме, що в рядку ${related!.line}; у списку один раз`,
          en: `the same as line ${related!.line}, and listed once`,
        }
      : {
          uk: `друга посада; у списку ${quoteText(kept)}, а не ${quoteText(left)}`,
          en: `a second position; ${quoteText(kept)} is listed, not ${quoteText(left)}`,
        },
  ),
  hiddenRows: note(({ lines }: { lines: Lines }) => ({
    uk: `прочитано приховані рядки: ${listLines(lines)}`,
    en: `hidden rows were read: ${listLines(lines)}`,
  })),
  repaired: note(({ text }: { text: string }) => ({
    uk: `записано як ${quoteText(text)}`,
    en: `written as ${quoteText(text)}`,
  })),
};
