/** The fields of a teacher as messages name them. */

import type { LocationUnit, NameParts } from "../../import/message.ts";
import { type ColumnField, columnFields } from "../../import/table/headings.ts";
import { inLanguages, listNames, quoteText } from "./language.ts";

const labels: Readonly<Record<ColumnField, () => string>> = {
  id: inLanguages({ en: "id", uk: "id" }),
  last_name: inLanguages({ en: "last name", uk: "прізвище" }),
  first_name: inLanguages({ en: "first name", uk: "ім’я" }),
  middle_name: inLanguages({ en: "middle name", uk: "по батькові" }),
  degree: inLanguages({ en: "degree", uk: "посада" }),
  name: inLanguages({ en: "name", uk: "ПІБ" }),
};

/** `last name`, or in Ukrainian `прізвище`. */
export function fieldLabel(field: ColumnField): string {
  return labels[field]();
}

const storedFields = columnFields.filter((field) => field !== "name");

const explained = inLanguages<[field: ColumnField]>({
  en: (field) => field,
  uk: (field) => (field === "id" ? field : `${field} (${fieldLabel(field)})`),
});

/** The fields of an import file, by the names that a file and `--map` have for them. */
export function listFields(fields: readonly ColumnField[] = storedFields): string {
  return listNames(fields.map((field) => explained(field)));
}

/** The parts of a whole name: `last_name "Шевченко" and first_name "Т."` */
export const describeParts = inLanguages<[parts: NameParts]>({
  en: (parts) => listNames(parts.map(([field, part]) => `${field} ${quoteText(part)}`)),
  uk: (parts) => listNames(parts.map(([field, part]) => `${fieldLabel(field)} ${quoteText(part)}`)),
});

/** Another row that a message is about. */
export interface OtherRow {
  readonly unit: LocationUnit;
  readonly location: number;
  readonly sheet?: string | undefined;
}

/** `line 5`, or `line 5 of the sheet "Факультет права"` */
export const describeRow = inLanguages<[row: OtherRow]>({
  en: ({ unit, location, sheet }) =>
    `${unit} ${location}${sheet === undefined ? "" : ` of the sheet ${quoteText(sheet)}`}`,
  uk: ({ unit, location, sheet }) =>
    `${unit === "line" ? "рядок" : "запис"} ${location}${sheet === undefined ? "" : ` аркуша ${quoteText(sheet)}`}`,
});

/** Where another row is: `в рядку 5 аркуша «Право»`. English has no cases. */
export const describeRowIn = inLanguages<[row: OtherRow]>({
  en: (row) => `in ${describeRow(row)}`,
  uk: ({ unit, location, sheet }) =>
    `в ${unit === "line" ? "рядку" : "записі"} ${location}${sheet === undefined ? "" : ` аркуша ${quoteText(sheet)}`}`,
});

/** A column as spreadsheet programs call it: `A` for 0, `AA` for 26. */
export function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}
