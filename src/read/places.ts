/** How messages name places and columns of a file. */
import { chosenLanguage, type Translations } from "../domain/lang.ts";
import { quoteText } from "../domain/quoting.ts";
import type { Header, Reason } from "./header.ts";
import { fieldLabel, nameColumn } from "./headings.ts";
import type { Issue } from "./issue.ts";

const quoteHeading = (heading = ""): string => (heading === "" ? "" : ` ${quoteText(heading)}`);

/** `Фізичний: C14`, `рядок 14`; for a column `C «Посада»`. */
export function renderPlace({ sheet, line, column }: Issue, headers: readonly Header[]): string {
  const before = sheet === null ? "" : `${sheet}: `;
  if (column !== null) {
    const header = headers.find((one) => sheet === null || one.sheet === sheet);
    return `${before}${nameColumn(column)}${line ?? ""}${quoteHeading(header?.columns[column]?.heading)}`;
  }
  if (line === null) return sheet ?? "";
  return before + (chosenLanguage() === "uk" ? `рядок ${line}` : `line ${line}`);
}

const reasons: Readonly<Record<Reason, Translations>> = {
  none: { uk: "", en: "" },
  chosen: { uk: "так вибрано", en: "as chosen" },
  remembered: { uk: "як минулого разу", en: "as last time" },
  heading: { uk: "за заголовком", en: "by its heading" },
  values: { uk: "за значеннями", en: "by its values" },
  severalHeadings: { uk: "один із кількох схожих", en: "one of several that are alike" },
  secret: { uk: "такі номери не публікуються", en: "such numbers are never published" },
};

/** Why a column was read as its field. */
export const reasonOf = (reason: Reason): string => reasons[reason][chosenLanguage()];

/** Further columns that were not used are not named. */
const describedMax = 30;

/** Each column with the field it was read as, and why: `B "Посада": position, by its heading`. */
export function describeColumns({ columns }: Header): string[] {
  return columns
    .filter(({ heading, samples, field }) => heading !== "" || samples.length > 0 || field !== null)
    .filter(({ field }, i) => field !== null || i < describedMax)
    .map(({ index, heading, field, reason }) => {
      const read = field === null ? { uk: "не використано", en: "not used" }[chosenLanguage()] : fieldLabel(field);
      const why = reason === "none" ? "" : `, ${reasonOf(reason)}`;
      return `${nameColumn(index)}${quoteHeading(heading)}: ${read}${why}`;
    });
}
