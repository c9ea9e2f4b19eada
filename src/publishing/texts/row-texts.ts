/** The texts of what is wrong with a row of an import file. */
import { composedFieldNames, idMax, textFieldNames } from "../../domain/teacher.ts";
import type { ContactKind, IdDamage, RowMessage } from "../../import/message.ts";
import { describeRow, listFields } from "./field-labels.ts";
import { describeJson } from "./file-texts.ts";
import { countEn, countUk, inLanguages, listNames, type MessageTexts, quoteText } from "./language.ts";

/** The most unknown fields that a message names. */
const namedFieldsMax = 5;

const idWanted = inLanguages({ en: `an integer from 1 to ${idMax}`, uk: `ціле число від 1 до ${idMax}` });

const idWantedUk = (value: string): string =>
  /^\d+$/.test(value) ? `: потрібне ${idWanted()}` : ": потрібні лише цифри";

const idDamages: Readonly<Record<IdDamage, () => string>> = {
  shortened: inLanguages({
    en: "; a spreadsheet shortened it, and its last digits are lost: format the column as text and enter the id again",
    uk: "; таблиця скоротила його, й останні цифри втрачено: задайте стовпцю текстовий формат і введіть номер знову",
  }),
  decimals: inLanguages({
    en: "; a spreadsheet added the decimals: format the column as a number without decimals",
    uk: "; таблиця додала дробову частину: задайте стовпцю числовий формат без неї",
  }),
  grouped: inLanguages({
    en: "; a spreadsheet grouped its digits: format the column as a plain number",
    uk: "; таблиця поділила цифри на групи: задайте стовпцю простий числовий формат",
  }),
  formula: inLanguages({ en: "; a formula of the spreadsheet failed", uk: "; це помилка формули в таблиці" }),
  date: inLanguages({
    en: "; a spreadsheet took it for a date: format the column as text",
    uk: "; таблиця сприйняла його як дату: задайте стовпцю текстовий формат",
  }),
};

const saveAnew = inLanguages({
  en: "save the file anew as UTF-8 or .xlsx",
  uk: "збережіть файл наново у UTF-8 або як .xlsx",
});

const correctIt = inLanguages({ en: "correct it in the source", uk: "виправте у файлі" });

const contacts: Readonly<Record<ContactKind, () => string>> = {
  telephone: inLanguages({ en: "a telephone number", uk: "номер телефону" }),
  email: inLanguages({ en: "an e-mail address", uk: "електронну адресу" }),
  url: inLanguages({ en: "a URL", uk: "вебадресу" }),
};

