/** The value of a cell of an OpenDocument spreadsheet as a text. */
import { checkCellLength } from "./sheet-rows.ts";
import { renderNumber } from "./xlsx-values.ts";

export interface OdsCell {
  start(attributes: Readonly<Record<string, string>>): void;
  open(name: string, attributes: () => Readonly<Record<string, string>>): void;
  add(text: string): void;
  close(name: string): void;
  end(): string;
}

/** The most spaces that a file may write as a number. */
const spacesMax = 1000;

/** `row` gives the number of the row, for errors. Throws {@link WorkbookError} for a text that is too long. */
export function createOdsCell(row: () => number): OdsCell {
  /** A value that does not depend on how the cell looks; undefined for texts. */
  let value: string | undefined;
  let text = "";
  let paragraphs = 0;
  let isInParagraph = false;
  /** Comments have paragraphs of their own. */
  let isInComment = false;

  function append(piece: string): void {
    checkCellLength(text.length + piece.length, row);
    text += piece;
  }

  return {
    start(attributes) {
      value = findValue(attributes);
      [text, paragraphs, isInParagraph, isInComment] = ["", 0, false, false];
    },
    open(name, attributes) {
      if (name === "annotation") isInComment = true;
      if (isInComment) return;
      if (name === "p") {
        if (paragraphs++ > 0) append("\n");
        isInParagraph = true;
      } else if (name === "s")
        append(" ".repeat(Math.min(spacesMax, Math.max(1, Number(attributes()["text:c"]) || 1))));
      else if (name === "tab") append("\t");
      else if (name === "line-break") append("\n");
    },
    add(piece) {
      if (isInParagraph && !isInComment) append(piece);
    },
    close(name) {
      if (name === "annotation") isInComment = false;
      else if (name === "p") isInParagraph = false;
    },
    end: () => value ?? text,
  };
}

/** The value of a number or a date; undefined where the text of the cell is the value. */
function findValue(attributes: Readonly<Record<string, string>>): string | undefined {
  if (attributes["calcext:value-type"] === "error") return undefined;
  switch (attributes["office:value-type"]) {
    case "date":
      return attributes["office:date-value"];
    case "float":
    case "currency":
      return renderNumber(attributes["office:value"] ?? "", false);
    default:
      return undefined;
  }
}
