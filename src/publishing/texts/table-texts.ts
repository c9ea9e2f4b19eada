/** The texts of faults in the header or in a row of an import file. */
import { countEn, countUk, type Translations } from "../../domain/lang.ts";
import { composedFieldNames, idMax, nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import type { ContactKind, HeaderMessage, IdDamage, RowMessage } from "../../import/message.ts";
import {
  describeMissing,
  describeParts,
  describeRow,
  fieldLabel,
  listFields,
  type NamedField,
} from "./field-labels.ts";
import { describeJson, listQuoted } from "./file-texts.ts";
import {
  afterValue,
  formatNumber,
  inLanguages,
  listNames,
  type MessageTexts,
  quoteFlag,
  quoteText,
} from "./language.ts";

/** Suggests the flag that names the missing column. */
const adviseMap = inLanguages((field: NamedField, heading: string | null) => {
  if (heading === null) {
    return {
      en: `; if it has another heading, add: --map ${field}="HEADING"`,
      uk: `; якщо він має інший заголовок, додайте: --map ${field}="заголовок"`,
    };
  }
  const flag = `--map ${field}=${quoteFlag(heading)}`;
  return {
    en: `. If it is ${quoteText(heading)}, add: ${flag}`,
    uk: `. Якщо це ${quoteText(heading)}, додайте: ${flag}`,
  };
});

/** A message names at most this many unknown fields. */
const namedFieldsMax = 5;

const idWanted = { en: `an integer from 1 to ${idMax}`, uk: `ціле число від 1 до ${idMax}` };

const idDamages: Readonly<Record<IdDamage, Translations>> = {
  shortened: {
    en: "; a spreadsheet shortened it, and its last digits are lost: format the column as text and enter the id again",
    uk: "; його скорочено, останні цифри втрачено: виберіть для стовпця формат «Текстовий» і введіть номер знову",
  },
  decimals: {
    en: "; a spreadsheet added the decimals: format the column as a number without decimals",
    uk: "; до нього додано дробову частину: виберіть для стовпця формат «Загальний»",
  },
  grouped: {
    en: "; a spreadsheet grouped its digits: format the column as a plain number",
    uk: "; його цифри поділено на групи: виберіть для стовпця формат «Загальний»",
  },
  formula: { en: "; a formula of the spreadsheet failed: enter the id", uk: "; це помилка формули: введіть номер" },
  date: {
    en: "; a spreadsheet took it for a date: format the column as text and enter the id again",
    uk: "; його перетворено на дату: виберіть для стовпця формат «Текстовий» і введіть номер знову",
  },
};

const saveAgain = { en: "save the file again as UTF-8 or .xlsx", uk: "збережіть файл наново у UTF-8 або як .xlsx" };

const typeAgain = { en: "type it again", uk: "введіть слово наново" };

const correctIt = { en: "correct it in the source", uk: "виправте у файлі" };

const contacts: Readonly<Record<ContactKind, Translations>> = {
  telephone: { en: "a telephone number", uk: "номер телефону" },
  email: { en: "an e-mail address", uk: "електронну адресу" },
  url: { en: "a URL", uk: "вебадресу" },
};

/** A cell has something other than the name or the degree that it should have. */
function instead({ en, uk }: Translations) {
  return ({ value, isName }: { readonly value: string; readonly isName: boolean }): Translations => ({
    en: `${quoteText(value)} is ${en} where ${isName ? "a name" : "a degree"} should be; ${correctIt.en}`,
    uk: `${quoteText(value)} – ${uk}, а має бути ${isName ? "ім’я" : "посада"}; ${correctIt.uk}`,
  });
}

export const tableTexts: MessageTexts<HeaderMessage | RowMessage> = {
  tooManyColumns: ({ count, max }) => ({
    en: `the header has ${count} columns; at most ${max} are accepted`,
    uk: `у заголовку таблиці ${countUk(count, "стовпець", "стовпці", "стовпців")}, а може бути щонайбільше ${max}`,
  }),
  noSuchColumn: ({ wanted, headings }) => ({
    en: `--map: there is no column ${quoteText(wanted)}; the columns are ${listQuoted(headings)}`,
    uk: `--map: стовпця ${quoteText(wanted)} немає; є ${listQuoted(headings)}`,
  }),
  secretColumn: ({ wanted }) => ({
    en: `--map: ${quoteText(wanted)} has numbers that must not be published; name another column`,
    uk: `--map: у стовпці ${quoteText(wanted)} номери, які не можна оприлюднювати; вкажіть інший стовпець`,
  }),
  columnMissing: ({ field, heading }) =>
    field === "id"
      ? {
          en: "the file has no ids; to have the program assign them, add --keep-ids",
          uk: "номерів (id) у файлі немає; щоб програма надала їх сама, додайте --keep-ids",
        }
      : {
          en: `there is no column with ${describeMissing(field)}${adviseMap(field, heading)}`,
          uk: `не знайдено стовпця з ${describeMissing(field)}${adviseMap(field, heading)}`,
        },
  columnRepeated: {
    en: "occurs more than once; only one is allowed",
    uk: "трапляється більше ніж один раз; залиште один такий стовпець",
  },
  misreadHeadings: ({ value }) => ({
    en: `the letters of the file are garbled, such as ${quoteText(value)}, because a program opened it in a wrong encoding; export the list again, if possible as .xlsx, and do not open and save it in between`,
    uk: `літери у файлі зіпсовано, наприклад ${quoteText(value)}: якась програма відкрила його в хибному кодуванні; вивантажте список наново, краще як .xlsx, і не відкривайте та не зберігайте його перед завантаженням`,
  }),
  doubtfulSplits: ({ value, parts, count, of }) => ({
    en: `${formatNumber(count)} of ${countEn(of, "whole name", "whole names")} may be split wrongly, such as ${quoteText(value)}${parts.length === 0 ? "" : ` into ${describeParts(parts)}`}; put the parts into separate columns (${listFields(nameFieldNames)}, or name theirs by --map), or write last names in capitals`,
    uk: `сумнівний поділ ПІБ: ${formatNumber(count)} із ${formatNumber(of)}, наприклад ${quoteText(value)}${parts.length === 0 ? "" : ` на: ${describeParts(parts)}`}; рознесіть ПІБ по окремих стовпцях (${listNames(nameFieldNames.map(fieldLabel))}) або пишіть прізвища великими літерами`,
  }),
  columnAmbiguous: ({ field, headings }) => ({
    en: `${fieldLabel(field)}: can be the column ${listQuoted(headings)}; choose one by --map ${field}=${quoteFlag(headings[0]!)}`,
    uk: `${fieldLabel(field)}: підходять стовпці ${listQuoted(headings)}; виберіть один, наприклад: --map ${field}=${quoteFlag(headings[0]!)}`,
  }),
  degreeMissing: ({ heading }) => ({
    en: `there is no column with ${describeMissing("degree")}, and no whole name has one${adviseMap("degree", heading)}`,
    uk: `не знайдено стовпця з ${describeMissing("degree")}, і в ПІБ посад немає${adviseMap("degree", heading)}`,
  }),
  notAnId: ({ value, damage }) => {
    if (value === "") {
      return {
        en: "there is no id; to have the program assign it, add --keep-ids",
        uk: "номера (id) немає; щоб програма надала його сама, додайте --keep-ids",
      };
    }
    const wantedUk = /^\d+$/.test(value) ? `потрібне ${idWanted.uk}` : "потрібні лише цифри";
    const { en, uk } = damage === null ? { en: "", uk: `: ${wantedUk}` } : idDamages[damage];
    return { en: `${quoteText(value)} is not ${idWanted.en}${en}`, uk: `${quoteText(value)} – не номер (id)${uk}` };
  },
  jsonNotAnId: ({ found }) =>
    found.kind === "missing"
      ? { en: `is missing; expected ${idWanted.en}`, uk: `немає; має бути ${idWanted.uk}` }
      : {
          en: `${describeJson(found)} is not ${idWanted.en}`,
          uk: `має бути ${idWanted.uk}, а не ${describeJson(found)}`,
        },
  repeatedId: ({ id, ...row }) => ({
    en: `"${id}" is the id of ${describeRow(row)} too; each id is accepted once`,
    uk: `${quoteText(String(id))}: такий самий номер має ${describeRow(row)}; номери не повинні повторюватися`,
  }),
  sameDigits: ({ value, other, ...row }) => ({
    en: `${quoteText(value)} has the same digits as ${quoteText(other)} (${describeRow(row)}), and only digits are ids; to have the program assign ids, add --keep-ids`,
    uk: `${quoteText(value)} має ті самі цифри, що й ${quoteText(other)} (${describeRow(row)}), а номер (id) – це лише цифри; щоб програма надала номери сама, додайте --keep-ids`,
  }),
  noName: ({ rest }) => ({
    en: `there is no name${rest === "" ? "" : ` (the row has ${quoteText(rest)})`}; enter it or delete the row`,
    uk: `немає імені${rest === "" ? "" : ` (у рядку є ${quoteText(rest)})`}; впишіть його або видаліть рядок`,
  }),
  columnCount: ({ found, wanted }) => ({
    en: `${countEn(found, "column", "columns")} where the header has ${wanted}`,
    uk: `${countUk(found, "клітинка", "клітинки", "клітинок")}, а в заголовку таблиці ${wanted}; перевірте роздільники та лапки`,
  }),
  composedDiffers: ({ value, composed }) => ({
    en: `${quoteText(value)} differs from ${quoteText(composed)}, which other columns of the row give; correct ${listFields(textFieldNames)}, or delete the columns ${listNames(composedFieldNames)}, which the import does not need`,
    uk: `${quoteText(value)} не збігається з ${quoteText(composed)}, як записано в інших стовпцях рядка; виправте ${listFields(textFieldNames)} або видаліть стовпці ${listNames(composedFieldNames)}: вони не потрібні`,
  }),
  unknownFields: ({ names }) => {
    const list = listNames(names.map(quoteText), namedFieldsMax);
    return {
      en: `unknown ${names.length === 1 ? "field" : "fields"} ${list}; expected ${listFields()}`,
      uk: `${names.length === 1 ? "невідоме поле" : "невідомі поля"} ${list}; можливі ${listFields()}`,
    };
  },
  notAnObject: ({ found }) => ({
    en: `${describeJson(found)} is not an object with ${listFields()}`,
    uk: `має бути об’єкт із ${listFields()}, а не ${describeJson(found)}`,
  }),
  notAText: ({ found }) => {
    const isMissing = found.kind === "missing";
    return {
      en: `${isMissing ? "is missing" : `${describeJson(found)} is not a text`}; expected a text, or "" if it is empty`,
      uk: `${isMissing ? "немає" : `${describeJson(found)} – не текст`}; має бути текст, порожній записують як ""`,
    };
  },
  strayQuote: afterValue({
    en: "has a stray quote; expected quotes around a whole field, with each quote inside doubled",
    uk: "– зайві лапки; лапки мають охоплювати всю клітинку, а кожні лапки всередині мають бути подвоєні",
  }),
  unpairedSurrogate: afterValue({
    en: "has an unpaired surrogate; only complete characters are accepted",
    uk: "– у тексті половина символу (сурогатної пари)",
  }),
  tooLong: ({ value, length, max }) => ({
    en: `${quoteText(value)} has ${length} characters; at most ${max} are accepted`,
    uk: `у тексті ${quoteText(value)} ${countUk(length, "символ", "символи", "символів")}, а може бути щонайбільше ${max}`,
  }),
  controlCharacter: ({ value, character }) => ({
    en: `${quoteText(value)} has the control character ${character}; text without control characters is accepted`,
    uk: `${quoteText(value)} містить невидимий символ ${character}; введіть цей текст наново`,
  }),
  replacementCharacter: afterValue({
    en: `has U+FFFD in place of a letter that was lost; ${correctIt.en}`,
    uk: `містить знак � замість втраченої літери; ${correctIt.uk}`,
  }),
  questionMarks: ({ value, isText }) => ({
    en: `${quoteText(value)} has question marks in place of letters that were lost; ${isText ? saveAgain.en : typeAgain.en}`,
    uk: `${quoteText(value)} містить знаки питання замість втрачених літер; ${isText ? saveAgain.uk : typeAgain.uk}`,
  }),
  formulaError: afterValue({
    en: `is an error of a spreadsheet formula; ${correctIt.en}`,
    uk: `– помилка формули; ${correctIt.uk}`,
  }),
  misread: ({ value, isText }) => ({
    en: `${quoteText(value)} is text in a wrong encoding; ${typeAgain.en}${isText ? `, or ${saveAgain.en}` : ""}`,
    uk: `${quoteText(value)} – текст у хибному кодуванні; ${typeAgain.uk}${isText ? ` або ${saveAgain.uk}` : ""}`,
  }),
  contact: ({ value, kind }) => ({
    en: `${quoteText(value)} has ${contacts[kind].en}; remove it, because it can't be taken back once it is published`,
    uk: `${quoteText(value)} містить ${contacts[kind].uk}; приберіть, бо опублікованого вже не відкликати`,
  }),
  dateInstead: instead({ en: "a date", uk: "дата" }),
  numberInstead: instead({ en: "a number", uk: "число" }),
};