export const rowTexts: MessageTexts<RowMessage> = {
  notAnId: {
    en: ({ value, damage }) =>
      value === ""
        ? "there is no id; to have the program assign it, add --keep-ids"
        : `${quoteText(value)} is not ${idWanted()}${damage === null ? "" : idDamages[damage]()}`,
    uk: ({ value, damage }) =>
      value === ""
        ? "номера (id) немає; щоб програма надала його сама, додайте --keep-ids"
        : `${quoteText(value)} – не номер (id)${damage === null ? idWantedUk(value) : idDamages[damage]()}`,
  },
  jsonNotAnId: {
    en: ({ found }) =>
      found.kind === "missing" ? `is missing; expected ${idWanted()}` : `${describeJson(found)} is not ${idWanted()}`,
    uk: ({ found }) =>
      found.kind === "missing"
        ? `немає; має бути ${idWanted()}`
        : `має бути ${idWanted()}, а не ${describeJson(found)}`,
  },
  repeatedId: {
    en: ({ id, ...row }) => `"${id}" is the id of ${describeRow(row)} too; each id is accepted once`,
    uk: ({ id, ...row }) =>
      `${quoteText(String(id))}: такий самий номер має ${describeRow(row)}; номери не повинні повторюватися`,
  },
  sameDigits: {
    en: ({ value, other, ...row }) =>
      `${quoteText(value)} has the same digits as ${quoteText(other)} (${describeRow(row)}), and only digits are ids; to have the program assign ids, add --keep-ids`,
    uk: ({ value, other, ...row }) =>
      `${quoteText(value)} має ті самі цифри, що й ${quoteText(other)} (${describeRow(row)}), а номер (id) – це лише цифри; щоб програма надала номери сама, додайте --keep-ids`,
  },
  noName: {
    en: ({ rest }) => `there is no name${rest === "" ? "" : ` (the row has ${quoteText(rest)})`}`,
    uk: ({ rest }) => `немає імені${rest === "" ? "" : ` (у рядку є ${quoteText(rest)})`}`,
  },
  columnCount: {
    en: ({ found, wanted }) => `${countEn(found, "column", "columns")} where the header has ${wanted}`,
    uk: ({ found, wanted }) =>
      `${countUk(found, "клітинка", "клітинки", "клітинок")}, а в заголовку таблиці ${wanted}; перевірте роздільники та лапки`,
  },
  composedDiffers: {
    en: ({ value, composed }) =>
      `${quoteText(value)} differs from ${quoteText(composed)}, as other columns of the row say; correct ${listFields(textFieldNames)}, or delete the columns ${listNames(composedFieldNames)}, which the import does not need`,
    uk: ({ value, composed }) =>
      `${quoteText(value)} не збігається з ${quoteText(composed)}, як записано в інших стовпцях рядка; виправте ${listFields(textFieldNames)} або видаліть стовпці ${listNames(composedFieldNames)}: імпорт їх не потребує`,
  },
  unknownFields: {
    en: ({ names }) => {
      const what = names.length === 1 ? "unknown field" : "unknown fields";
      return `${what} ${listNames(names.map(quoteText), namedFieldsMax)}; expected ${listFields()}`;
    },
    uk: ({ names }) => {
      const what = names.length === 1 ? "невідоме поле" : "невідомі поля";
      return `${what} ${listNames(names.map(quoteText), namedFieldsMax)}; можливі ${listFields()}`;
    },
  },
  notAnObject: {
    en: ({ found }) => `${describeJson(found)} is not an object with ${listFields()}`,
    uk: ({ found }) => `має бути об’єкт із ${listFields()}, а не ${describeJson(found)}`,
  },
  notAText: {
    en: ({ found }) => {
      const state = found.kind === "missing" ? "is missing" : `${describeJson(found)} is not a text`;
      return `${state}; expected a text, "" for an empty one`;
    },
    uk: ({ found }) => {
      const state = found.kind === "missing" ? "немає" : `${describeJson(found)} – не текст`;
      return `${state}; має бути текст, порожній записують як ""`;
    },
  },
  strayQuote: {
    en: ({ value }) =>
      `${quoteText(value)} has a stray quote; expected quotes around a whole field, with each quote inside doubled`,
    uk: ({ value }) =>
      `${quoteText(value)} – зайві лапки; лапки мають охоплювати всю клітинку, а кожні лапки всередині мають бути подвоєні`,
  },
  unpairedSurrogate: {
    en: ({ value }) => `${quoteText(value)} has an unpaired surrogate; only complete characters are accepted`,
    uk: ({ value }) => `${quoteText(value)} – у тексті половина символу (сурогатної пари)`,
  },
  tooLong: {
    en: ({ value, length, max }) => `${quoteText(value)} has ${length} characters; at most ${max} are accepted`,
    uk: ({ value, length, max }) =>
      `${quoteText(value)} має ${countUk(length, "символ", "символи", "символів")}, а може мати щонайбільше ${max}`,
  },
  controlCharacter: {
    en: ({ value, character }) =>
      `${quoteText(value)} has the control character ${character}; text without control characters is accepted`,
    uk: ({ value, character }) => `${quoteText(value)} має невидимий символ ${character}; введіть цей текст наново`,
  },
  replacementCharacter: {
    en: ({ value }) => `${quoteText(value)} has U+FFFD in place of a letter that was lost; ${correctIt()}`,
    uk: ({ value }) => `${quoteText(value)} має знак � замість втраченої літери; ${correctIt()}`,
  },
  questionMarks: {
    en: ({ value }) => `${quoteText(value)} has question marks in place of letters that were lost; ${saveAnew()}`,
    uk: ({ value }) => `${quoteText(value)} має знаки питання замість втрачених літер; ${saveAnew()}`,
  },
  formulaError: {
    en: ({ value }) => `${quoteText(value)} is an error of a spreadsheet formula; ${correctIt()}`,
    uk: ({ value }) => `${quoteText(value)} – помилка формули в таблиці; ${correctIt()}`,
  },
  misread: {
    en: ({ value }) => `${quoteText(value)} is text in a wrong encoding; type it anew, or ${saveAnew()}`,
    uk: ({ value }) => `${quoteText(value)} – текст у хибному кодуванні; введіть його наново, або ${saveAnew()}`,
  },
  contact: {
    en: ({ value, kind }) =>
      `${quoteText(value)} has ${contacts[kind]()}, which can't be taken back once it is published; remove it`,
    uk: ({ value, kind }) =>
      `${quoteText(value)} містить ${contacts[kind]()}; після публікації цього вже не відкликати, тож приберіть`,
  },
  dateInstead: {
    en: ({ value, isName }) =>
      `${quoteText(value)} is a date where ${isName ? "a name" : "a degree"} should be; ${correctIt()}`,
    uk: ({ value, isName }) => `${quoteText(value)} – дата, а має бути ${isName ? "ім’я" : "посада"}; ${correctIt()}`,
  },
  numberInstead: {
    en: ({ value, isName }) =>
      `${quoteText(value)} is a number where ${isName ? "a name" : "a degree"} should be; ${correctIt()}`,
    uk: ({ value, isName }) => `${quoteText(value)} – число, а має бути ${isName ? "ім’я" : "посада"}; ${correctIt()}`,
  },
};
