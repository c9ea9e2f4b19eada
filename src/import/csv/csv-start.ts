/** The first lines of a CSV file: how its fields are separated. */

import { lineLengthMax } from "../limits.ts";
import type { ColumnMap } from "../table/column-map.ts";
import { countHeadings, findSeparator, type Separator, separators } from "../table/columns.ts";
import { headerSearchRows, headingsWanted } from "../table/table-reader.ts";
import type { TakeLine } from "../text/lines.ts";
import { addLine, startRow } from "./csv-row.ts";

export interface CsvStart {
  readonly separator: Separator;
  /** The lines to read again with the separator. */
  readonly lines: readonly Parameters<TakeLine>[];
}

/** The line that tells Excel the separator. */
const separatorLine = /^"?sep=(.)"?$/i;

/** The most characters that are collected. */
const startLengthMax = 64 * 1024;

/**
 * Collects lines until they tell the separator: by a `sep=` line, by a row that names fields, or else by the first row that
 * is not blank. Returns null as long as lines are missing.
 */
export function createCsvStart(columnMap: ColumnMap): (...line: Parameters<TakeLine>) => CsvStart | null {
  const lines: Parameters<TakeLine>[] = [];
  let length = 0;
  let filled = 0;
  return (...line) => {
    const [text, lineBreak] = line;
    const isBlank = blank.test(text);
    if (isBlank && filled === 0 && lineBreak !== "") return null;
    const declared = filled === 0 ? separatorLine.exec(text)?.[1] : undefined;
    if (declared !== undefined && isSeparator(declared)) return { separator: declared, lines: [] };
    lines.push(line);
    length += text.length + 1;
    if (!isBlank) filled++;
    const found = findByHeadings(text, columnMap);
    if (found !== undefined) return { separator: found, lines };
    if (lineBreak !== "" && filled < headerSearchRows && length < startLengthMax) return null;
    const texts = lines.map(([text]) => text);
    return { separator: findSeparator(firstRow(texts)), lines };
  };
}

const blank = /^(?:[\s,;]|(?<![^,;\t])"\s*"(?![^,;\t]))*$/;

function isSeparator(text: string): text is Separator {
  return (separators as readonly string[]).includes(text);
}

/** The separator by which the line names the most fields; undefined where it names too few to be the header. */
function findByHeadings(line: string, columnMap: ColumnMap): Separator | undefined {
  if (line.length > lineLengthMax) return undefined;
  let most = headingsWanted - 1;
  let found: Separator | undefined;
  for (const separator of separators) {
    if (!line.includes(separator)) continue;
    const row = startRow(1);
    addLine(row, line, "", separator);
    const count = countHeadings(row.fields, columnMap);
    if (count > most) [most, found] = [count, separator];
  }
  return found;
}

/** The first row that is not blank, as far as can be told without the separator. */
function firstRow(lines: readonly string[]): string {
  const start = lines.findIndex((line) => !blank.test(line));
  if (start === -1) return "";
  let text = lines[start]!;
  for (let i = start + 1; i < lines.length && text.split('"').length % 2 === 0; i++) text += `\n${lines[i]}`;
  return text;
}
