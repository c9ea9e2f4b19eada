/** The texts of faults in the header or in a row of an import file. */
import { countEn, countUk, type Translations } from "../../domain/lang.ts";
import { composedFieldNames, idMax, nameFieldNames, textFieldNames } from "../../domain/teacher.ts";
import type { HeaderMessage, IdDamage, RowMessage } from "../../import/message.ts";
import { describeMissing, fieldLabel, listFields, type NamedField } from "../../read/field-labels.ts";
import {
  afterValue,
  formatNumber,
  inLanguages,
  listNames,
  type MessageTexts,
  quoteFlag,
  quoteText,
} from "../../read/language.ts";
import type { ContactKind } from "../../read/not-a-name.ts";
import { describeParts, describeRow } from "./field-labels.ts";
import { describeJson, listQuoted } from "./file-texts.ts";

/** Suggests the flag that names the missing column. */
const adviseMap = inLanguages((field: NamedField, heading: string | null) => {
  if (heading === null) {
    return {
      uk: `; якщо він має інший заголовок, додайте: --map ${field}="заголовок"`,
      en: `; if it has another heading, add: --map ${field}="HEADING"`,
    };
  }
  const flag = `--map ${field}=${quoteFlag(heading)}`;
  return {
    uk: `. Якщо це ${quoteText(heading)}, додайте: ${flag}`,
    en: `. If it is ${quoteText(heading)}, add: ${flag}`,
  };
});

/** A message names at most this many unknown fields. */
const namedFieldsMax = 5;

const idWanted = { uk: `ціле число від 1 до ${idMax}`, en: `an integer from 1 to ${idMax}` };

const idDamages: Readonly<Record<IdDamage, Translations>> = {
  shortened: {
    uk: "; його скорочено, останні цифри втрачено: виберіть для стовпця формат «Текстовий» і введіть номер знову",
    en: "; a spreadsheet shortened it, and its last digits are lost: format the column as text and enter the id again",
  },
  decimals: {
    uk: "; до нього додано дробову частину: виберіть для стовпця формат «Загальний»",
    en: "; a spreadsheet added the decimals: format the column as a number without decimals",
  },
  grouped: {
    uk: "; його цифри поділено на групи: виберіть для стовпця формат «Загальний»",
    en: "; a spreadsheet grouped its digits: format the column as a plain number",
  },
  formula: { uk: "; це помилка формули: введіть номер", en: "; a formula of the spreadsheet failed: enter the id" },
  date: {
    uk: "; його перетворено на дату: виберіть для стовпця формат «Текстовий» і введіть номер знову",
    en: "; a spreadsheet took it for a date: format the column as text and enter the id again",
  },
};

const saveAgain = { uk: "збережіть файл наново у UTF-8 або як .xlsx", en: "save the file again as UTF-8 or .xlsx" };

const typeAgain = { uk: "введіть слово наново", en: "type it again" };

const correctIt = { uk: "виправте у файлі", en: "correct it in the source" };

const contacts: Readonly<Record<ContactKind, Translations>> = {
  telephone: { uk: "номер телефону", en: "a telephone number" },
  email: { uk: "електронну адресу", en: "an e-mail address" },
  url: { uk: "вебадресу", en: "a URL" },
};

/** A cell has something other than the name or the degree that it should have. */
function instead({ uk, en }: Translations) {
  return ({ value, isName }: { readonly value: string; readonly isName: boolean }): Translations => ({
    uk: `${quoteText(value)} – ${uk}, а має бути ${isName ? "ім’я" : "посада"}; ${correctIt.uk}`,
    en: `${quoteText(value)} is ${en} where ${isName ? "a name" : "a degree"} should be; ${correctIt.en}`,
  });
}

