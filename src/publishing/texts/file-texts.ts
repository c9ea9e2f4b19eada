/** The texts of faults of an import file as a whole. */
import type { Translations } from "../../domain/lang.ts";
import type { ForeignKind } from "../../import/format.ts";
import type { FileMessage, JsonValue } from "../../import/message.ts";
import { inLanguages, listNames, type MessageTexts, quoteFlag, quoteText } from "../../read/language.ts";

/** `the text "a"`, `an array`, or `null`. */
export const describeJson = inLanguages((found: JsonValue) => {
  if (!("text" in found)) return jsonNames[found.kind];
  if (found.kind !== "text") return { uk: found.text, en: found.text };
  return { uk: `текст ${quoteText(found.text)}`, en: `the text ${quoteText(found.text)}` };
});

const jsonNames = {
  array: { uk: "масив", en: "an array" },
  object: { uk: "об’єкт", en: "an object" },
  missing: { uk: "пропущене значення", en: "a missing value" },
};

const advices = {
  ndjson: {
    uk: "; якщо у файлі по об’єкту на рядок, це формат ndjson",
    en: "; for a file with one object per line, use --format ndjson",
  },
  objectPerLine: { uk: "; у кожному рядку має бути один об’єкт", en: "; expected one object per line" },
  none: { uk: "", en: "" },
};

const packed = {
  gzip: { uk: "файл gzip", en: "the gzip file" },
  spreadsheet: { uk: "файл таблиці", en: "the spreadsheet file" },
};

export const listQuoted = (names: readonly string[]): string => listNames(names.map(quoteText));

const asWorkbook = {
  uk: "відкрийте його в Excel або LibreOffice і збережіть як «Книга Excel (.xlsx)»",
  en: 'open it in Excel or LibreOffice and save it as "Excel workbook (.xlsx)"',
};
const asTable = {
  uk: "скопіюйте таблицю з нього в Excel або LibreOffice і збережіть як .xlsx чи CSV",
  en: "copy its table into a spreadsheet and save that as .xlsx or CSV",
};
const unpackIt = { uk: "розпакуйте його й візьміть файл, що всередині", en: "unpack it and import the file inside" };
const exportIt = { uk: "експортуйте його звідти як Excel або CSV", en: "export it from there as Excel or CSV" };
const useExport = { uk: "візьміть файл, який записала команда export", en: "import a file that export wrote" };

/** For each kind of foreign file: a text that completes `the file is`, and advice. */
const foreignKinds: Readonly<Record<ForeignKind, readonly [what: Translations, advice: Translations]>> = {
  pdf: [{ uk: "PDF", en: "a PDF" }, asTable],
  png: [{ uk: "зображення (PNG)", en: "a picture (PNG)" }, asTable],
  jpeg: [{ uk: "зображення (JPEG)", en: "a picture (JPEG)" }, asTable],
  gif: [{ uk: "зображення (GIF)", en: "a picture (GIF)" }, asTable],
  rtf: [{ uk: "текстовий документ (RTF)", en: "a text document (RTF)" }, asTable],
  doc: [{ uk: "документ Word (.doc)", en: "a Word document (.doc)" }, asTable],
  docx: [{ uk: "документ Word (.docx)", en: "a Word document (.docx)" }, asTable],
  pptx: [{ uk: "презентація (.pptx)", en: "a presentation (.pptx)" }, asTable],
  odf: [{ uk: "файл OpenDocument без аркушів", en: "an OpenDocument file without sheets" }, asTable],
  xls: [{ uk: "стара книга Excel (.xls)", en: "an old Excel workbook (.xls)" }, asWorkbook],
  xlsb: [{ uk: "двійкова книга Excel (.xlsb)", en: "a binary Excel workbook (.xlsb)" }, asWorkbook],
  html: [{ uk: "вебсторінка (HTML), хоч би як він називався", en: "a web page (HTML), despite its name" }, asWorkbook],
  xmlSpreadsheet: [{ uk: "стара таблиця XML", en: "an old XML spreadsheet" }, asWorkbook],
  xml: [{ uk: "XML", en: "XML" }, asWorkbook],
  oldOffice: [{ uk: "документ старої офісної програми", en: "a document of an old office program" }, asWorkbook],
  numbers: [{ uk: "таблиця Apple Numbers", en: "an Apple Numbers spreadsheet" }, exportIt],
  zip: [{ uk: "архів ZIP, у якому немає таблиці", en: "a ZIP archive without a spreadsheet" }, unpackIt],
  "7z": [{ uk: "архів 7z", en: "a 7z archive" }, unpackIt],
  rar: [{ uk: "архів RAR", en: "a RAR archive" }, unpackIt],
  bzip2: [{ uk: "архів bzip2", en: "packed with bzip2" }, unpackIt],
  xz: [{ uk: "архів xz", en: "packed with xz" }, unpackIt],
  zstd: [{ uk: "архів zstd", en: "packed with zstd" }, unpackIt],
  sqlite: [{ uk: "база даних SQLite", en: "a SQLite database" }, useExport],
};

