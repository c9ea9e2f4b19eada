/** Names a file that is not a table, and says what to do with it. */
import type { ForeignKind } from "../../import/format.ts";
import { chosenLanguage, inLanguages, type Translations } from "./language.ts";

const asWorkbook = inLanguages({
  en: 'open it in Excel or LibreOffice and save it as "Excel workbook (.xlsx)"',
  uk: "відкрийте його в Excel або LibreOffice і збережіть як «Книга Excel (.xlsx)»",
});
const asTable = inLanguages({
  en: "copy its table into a spreadsheet and save that as .xlsx or CSV",
  uk: "скопіюйте таблицю з нього в Excel або LibreOffice і збережіть як .xlsx чи CSV",
});
const unpackIt = inLanguages({
  en: "unpack it and import the file inside",
  uk: "розпакуйте його й візьміть файл, що всередині",
});
const exportIt = inLanguages({
  en: "export it from there as Excel or CSV",
  uk: "експортуйте його звідти як Excel або CSV",
});
const useExport = inLanguages({
  en: "import a file that export wrote",
  uk: "візьміть файл, який записала команда export",
});

type Kind = readonly [what: Translations, advice: () => string];

/** Each text completes `the file is`, or `Цей файл –`. */
const kinds: Readonly<Record<ForeignKind, Kind>> = {
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

/** `a PDF; copy its table …` */
export function describeForeign(kind: ForeignKind): string {
  const [what, advice] = kinds[kind];
  return `${what[chosenLanguage()]}; ${advice()}`;
}
