/** What the sheets of an Excel workbook share: texts, and which styles are dates. */
import { createSharedTexts, type SharedTexts } from "./shared-texts.ts";
import { checkCellLength } from "./sheet-rows.ts";
import { readXml, type XmlHandler } from "./xml-events.ts";

export interface TextGatherer {
  /** Starts a text; what is added before is not part of one. */
  start(): void;
  open(name: string): void;
  close(name: string): void;
  add(text: string): void;
  end(): string;
}

/**
 * Gathers the text of an element without its phonetic readings. `row` gives the number of its row, for errors. Throws
 * {@link WorkbookError} for a text that is too long for a cell.
 */
export function createTextGatherer(row: () => number | null): TextGatherer {
  let text = "";
  let isOpen = false;
  let isPhonetic = false;
  return {
    start() {
      text = "";
      isOpen = true;
    },
    open(name) {
      if (name === "rPh") isPhonetic = true;
    },
    close(name) {
      if (name === "rPh") isPhonetic = false;
    },
    add(piece) {
      if (!isOpen || isPhonetic) return;
      checkCellLength(text.length + piece.length, row);
      text += piece;
    },
    end() {
      isOpen = false;
      return text;
    },
  };
}

/** `_x000D_` stands for a character that XML can't hold. */
export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The texts that cells refer to by their index; none where the workbook has no such part. */
export async function readSharedTexts(part: AsyncIterable<Buffer> | null): Promise<SharedTexts> {
  const texts = createSharedTexts();
  const text = createTextGatherer(() => null);
  const handler: XmlHandler = {
    open: (name) => (name === "si" ? text.start() : text.open(name)),
    text: text.add,
    close(name) {
      if (name === "si") texts.add(decodeEscapes(text.end()));
      else text.close(name);
    },
  };
  if (part !== null) await readXml(part, handler);
  return texts;
}

/** The formats of dates that have no code in the file. */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** The most formats of cells, and the longest code of a format, in Excel. Beyond them, no date is recognised. */
const [formatsMax, formatLengthMax] = [65_490, 255];

/** The styles whose numbers are dates, by their index. */
export async function readDateStyles(part: AsyncIterable<Buffer> | null): Promise<ReadonlySet<number>> {
  const styles = new Set<number>();
  const dates = new Set(builtInDates);
  let isInCells = false;
  let index = 0;
  const handler: XmlHandler = {
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
  };
  if (part !== null) await readXml(part, handler);
  return styles;
}

/** Without texts in quotes and colours in brackets, only dates have years and days. */
function isDateFormat(code: string): boolean {
  return /[yd]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));
}
