/** The texts of faults of an import file as a whole. */
import type { Translations } from "../../domain/lang.ts";
import type { ForeignKind } from "../../import/format.ts";
import type { FileMessage, JsonValue } from "../../import/message.ts";
import { inLanguages, listNames, type MessageTexts, quoteFlag, quoteText } from "./language.ts";

/** `the text "a"`, `an array`, or `null`. */
export const describeJson = inLanguages((found: JsonValue) => {
  if (!("text" in found)) return jsonNames[found.kind];
  if (found.kind !== "text") return { en: found.text, uk: found.text };
  return { en: `the text ${quoteText(found.text)}`, uk: `текст ${quoteText(found.text)}` };
});

const jsonNames = {
  array: { en: "an array", uk: "масив" },
  object: { en: "an object", uk: "об’єкт" },
  missing: { en: "a missing value", uk: "пропущене значення" },
};

const advices = {
  ndjson: {
    en: "; for a file with one object per line, use --format ndjson",
    uk: "; якщо у файлі по об’єкту на рядок, це формат ndjson",
  },
  objectPerLine: { en: "; expected one object per line", uk: "; у кожному рядку має бути один об’єкт" },
  none: { en: "", uk: "" },
};

const packed = {
  gzip: { en: "the gzip file", uk: "файл gzip" },
  spreadsheet: { en: "the spreadsheet file", uk: "файл таблиці" },
};

export const listQuoted = (names: readonly string[]): string => listNames(names.map(quoteText));

const asWorkbook = {
  en: 'open it in Excel or LibreOffice and save it as "Excel workbook (.xlsx)"',
  uk: "відкрийте його в Excel або LibreOffice і збережіть як «Книга Excel (.xlsx)»",
};
const asTable = {
  en: "copy its table into a spreadsheet and save that as .xlsx or CSV",
  uk: "скопіюйте таблицю з нього в Excel або LibreOffice і збережіть як .xlsx чи CSV",
};
const unpackIt = { en: "unpack it and import the file inside", uk: "розпакуйте його й візьміть файл, що всередині" };
const exportIt = { en: "export it from there as Excel or CSV", uk: "експортуйте його звідти як Excel або CSV" };
const useExport = { en: "import a file that export wrote", uk: "візьміть файл, який записала команда export" };

/** For each kind of file without a table: a text that completes `the file is`, and advice. */
const foreignKinds: Readonly<Record<ForeignKind, readonly [what: Translations, advice: Translations]>> = {
  pdf: [{ en: "a PDF", uk: "PDF" }, asTable],
  png: [{ en: "a picture (PNG)", uk: "зображення (PNG)" }, asTable],
  jpeg: [{ en: "a picture (JPEG)", uk: "зображення (JPEG)" }, asTable],
  gif: [{ en: "a picture (GIF)", uk: "зображення (GIF)" }, asTable],
  rtf: [{ en: "a text document (RTF)", uk: "текстовий документ (RTF)" }, asTable],
  doc: [{ en: "a Word document (.doc)", uk: "документ Word (.doc)" }, asTable],
  docx: [{ en: "a Word document (.docx)", uk: "документ Word (.docx)" }, asTable],
  pptx: [{ en: "a presentation (.pptx)", uk: "презентація (.pptx)" }, asTable],
  odf: [{ en: "an OpenDocument file without sheets", uk: "файл OpenDocument без аркушів" }, asTable],
  xls: [{ en: "an old Excel workbook (.xls)", uk: "стара книга Excel (.xls)" }, asWorkbook],
  xlsb: [{ en: "a binary Excel workbook (.xlsb)", uk: "двійкова книга Excel (.xlsb)" }, asWorkbook],
  html: [{ en: "a web page (HTML), despite its name", uk: "вебсторінка (HTML), хоч би як він називався" }, asWorkbook],
  xmlSpreadsheet: [{ en: "an old XML spreadsheet", uk: "стара таблиця XML" }, asWorkbook],
  xml: [{ en: "XML", uk: "XML" }, asWorkbook],
  oldOffice: [{ en: "a document of an old office program", uk: "документ старої офісної програми" }, asWorkbook],
  numbers: [{ en: "an Apple Numbers spreadsheet", uk: "таблиця Apple Numbers" }, exportIt],
  zip: [{ en: "a ZIP archive without a spreadsheet", uk: "архів ZIP, у якому немає таблиці" }, unpackIt],
  "7z": [{ en: "a 7z archive", uk: "архів 7z" }, unpackIt],
  rar: [{ en: "a RAR archive", uk: "архів RAR" }, unpackIt],
  bzip2: [{ en: "packed with bzip2", uk: "архів bzip2" }, unpackIt],
  xz: [{ en: "packed with xz", uk: "архів xz" }, unpackIt],
  zstd: [{ en: "packed with zstd", uk: "архів zstd" }, unpackIt],
  sqlite: [{ en: "a SQLite database", uk: "база даних SQLite" }, useExport],
};

