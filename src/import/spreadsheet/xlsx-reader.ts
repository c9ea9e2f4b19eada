/** Reads Excel workbooks (XLSX; ECMA-376, part 1). */

import { createDamageError, WorkbookError } from "../fault.ts";
import { type Archive, copyText, findPart, readTargets, readXml, sheetBytesMax, type Target } from "./archive.ts";
import {
  checkCellLength,
  checkSheets,
  columnOf,
  createRowGatherer,
  renderNumber,
  type TakeCells,
  takeStart,
  type Workbook,
} from "./sheet-rows.ts";

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** The workbook in an archive; null if the archive has none. */
export async function findXlsxWorkbook(archive: Archive): Promise<Workbook | null> {
  if (!archive.has("[Content_Types].xml") || !archive.has("_rels/.rels")) return null;
  const workbookPart = findPart(await readTargets(archive, ""), "officeDocument");
  if (workbookPart === null || !/\.xml$/i.test(workbookPart)) return null;
  const targets = await readTargets(archive, workbookPart);
  const sheets = await readSheets(archive, workbookPart, targets);
  if (sheets === null) return null;
  let shared: ReturnType<typeof readShared> | undefined;

  async function readSheet(index: number, takeCells: TakeCells): Promise<void> {
    shared ??= readShared(archive, targets);
    const { texts, dateStyles } = await shared;
    await readCells(archive, sheets![index]!, texts, dateStyles, takeCells);
  }

  return {
    format: "xlsx",
    readSheet,
    async readStarts(rowCount, isHeader) {
      const starts = sheets.map(({ name, isHidden }) => ({ name, isHidden, isFilled: false, hasHeader: false }));
      for (const [index, start] of starts.entries()) await readSheet(index, takeStart(start, rowCount, isHeader));
      return starts;
    },
  };
}

/** Reads what all sheets share: the texts, and which styles are dates. */
async function readShared(archive: Archive, targets: readonly Target[]) {
  const open = (type: string): AsyncGenerator<Buffer> | null => {
    const part = findPart(targets, type);
    return part === null ? null : archive.readPart(part);
  };
  return {
    texts: await readSharedTexts(open("sharedStrings")),
    dateStyles: await readDateStyles(open("styles")),
  };
}

/** The worksheets in their order; null if the part is not a workbook. */
async function readSheets(archive: Archive, part: string, targets: readonly Target[]): Promise<Sheet[] | null> {
  const sheets: Sheet[] = [];
  let isWorkbook = false;
  await readXml(archive.readPart(part), {
    open(element, attributes) {
      if (element === "workbook") isWorkbook = true;
      if (element !== "sheet") return;
      const found = attributes();
      const id = Object.entries(found).find(([key]) => /:id$/i.test(key))?.[1];
      const target = targets.find((target) => target.id === id);
      if (target === undefined) throw createDamageError("a sheet has no part");
      const isHidden = found.state === "hidden" || found.state === "veryHidden";
      // Sheets of charts have no cells.
      if (target.type !== "worksheet") return;
      sheets.push({ name: found.name ?? "", isHidden, part: target.part });
      checkSheets(sheets);
    },
  });
  return isWorkbook ? sheets : null;
}

async function readCells(
  archive: Archive,
  sheet: Sheet,
  texts: SharedTexts,
  dateStyles: ReadonlySet<number>,
  takeCells: TakeCells,
): Promise<void> {
  const gatherer = createRowGatherer(takeCells);
  let isDone = false;
  let [row, column, style] = [0, -1, 0];
  let [type, value] = ["n", ""];
  let [isFormula, hasValue] = [false, false];
  const text = createTextGatherer(() => row);

  function endCell(): void {
    if (isFormula && !hasValue) {
      throw new WorkbookError({ code: "formulaWithoutValue", row, sheet: sheet.name });
    }
    gatherer.put(column, type === "s" || !hasValue ? value : renderValue());
  }

  function renderValue(): string {
    if (type === "b") return value === "1" ? "TRUE" : "FALSE";
    return type === "n" ? renderNumber(value, dateStyles.has(style)) : decodeEscapes(copyText(value));
  }

  await readXml(archive.readPart(sheet.part, sheetBytesMax), {
    open(name, attributes) {
      switch (name) {
        case "row": {
          const found = attributes();
          row = Number(found.r ?? row + 1);
          column = -1;
          gatherer.startRow(row, /^(?:1|true)$/.test(found.hidden ?? ""));
          return;
        }
        case "c": {
          const { r, t = "n", s = "0" } = attributes();
          column = r === undefined ? column + 1 : columnOf(r);
          [type, style, value, isFormula, hasValue] = [t, Number(s), "", false, false];
          return;
        }
        case "f":
          isFormula = true;
          return;
        case "v":
        case "is":
          hasValue = true;
          text.start();
          return;
        default:
          text.open(name);
      }
    },
    text: text.add,
    close(name) {
      if (name === "v") {
        value = text.end();
        // Programs that don't calculate write an empty value. Only a text can be empty.
        hasValue = value !== "" || type === "str";
        if (type === "s" && value !== "") value = texts.at(Number(value));
      } else if (name === "is") [type, value] = ["str", text.end()];
      else if (name === "c") endCell();
      else if (name === "row") isDone ||= !gatherer.endRow();
      else text.close(name);
    },
    isDone: () => isDone,
  });
}

