/** Reads Excel workbooks (XLSX; ECMA-376, part 1). */

import { createDamageError, WorkbookError } from "../fault.ts";
import { relationBytesMax, sharedTextBytesMax, sheetBytesMax } from "../limits.ts";
import type { Archive } from "./archive.ts";
import { copyText, readXml } from "./archive.ts";
import {
  checkSheets,
  columnOf,
  createRowGatherer,
  createSheetStart,
  renderNumber,
  type TakeCells,
  type Workbook,
} from "./sheet-rows.ts";
import { createTextGatherer, decodeEscapes, readDateStyles, readSharedTexts, type SharedTexts } from "./xlsx-parts.ts";

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
  const load = createLoader(archive, targets);

  async function readSheet(index: number, takeCells: TakeCells): Promise<void> {
    const { texts, dateStyles } = await load();
    await readCells(archive, sheets![index]!, texts, dateStyles, takeCells);
  }

  return {
    format: "xlsx",
    readSheet,
    async readStarts(rowCount, isHeader) {
      const starts = sheets.map((sheet) => createSheetStart(sheet, rowCount, isHeader));
      for (const [index, { take }] of starts.entries()) await readSheet(index, take);
      return starts;
    },
  };
}

/** Loads once what all sheets share. */
function createLoader(archive: Archive, targets: readonly Target[]) {
  const open = (type: string): AsyncGenerator<Buffer> | null => {
    const part = findPart(targets, type);
    return part === null ? null : archive.readPart(part, sharedTextBytesMax);
  };
  const read = async () => ({
    texts: await readSharedTexts(open("sharedStrings")),
    dateStyles: await readDateStyles(open("styles")),
  });
  let loaded: ReturnType<typeof read> | undefined;
  return () => {
    loaded ??= read();
    return loaded;
  };
}

/** A part that another one refers to. */
interface Target {
  readonly id: string;
  /** The last segment of the relationship's type. */
  readonly type: string;
  readonly part: string;
}

function findPart(targets: readonly Target[], type: string): string | null {
  return targets.find((target) => target.type === type)?.part ?? null;
}

/** The parts that a part refers to; the empty name means the package. */
async function readTargets(archive: Archive, source: string): Promise<Target[]> {
  const targets: Target[] = [];
  const relations = source.replace(/[^/]*$/, "_rels/$&.rels");
  await readXml(archive.readPart(relations, relationBytesMax), {
    open(name, attributes) {
      if (name !== "Relationship") return;
      const { Id = "", Target = "", TargetMode, Type = "" } = attributes();
      if (TargetMode === "External") return;
      targets.push({ id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), part: resolvePart(Target, source) });
    },
  });
  return targets;
}

/** The name of a part that another one refers to, by a URI reference (ECMA-376, part 2). */
function resolvePart(reference: string, source: string): string {
  return URL.parse(reference, `http://package/${source}`)?.pathname.slice(1) ?? "";
}

/** The worksheets in their order; null if the part is not a workbook. */
async function readSheets(archive: Archive, part: string, targets: readonly Target[]): Promise<Sheet[] | null> {
  const sheets: Sheet[] = [];
  let isWorkbook = false;
  await readXml(archive.readPart(part, sharedTextBytesMax), {
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
          gatherer.startRow(row, isTrue(found.hidden));
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
        if (type === "s" && value !== "") value = texts.at(Number(value)) ?? failShared();
      } else if (name === "is") [type, value] = ["str", text.end()];
      else if (name === "c") endCell();
      else if (name === "row") isDone ||= !gatherer.endRow();
      else text.close(name);
    },
    isDone: () => isDone,
  });
}

/** Whether an XML Schema boolean is true. */
function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

function failShared(): never {
  throw createDamageError("a cell refers to a text that is missing");
}