export const fileTexts: MessageTexts<FileMessage> = {
  foreign: ({ kind }) => {
    const [what, advice] = foreignKinds[kind];
    return { en: `the file is ${what.en}; ${advice.en}`, uk: `цей файл – ${what.uk}; ${advice.uk}` };
  },
  noTeachers: { en: "the file has no teachers", uk: "у файлі немає викладачів" },
  gzipTwice: {
    en: "the file is packed with gzip twice; unpack it once",
    uk: "файл запаковано gzip двічі; розпакуйте його один раз",
  },
  gzipCut: {
    en: "the gzip file is cut short; copy or download it again",
    uk: "файл gzip неповний; скопіюйте або завантажте його ще раз",
  },
  gzipDamaged: ({ detail }) => ({
    en: `the gzip file is damaged (${detail}); copy or download it again`,
    uk: `файл gzip пошкоджено (${detail}); скопіюйте або завантажте його ще раз`,
  }),
  excelPassword: {
    en: "the file is protected by a password; open it in Excel, remove the password (File, Info, Protect Workbook) and save it",
    uk: "файл захищено паролем; відкрийте його в Excel, приберіть пароль (Файл → Відомості → Захистити книгу) і збережіть",
  },
  password: {
    en: "the file is protected by a password; save it without one",
    uk: "файл захищено паролем; збережіть його без пароля",
  },
  damaged: ({ detail }) => ({
    en: `the spreadsheet is damaged or cut short (${detail}); copy or download it again, or open it and save it again`,
    uk: `таблицю пошкоджено, або вона неповна (${detail}); скопіюйте чи завантажте файл ще раз або відкрийте його і збережіть наново`,
  }),
  bomb: ({ format, ratioMax }) => ({
    en: `${packed[format].en} unpacks to more than ${ratioMax} times its size, which no table does; unpack it and import the file inside`,
    uk: `${packed[format].uk} після розпакування стає більшим у понад ${ratioMax} разів, а з таблицями такого не буває; розпакуйте його й візьміть те, що всередині`,
  }),
  notUtf8: ({ byte, guess }) => ({
    en: `the byte ${byte} is not UTF-8${guess === undefined ? "" : `, the file looks like ${guess}`}; save it as UTF-8 ("CSV UTF-8" in Excel)`,
    uk: `байт ${byte} не з UTF-8${guess === undefined ? "" : `, файл схожий на ${guess}`}; збережіть файл у UTF-8 (в Excel – «CSV UTF-8»)`,
  }),
  wrongEncoding: ({ encoding }) => ({
    en: `from about here, the file is not valid ${encoding}; it is cut short or mixes encodings`,
    uk: `приблизно звідси кодування файлу – не ${encoding}: файл неповний, або в ньому змішано кодування`,
  }),
  jsonTooLarge: ({ megabytesMax }) => ({
    en: `the file is larger than ${megabytesMax} MB, the limit for JSON; CSV and NDJSON are accepted at any size`,
    uk: `файл більший за ${megabytesMax} МБ, а це межа для JSON; CSV і NDJSON можуть бути будь-якого розміру`,
  }),
  spreadsheetTooLarge: ({ megabytesMax }) => ({
    en: `the spreadsheet is larger than ${megabytesMax} MB; save it as CSV, which is accepted at any size`,
    uk: `таблиця більша за ${megabytesMax} МБ; збережіть її як CSV: він може бути будь-якого розміру`,
  }),
  partTooLarge: ({ megabytesMax }) => ({
    en: `the spreadsheet has a part of more than ${megabytesMax} MB; save it as CSV, which is accepted at any size`,
    uk: `у таблиці є частина, більша за ${megabytesMax} МБ; збережіть її як CSV: він може бути будь-якого розміру`,
  }),
  tooManyParts: ({ count }) => ({
    en: `the file has ${count} parts, more than any spreadsheet; open it and save it again`,
    uk: `у файлі стільки частин (${count}), скільки в таблиць не буває; відкрийте його і збережіть наново`,
  }),
  notSpreadsheet: ({ wanted }) => ({
    en: `the file is text and not a spreadsheet (${wanted.toUpperCase()}); omit --format, and the format is detected`,
    uk: `цей файл – текст, а не таблиця ${wanted.toUpperCase()}; приберіть --format, і формат буде визначено`,
  }),
  otherSpreadsheet: ({ format, wanted }) => ({
    en: `the file is ${format.toUpperCase()} and not ${wanted}; omit --format, and the format is detected`,
    uk: `цей файл – ${format.toUpperCase()}, а не ${wanted}; приберіть --format, і програма сама визначить формат`,
  }),
  textHasNoSheets: {
    en: "--sheet: the file is text, which has no sheets; leave it out",
    uk: "--sheet: цей файл – текст, у якому немає аркушів; приберіть --sheet",
  },
  noSheets: { en: "the spreadsheet has no sheets", uk: "у таблиці немає аркушів" },
  severalSheets: ({ sheets }) => ({
    en: `the sheets ${listQuoted(sheets)} all have a table of teachers; to read all of them, add --all-sheets, or choose one: --sheet ${quoteFlag(sheets[0]!)}`,
    uk: `таблиця викладачів є на кількох аркушах: ${listQuoted(sheets)}; щоб прочитати всі, додайте --all-sheets, а щоб один – --sheet ${quoteFlag(sheets[0]!)}`,
  }),
  noSuchSheet: ({ wanted, sheets }) => ({
    en: `--sheet: there is no sheet ${quoteText(wanted)}; the sheets are ${listQuoted(sheets)}`,
    uk: `--sheet: аркуша ${quoteText(wanted)} немає; є ${listQuoted(sheets)}`,
  }),
  formulaWithoutValue: ({ row, sheet }) => ({
    en: `row ${row} of the sheet ${quoteText(sheet)} has a formula without a value; open the file in Excel or LibreOffice, save it and import it again`,
    uk: `у рядку ${row} аркуша ${quoteText(sheet)} є формула без значення; відкрийте файл в Excel або LibreOffice, збережіть і спробуйте ще раз`,
  }),
  cellTooLong: ({ row, max }) => ({
    en: `${row === null ? "a cell" : `a cell of row ${row}`} has more than ${max} characters, the limit of Excel; shorten it or delete its column`,
    uk: `${row === null ? "у клітинці" : `у клітинці рядка ${row}`} понад ${max} символів, а це межа в Excel; скоротіть текст або видаліть стовпець`,
  }),
  sheetRowTooLong: ({ row, max }) => ({
    en: `row ${row} has more than ${max} characters, which no table of teachers does; delete columns that the import does not need`,
    uk: `у рядку ${row} понад ${max} символів, а в таблиці викладачів такого не буває; видаліть непотрібні стовпці`,
  }),
  tooManyRows: ({ max }) => ({
    en: `the sheet has more than ${max} rows, the limit of Excel; save it as CSV, which is accepted at any size`,
    uk: `на аркуші понад ${max} рядків, а це межа в Excel; збережіть його як CSV: він може бути будь-якого розміру`,
  }),
  tooManyTexts: ({ max, charactersMax }) => ({
    en: `the sheet has more than ${max} different names and degrees, or more than ${charactersMax} characters in them; save it as CSV, which is accepted at any size`,
    uk: `на аркуші понад ${max} різних імен і посад або понад ${charactersMax} символів у них; збережіть його як CSV: він може бути будь-якого розміру`,
  }),
  cellsFarRight: {
    en: "the sheet has cells far to the right of the table; delete those columns",
    uk: "на аркуші є клітинки далеко праворуч від таблиці; видаліть ті стовпці",
  },
  quoteNotClosed: {
    en: "a quote is never closed; reading stopped here",
    uk: "лапки не закрито; далі файл не прочитано",
  },
  rowTooLong: ({ max }) => ({
    en: `the row is longer than ${max} characters, perhaps because a quote is not closed; reading stopped here`,
    uk: `рядок довший за ${max} символів, можливо, через незакриті лапки; далі файл не прочитано`,
  }),
  lineTooLong: ({ max }) => ({
    en: `the line is longer than ${max} characters; reading stopped here`,
    uk: `рядок довший за ${max} символів; далі файл не прочитано`,
  }),
  nameTooLong: ({ max }) => ({ en: `the name has more than ${max} characters`, uk: `ім’я довше за ${max} символів` }),
  tooManyNames: ({ max }) => ({
    en: `the file has more than ${max} names; split it`,
    uk: `у файлі понад ${max} імен; поділіть його`,
  }),
  noNames: { en: "the file has no names", uk: "у файлі немає імен" },
  jsonNames: {
    en: "names are not read from JSON; give them as text with a name on each line, as CSV or as a spreadsheet",
    uk: "імена з JSON не читаються; подайте їх як текст, по одному в рядку, як CSV або таблицею",
  },
  noNameColumn: ({ headings }) => ({
    en: `no column is recognised as the names: ${listQuoted(headings)}; call it "ПІБ" or "Викладач", or remove all other columns`,
    uk: `незрозуміло, у якому стовпці імена: ${listQuoted(headings)}; назвіть його «ПІБ» чи «Викладач» або залиште лише один стовпець`,
  }),
  severalNameSheets: ({ sheets }) => ({
    en: `the sheets ${listQuoted(sheets)} all have names; choose one: --sheet ${quoteFlag(sheets[0]!)}`,
    uk: `імена є на кількох аркушах: ${listQuoted(sheets)}; виберіть один: --sheet ${quoteFlag(sheets[0]!)}`,
  }),
  severalNameColumns: ({ headings }) => ({
    en: `several columns may have the names: ${listQuoted(headings)}; remove all but one`,
    uk: `імена можуть бути в кількох стовпцях: ${listQuoted(headings)}; залиште один із них`,
  }),
  jsonEnded: ({ advice }) => ({
    en: `the JSON ends before it is complete${advices[advice ?? "none"].en}`,
    uk: `JSON обривається${advices[advice ?? "none"].uk}`,
  }),
  notJson: ({ character, value, advice }) => ({
    en: `invalid JSON at character ${character} of the line: ${quoteText(value)}${advices[advice ?? "none"].en}`,
    uk: `із символу ${character} цього рядка починається не JSON: ${quoteText(value)}${advices[advice ?? "none"].uk}`,
  }),
  keyRepeated: ({ name }) => ({
    en: `an object has the field ${quoteText(name)} twice; each field is accepted once`,
    uk: `в об’єкті поле ${quoteText(name)} трапляється двічі; залиште одне`,
  }),
  jsonTooDeep: { en: "arrays and objects are nested too deeply", uk: "масиви та об’єкти вкладено надто глибоко" },
  notTeachers: ({ found }) => ({
    en: `${describeJson(found)} is not an array of teachers, or an envelope with count, next, previous and results`,
    uk: `потрібен масив викладачів або об’єкт із count, next, previous і results, а у файлі ${describeJson(found)}`,
  }),
  incompleteEnvelope: ({ field, found, count }) => {
    const isMissing = found.kind === "missing";
    const wanted = {
      count: { en: `${count}, the number of its results`, uk: `${count}, тобто кількість results` },
      next: { en: "null, which marks the last page", uk: "null, тобто остання сторінка" },
      previous: { en: "null, which marks the first page", uk: "null, тобто перша сторінка" },
    }[field];
    return {
      en: `the envelope is not complete: ${field} ${isMissing ? "is missing" : `is ${describeJson(found)}`}; expected ${wanted.en}`,
      uk: `у файлі не весь список: ${field} ${isMissing ? "немає" : `– ${describeJson(found)}`}, а має бути ${wanted.uk}`,
    };
  },
};