/**
 * Gathers the text of an element without its phonetic readings. Errors contain the row number that `row` returns.
 * Throws {@link WorkbookError} for a text that is too long for a cell.
 */
function createTextGatherer(row: () => number | null) {
  let text = "";
  let isOpen = false;
  let isPhonetic = false;
  return {
    /** Starts a text. Anything added before it is ignored. */
    start(): void {
      text = "";
      isOpen = true;
    },
    open(name: string): void {
      if (name === "rPh") isPhonetic = true;
    },
    close(name: string): void {
      if (name === "rPh") isPhonetic = false;
    },
    add(piece: string): void {
      if (!isOpen || isPhonetic) return;
      checkCellLength(text.length + piece.length, row);
      text += piece;
    },
    end(): string {
      isOpen = false;
      return text;
    },
  };
}

/** `_x000D_` stands for a character that XML can't hold. */
function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

type SharedTexts = Pick<ReturnType<typeof createSharedTexts>, "at">;

/** The texts that cells refer to by index; none if the workbook has no such part. */
async function readSharedTexts(part: AsyncIterable<Buffer> | null): Promise<SharedTexts> {
  const texts = createSharedTexts();
  const text = createTextGatherer(() => null);
  if (part === null) return texts;
  await readXml(part, {
    open: (name) => (name === "si" ? text.start() : text.open(name)),
    text: text.add,
    close(name) {
      if (name === "si") texts.add(decodeEscapes(text.end()));
      else text.close(name);
    },
  });
  return texts;
}

/** The built-in date formats, which have no code in the file. */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/**
 * Excel's limits: the number of cell formats, and the length of a format code. Beyond these limits no date is
 * recognised.
 */
const [formatsMax, formatLengthMax] = [65_490, 255];

/** The indexes of the cell styles that show numbers as dates. */
async function readDateStyles(part: AsyncIterable<Buffer> | null): Promise<ReadonlySet<number>> {
  const styles = new Set<number>();
  const dates = new Set(builtInDates);
  let isInCells = false;
  let index = 0;
  if (part === null) return styles;
  await readXml(part, {
    open(name, attributes) {
      if (name === "cellXfs") isInCells = true;
      else if (name === "numFmt" && dates.size < formatsMax) {
        const { numFmtId, formatCode = "" } = attributes();
        if (isDateFormat(formatCode.slice(0, formatLengthMax))) dates.add(Number(numFmtId));
      } else if (name === "xf" && isInCells && index < formatsMax) {
        if (dates.has(Number(attributes().numFmtId))) styles.add(index);
        index++;
      }
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

/** Outside of quoted text and colours in brackets, only the codes of dates have `y` or `d`. */
function isDateFormat(code: string): boolean {
  return /[yd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));
}

/**
 * This many texts of up to this length are kept as strings, because strings are faster. That is enough for the names
 * and positions of a usual table. Longer texts are kept in UTF-8.
 */
const [stringsMax, stringLengthMax] = [2 ** 18, 100];

/** The other texts are kept as JSON in UTF-8, in blocks of this many, because a small file can have millions. */
const textsPerBlock = 32;

/** At most this many texts. With more texts, even of one letter each, the part would exceed the size limit anyway. */
const textsMax = 8_000_000;

/** Gathers texts that cells refer to by index. */
export function createSharedTexts() {
  const strings: (string | Buffer)[] = [];
  const blocks: Buffer[] = [];
  /** The last texts, which do not fill a block yet. */
  let open: string[] = [];
  /** The last block that was read. It is kept because most cells refer to texts in the order of the blocks. */
  let [parsed, parsedIndex]: [readonly string[], number] = [[], -1];

  function findInBlock(index: number): string | undefined {
    const block = Math.floor(index / textsPerBlock);
    if (block === blocks.length) return open[index % textsPerBlock];
    if (block !== parsedIndex) [parsed, parsedIndex] = [JSON.parse(String(blocks[block] ?? "[]")) as string[], block];
    return parsed[index % textsPerBlock];
  }

  return {
    /** Adds a text. Throws {@link WorkbookError} if there are too many. */
    add(text: string): void {
      if (strings.length < stringsMax) {
        strings.push(text.length > stringLengthMax ? Buffer.from(text) : copyText(text));
      } else if (open.push(text) === textsPerBlock) {
        blocks.push(Buffer.from(JSON.stringify(open)));
        open = [];
      }
      if (strings.length + blocks.length * textsPerBlock + open.length > textsMax) {
        throw createDamageError(`it has more than ${textsMax} texts`);
      }
    },
    /** The text at an index from 0. Throws {@link WorkbookError} if there is none. */
    at(index: number): string {
      const text = strings[index] ?? findInBlock(index - stringsMax);
      if (text === undefined) throw createDamageError("a cell refers to a text that is missing");
      return String(text);
    },
  };
}