export const fileTexts: MessageTexts<FileMessage> = {
  foreign: ({ kind }) => {
    const [what, advice] = foreignKinds[kind];
    return { uk: `цей файл – ${what.uk}; ${advice.uk}`, en: `the file is ${what.en}; ${advice.en}` };
  },
  noTeachers: { uk: "у файлі немає викладачів", en: "the file has no teachers" },
  gzipTwice: {
    uk: "файл запаковано gzip двічі; розпакуйте його один раз",
    en: "the file is packed with gzip twice; unpack it once",
  },
  gzipCut: {
    uk: "файл gzip неповний; скопіюйте або завантажте його ще раз",
    en: "the gzip file is cut short; copy or download it again",
  },
  gzipDamaged: ({ detail }) => ({
    uk: `файл gzip пошкоджено (${detail}); скопіюйте або завантажте його ще раз`,
    en: `the gzip file is damaged (${detail}); copy or download it again`,
  }),
  excelPassword: {
    uk: "файл захищено паролем; відкрийте його в Excel, приберіть пароль (Файл → Відомості → Захистити книгу) і збережіть",
    en: "the file is protected by a password; open it in Excel, remove the password (File, Info, Protect Workbook) and save it",
  },
  password: {
    uk: "файл захищено паролем; збережіть його без пароля",
    en: "the file is protected by a password; save it without one",
  },
  damaged: ({ detail }) => ({
    uk: `таблицю пошкоджено, або вона неповна (${detail}); скопіюйте чи завантажте файл ще раз або відкрийте його і збережіть наново`,
    en: `the spreadsheet is damaged or cut short (${detail}); copy or download it again, or open it and save it again`,
  }),
  bomb: ({ format, ratioMax }) => ({
    uk: `${packed[format].uk} після розпакування стає більшим у понад ${ratioMax} разів, а з таблицями такого не буває; розпакуйте його й візьміть те, що всередині`,
    en: `${packed[format].en} unpacks to more than ${ratioMax} times its size, which no table does; unpack it and import the file inside`,
  }),
  notUtf8: ({ byte, guess }) => ({
    uk: `байт ${byte} не з UTF-8${guess === undefined ? "" : `, файл схожий на ${guess}`}; збережіть файл у UTF-8 (в Excel – «CSV UTF-8»)`,
    en: `the byte ${byte} is not UTF-8${guess === undefined ? "" : `, the file looks like ${guess}`}; save it as UTF-8 ("CSV UTF-8" in Excel)`,
  }),
  wrongEncoding: ({ encoding }) => ({
    uk: `приблизно звідси кодування файлу – не ${encoding}: файл неповний, або в ньому змішано кодування`,
    en: `from about here, the file is not valid ${encoding}; it is cut short or mixes encodings`,
  }),
  jsonTooLarge: ({ megabytesMax }) => ({
    uk: `файл більший за ${megabytesMax} МБ, а це межа для JSON; CSV і NDJSON можуть бути будь-якого розміру`,
    en: `the file is larger than ${megabytesMax} MB, the limit for JSON; CSV and NDJSON are accepted at any size`,
  }),
  spreadsheetTooLarge: ({ megabytesMax }) => ({
    uk: `таблиця більша за ${megabytesMax} МБ; збережіть її як CSV: він може бути будь-якого розміру`,
    en: `the spreadsheet is larger than ${megabytesMax} MB; save it as CSV, which is accepted at any size`,
  }),
  partTooLarge: ({ megabytesMax }) => ({
    uk: `у таблиці є частина, більша за ${megabytesMax} МБ; збережіть її як CSV: він може бути будь-якого розміру`,
    en: `the spreadsheet has a part of more than ${megabytesMax} MB; save it as CSV, which is accepted at any size`,
  }),
  tooManyParts: ({ count }) => ({
    uk: `у файлі стільки частин (${count}), скільки в таблиць не буває; відкрийте його і збережіть наново`,
    en: `the file has ${count} parts, more than any spreadsheet; open it and save it again`,
  }),
  notSpreadsheet: ({ wanted }) => ({
    uk: `цей файл – текст, а не таблиця ${wanted.toUpperCase()}; приберіть --format, і формат буде визначено`,
    en: `the file is text and not a spreadsheet (${wanted.toUpperCase()}); omit --format, and the format is detected`,
  }),
  otherSpreadsheet: ({ format, wanted }) => ({
    uk: `цей файл – ${format.toUpperCase()}, а не ${wanted}; приберіть --format, і програма сама визначить формат`,
    en: `the file is ${format.toUpperCase()} and not ${wanted}; omit --format, and the format is detected`,
  }),
  textHasNoSheets: {
    uk: "--sheet: цей файл – текст, у якому немає аркушів; приберіть --sheet",
    en: "--sheet: the file is text, which has no sheets; omit --sheet",
  },
  noSheets: { uk: "у таблиці немає аркушів", en: "the spreadsheet has no sheets" },
  severalSheets: ({ sheets }) => ({
    uk: `таблиця викладачів є на кількох аркушах: ${listQuoted(sheets)}; щоб прочитати всі, додайте --all-sheets, а щоб один – --sheet ${quoteFlag(sheets[0]!)}`,
    en: `the sheets ${listQuoted(sheets)} all have a table of teachers; to read all of them, add --all-sheets, or choose one: --sheet ${quoteFlag(sheets[0]!)}`,
  }),
  noSuchSheet: ({ wanted, sheets }) => ({
    uk: `--sheet: аркуша ${quoteText(wanted)} немає; є ${listQuoted(sheets)}`,
    en: `--sheet: there is no sheet ${quoteText(wanted)}; the sheets are ${listQuoted(sheets)}`,
  }),
  formulaWithoutValue: ({ row, sheet }) => ({
    uk: `у рядку ${row} аркуша ${quoteText(sheet)} є формула без значення; відкрийте файл в Excel або LibreOffice, збережіть і спробуйте ще раз`,
    en: `row ${row} of the sheet ${quoteText(sheet)} has a formula without a value; open the file in Excel or LibreOffice, save it and import it again`,
  }),
  cellTooLong: ({ row, max }) => ({
    uk: `${row === null ? "у клітинці" : `у клітинці рядка ${row}`} понад ${max} символів, а це межа в Excel; скоротіть текст або видаліть стовпець`,
    en: `${row === null ? "a cell" : `a cell of row ${row}`} has more than ${max} characters, the limit of Excel; shorten it or delete its column`,
  }),
  sheetRowTooLong: ({ row, max }) => ({
    uk: `у рядку ${row} понад ${max} символів, а в таблиці викладачів такого не буває; видаліть непотрібні стовпці`,
    en: `row ${row} has more than ${max} characters, which no table of teachers does; delete columns that the import does not need`,
  }),
  tooManyRows: ({ max }) => ({
    uk: `на аркуші понад ${max} рядків, а це межа в Excel; збережіть його як CSV: він може бути будь-якого розміру`,
    en: `the sheet has more than ${max} rows, the limit of Excel; save it as CSV, which is accepted at any size`,
  }),
  tooManyTexts: ({ max, charactersMax }) => ({
    uk: `на аркуші понад ${max} різних імен і посад або понад ${charactersMax} символів у них; збережіть його як CSV: він може бути будь-якого розміру`,
    en: `the sheet has more than ${max} different names and degrees, or more than ${charactersMax} characters in them; save it as CSV, which is accepted at any size`,
  }),
  cellsFarRight: {
    uk: "на аркуші є клітинки далеко праворуч від таблиці; видаліть ті стовпці",
    en: "the sheet has cells far to the right of the table; delete those columns",
  },
  quoteNotClosed: {
    uk: "лапки не закрито; далі файл не прочитано",
    en: "a quote is never closed; reading stopped here",
  },
  rowTooLong: ({ max }) => ({
    uk: `рядок довший за ${max} символів, можливо, через незакриті лапки; далі файл не прочитано`,
    en: `the row is longer than ${max} characters, perhaps because a quote is not closed; reading stopped here`,
  }),
  lineTooLong: ({ max }) => ({
    uk: `рядок довший за ${max} символів; далі файл не прочитано`,
    en: `the line is longer than ${max} characters; reading stopped here`,
  }),
  jsonEnded: ({ advice }) => ({
    uk: `JSON обривається${advices[advice ?? "none"].uk}`,
    en: `the JSON ends before it is complete${advices[advice ?? "none"].en}`,
  }),
  notJson: ({ character, value, advice }) => ({
    uk: `із символу ${character} цього рядка починається не JSON: ${quoteText(value)}${advices[advice ?? "none"].uk}`,
    en: `invalid JSON at character ${character} of the line: ${quoteText(value)}${advices[advice ?? "none"].en}`,
  }),
  keyRepeated: ({ name }) => ({
    uk: `в об’єкті поле ${quoteText(name)} трапляється двічі; залиште одне`,
    en: `an object has the field ${quoteText(name)} twice; each field is accepted once`,
  }),
  jsonTooDeep: { uk: "масиви та об’єкти вкладено надто глибоко", en: "arrays and objects are nested too deeply" },
  notTeachers: ({ found }) => ({
    uk: `потрібен масив викладачів або об’єкт із count, next, previous і results, а у файлі ${describeJson(found)}`,
    en: `${describeJson(found)} is not an array of teachers, or an envelope with count, next, previous and results`,
  }),
  incompleteEnvelope: ({ field, found, count }) => {
    const isMissing = found.kind === "missing";
    const wanted = {
      count: { uk: `${count}, тобто кількість results`, en: `${count}, the number of its results` },
      next: { uk: "null, тобто остання сторінка", en: "null, which marks the last page" },
      previous: { uk: "null, тобто перша сторінка", en: "null, which marks the first page" },
    }[field];
    return {
      uk: `у файлі не весь список: ${field} ${isMissing ? "немає" : `– ${describeJson(found)}`}, а має бути ${wanted.uk}`,
      en: `the envelope is not complete: ${field} ${isMissing ? "is missing" : `is ${describeJson(found)}`}; expected ${wanted.en}`,
    };
  },
};
