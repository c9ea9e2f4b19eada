/** How messages name rows and parts of names. */
import type { NameParts, OfRow } from "../../import/message.ts";
import { fieldLabel } from "../../read/field-labels.ts";
import { inLanguages, listNames, quoteText } from "../../read/language.ts";

/** The parts of a whole name: `last_name "Шевченко" and first_name "Т."` */
export const describeParts = inLanguages((parts: NameParts) => ({
  uk: listNames(parts.map(([field, part]) => `${fieldLabel(field)} ${quoteText(part)}`)),
  en: listNames(parts.map(([field, part]) => `${field} ${quoteText(part)}`)),
}));

/** `line 5`, or `line 5 of the sheet "Факультет права"` */
export const describeRow = inLanguages((row: OfRow) => ({
  uk: `${row.unit === "line" ? "рядок" : "запис"} ${row.location}${ofSheetUk(row)}`,
  en: `${row.unit} ${row.location}${row.sheet === undefined ? "" : ` of the sheet ${quoteText(row.sheet)}`}`,
}));

/** Where another row is: `в рядку 5 аркуша «Право»`. Only Ukrainian needs another case. */
export const describeRowIn = inLanguages((row: OfRow) => ({
  uk: `в ${row.unit === "line" ? "рядку" : "записі"} ${row.location}${ofSheetUk(row)}`,
  en: `in ${describeRow(row)}`,
}));

const ofSheetUk = ({ sheet }: OfRow): string => (sheet === undefined ? "" : ` аркуша ${quoteText(sheet)}`);