export const tableTexts: MessageTexts<HeaderMessage | RowMessage> = {
  tooManyColumns: ({ count, max }) => ({
    uk: `у заголовку таблиці ${countUk(count, "стовпець", "стовпці", "стовпців")}, а може бути щонайбільше ${max}`,
    en: `the header has ${count} columns; at most ${max} are accepted`,
  }),
  noSuchColumn: ({ wanted, headings }) => ({
    uk: `--map: стовпця ${quoteText(wanted)} немає; є ${listQuoted(headings)}`,
    en: `--map: there is no column ${quoteText(wanted)}; the columns are ${listQuoted(headings)}`,
  }),
  secretColumn: ({ wanted }) => ({
    uk: `--map: у стовпці ${quoteText(wanted)} номери, які не можна оприлюднювати; вкажіть інший стовпець`,
    en: `--map: ${quoteText(wanted)} has numbers that must not be published; name another column`,
  }),
  columnMissing: ({ field, heading }) =>
    field === "id"
      ? {
          uk: "номерів (id) у файлі немає; щоб програма надала їх сама, додайте --keep-ids",
          en: "the file has no ids; to have the program assign them, add --keep-ids",
        }
      : {
          uk: `не знайдено стовпця з ${describeMissing(field)}${adviseMap(field, heading)}`,
          en: `there is no column with ${describeMissing(field)}${adviseMap(field, heading)}`,
        },
  columnRepeated: {
    uk: "трапляється більше ніж один раз; залиште один такий стовпець",
    en: "occurs more than once; only one is allowed",
  },
  misreadHeadings: ({ value }) => ({
    uk: `літери у файлі зіпсовано, наприклад ${quoteText(value)}: якась програма відкрила його в хибному кодуванні; вивантажте список наново, краще як .xlsx, і не відкривайте та не зберігайте його перед завантаженням`,
    en: `the letters of the file are garbled, such as ${quoteText(value)}, because a program opened it in a wrong encoding; export the list again, if possible as .xlsx, and do not open and save it in between`,
  }),
  doubtfulSplits: ({ value, parts, count, of }) => ({
    uk: `сумнівний поділ ПІБ: ${formatNumber(count)} із ${formatNumber(of)}, наприклад ${quoteText(value)}${parts.length === 0 ? "" : ` на: ${describeParts(parts)}`}; рознесіть ПІБ по окремих стовпцях (${listNames(nameFieldNames.map(fieldLabel))}) або пишіть прізвища великими літерами`,
    en: `${formatNumber(count)} of ${countEn(of, "whole name", "whole names")} may be split wrongly, such as ${quoteText(value)}${parts.length === 0 ? "" : ` into ${describeParts(parts)}`}; put the parts into separate columns (${listFields(nameFieldNames)}, or name theirs by --map), or write last names in capitals`,
  }),
  columnAmbiguous: ({ field, headings }) => ({
    uk: `${fieldLabel(field)}: підходять стовпці ${listQuoted(headings)}; виберіть один, наприклад: --map ${field}=${quoteFlag(headings[0]!)}`,
    en: `${fieldLabel(field)}: can be the column ${listQuoted(headings)}; choose one by --map ${field}=${quoteFlag(headings[0]!)}`,
  }),
  degreeMissing: ({ heading }) => ({
    uk: `не знайдено стовпця з ${describeMissing("degree")}, і в ПІБ посад немає${adviseMap("degree", heading)}`,
    en: `there is no column with ${describeMissing("degree")}, and no whole name has one${adviseMap("degree", heading)}`,
  }),
  notAnId: ({ value, damage }) => {
    if (value === "") {
      return {
        uk: "номера (id) немає; щоб програма надала його сама, додайте --keep-ids",
        en: "there is no id; to have the program assign it, add --keep-ids",
      };
    }
    const wantedUk = /^\d+$/.test(value) ? `потрібне ${idWanted.uk}` : "потрібні лише цифри";
    const { uk, en } = damage === null ? { uk: `: ${wantedUk}`, en: "" } : idDamages[damage];
    return { uk: `${quoteText(value)} – не номер (id)${uk}`, en: `${quoteText(value)} is not ${idWanted.en}${en}` };
  },
  jsonNotAnId: ({ found }) =>
    found.kind === "missing"
      ? { uk: `немає; має бути ${idWanted.uk}`, en: `is missing; expected ${idWanted.en}` }
      : {
          uk: `має бути ${idWanted.uk}, а не ${describeJson(found)}`,
          en: `${describeJson(found)} is not ${idWanted.en}`,
        },
  repeatedId: ({ id, ...row }) => ({
    uk: `${quoteText(String(id))}: такий самий номер має ${describeRow(row)}; номери не повинні повторюватися`,
    en: `"${id}" is the id of ${describeRow(row)} too; each id is accepted once`,
  }),
  sameDigits: ({ value, other, ...row }) => ({
    uk: `${quoteText(value)} має ті самі цифри, що й ${quoteText(other)} (${describeRow(row)}), а номер (id) – це лише цифри; щоб програма надала номери сама, додайте --keep-ids`,
    en: `${quoteText(value)} has the same digits as ${quoteText(other)} (${describeRow(row)}), and only digits are ids; to have the program assign ids, add --keep-ids`,
  }),
  noName: ({ rest }) => ({
    uk: `немає імені${rest === "" ? "" : ` (у рядку є ${quoteText(rest)})`}; впишіть його або видаліть рядок`,
    en: `there is no name${rest === "" ? "" : ` (the row has ${quoteText(rest)})`}; enter it or delete the row`,
  }),
  columnCount: ({ found, wanted }) => ({
    uk: `${countUk(found, "клітинка", "клітинки", "клітинок")}, а в заголовку таблиці ${wanted}; перевірте роздільники та лапки`,
    en: `${countEn(found, "column", "columns")} where the header has ${wanted}`,
  }),
  composedDiffers: ({ value, composed }) => ({
    uk: `${quoteText(value)} не збігається з ${quoteText(composed)}, як записано в інших стовпцях рядка; виправте ${listFields(textFieldNames)} або видаліть стовпці ${listNames(composedFieldNames)}: вони не потрібні`,
    en: `${quoteText(value)} differs from ${quoteText(composed)}, which other columns of the row give; correct ${listFields(textFieldNames)}, or delete the columns ${listNames(composedFieldNames)}, which the import does not need`,
  }),
  unknownFields: ({ names }) => {
    const list = listNames(names.map(quoteText), namedFieldsMax);
    return {
      uk: `${names.length === 1 ? "невідоме поле" : "невідомі поля"} ${list}; можливі ${listFields()}`,
      en: `unknown ${names.length === 1 ? "field" : "fields"} ${list}; expected ${listFields()}`,
    };
  },
  notAnObject: ({ found }) => ({
    uk: `має бути об’єкт із ${listFields()}, а не ${describeJson(found)}`,
    en: `${describeJson(found)} is not an object with ${listFields()}`,
  }),
  notAText: ({ found }) => {
    const isMissing = found.kind === "missing";
    return {
      uk: `${isMissing ? "немає" : `${describeJson(found)} – не текст`}; має бути текст, порожній записують як ""`,
      en: `${isMissing ? "is missing" : `${describeJson(found)} is not a text`}; expected a text, or "" if it is empty`,
    };
  },
  strayQuote: afterValue({
    uk: "– зайві лапки; лапки мають охоплювати всю клітинку, а кожні лапки всередині мають бути подвоєні",
    en: "has a stray quote; expected quotes around a whole field, with each quote inside doubled",
  }),
  unpairedSurrogate: afterValue({
    uk: "– у тексті половина символу (сурогатної пари)",
    en: "has an unpaired surrogate; only complete characters are accepted",
  }),
  tooLong: ({ value, length, isCut = false, max }) => ({
    uk: `у тексті ${quoteText(value)} ${isCut ? "щонайменше " : ""}${countUk(length, "символ", "символи", "символів")}, а може бути щонайбільше ${max}`,
    en: `${quoteText(value)} has ${isCut ? "at least " : ""}${length} characters; at most ${max} are accepted`,
  }),
  controlCharacter: ({ value, character }) => ({
    uk: `${quoteText(value)} містить невидимий символ ${character}; введіть цей текст наново`,
    en: `${quoteText(value)} has the control character ${character}; text without control characters is accepted`,
  }),
  replacementCharacter: afterValue({
    uk: `містить знак � замість втраченої літери; ${correctIt.uk}`,
    en: `has U+FFFD in place of a letter that was lost; ${correctIt.en}`,
  }),
  questionMarks: ({ value, isText }) => ({
    uk: `${quoteText(value)} містить знаки питання замість втрачених літер; ${isText ? saveAgain.uk : typeAgain.uk}`,
    en: `${quoteText(value)} has question marks in place of letters that were lost; ${isText ? saveAgain.en : typeAgain.en}`,
  }),
  formulaError: afterValue({
    uk: `– помилка формули; ${correctIt.uk}`,
    en: `is an error of a spreadsheet formula; ${correctIt.en}`,
  }),
  misread: ({ value, isText }) => ({
    uk: `${quoteText(value)} – текст у хибному кодуванні; ${typeAgain.uk}${isText ? ` або ${saveAgain.uk}` : ""}`,
    en: `${quoteText(value)} is text in a wrong encoding; ${typeAgain.en}${isText ? `, or ${saveAgain.en}` : ""}`,
  }),
  contact: ({ value, kind }) => ({
    uk: `${quoteText(value)} містить ${contacts[kind].uk}; приберіть, бо опублікованого вже не відкликати`,
    en: `${quoteText(value)} has ${contacts[kind].en}; remove it, because it can't be taken back once it is published`,
  }),
  dateInstead: instead({ uk: "дата", en: "a date" }),
  numberInstead: instead({ uk: "число", en: "a number" }),
};
