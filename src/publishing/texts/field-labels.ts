/** The names of a teacher's fields in messages. */

import type { Lang } from "../../domain/lang.ts";
import { type ColumnField, columnFields } from "../../import/headings.ts";
import type { LocationUnit, NameParts } from "../../import/message.ts";
import { chosenLanguage, inLanguages, listNames, quoteText } from "./language.ts";

/** All but the id, whose name is the same in every language. */
export type NamedField = Exclude<ColumnField, "id">;

/** The name of a field, and the end of the message `there is no column with last names`. */
interface Label {
  readonly name: string;
  readonly missing: string;
}

const labels: Readonly<Record<NamedField, Readonly<Record<Lang, Label>>>> = {
  last_name: { en: { name: "last name", missing: "last names" }, uk: { name: "прізвище", missing: "прізвищем" } },
  first_name: { en: { name: "first name", missing: "first names" }, uk: { name: "ім’я", missing: "іменем" } },
  middle_name: {
    en: { name: "middle name", missing: "patronymics" },
    uk: { name: "по батькові", missing: "ім’ям по батькові" },
  },
  degree: { en: { name: "degree", missing: "degrees or positions" }, uk: { name: "посада", missing: "посадою" } },
  name: { en: { name: "name", missing: "names" }, uk: { name: "ПІБ", missing: "прізвищем та іменем" } },
};

/** `last name`, or in Ukrainian `прізвище`. */
export function fieldLabel(field: ColumnField): string {
  return field === "id" ? field : labels[field][chosenLanguage()].name;
}

/** `last names`, or in Ukrainian `прізвищем`. */
export function describeMissing(field: NamedField): string {
  return labels[field][chosenLanguage()].missing;
}

const storedFields = columnFields.filter((field) => field !== "name");

const explained = inLanguages((field: ColumnField) => ({
  en: field,
  uk: field === "id" ? field : `${field} (${fieldLabel(field)})`,
}));

/** The fields of an import file, by their names in files and in `--map`. */
export function listFields(fields: readonly ColumnField[] = storedFields): string {
  return listNames(fields.map((field) => explained(field)));
}

/** The parts of a whole name: `last_name "Шевченко" and first_name "Т."` */
export const describeParts = inLanguages((parts: NameParts) => ({
  en: listNames(parts.map(([field, part]) => `${field} ${quoteText(part)}`)),
  uk: listNames(parts.map(([field, part]) => `${fieldLabel(field)} ${quoteText(part)}`)),
}));

/** Another row that a message is about. */
interface OtherRow {
  readonly unit: LocationUnit;
  readonly location: number;
  readonly sheet?: string | undefined;
}

/** `line 5`, or `line 5 of the sheet "Факультет права"` */
export const describeRow = inLanguages((row: OtherRow) => ({
  en: `${row.unit} ${row.location}${row.sheet === undefined ? "" : ` of the sheet ${quoteText(row.sheet)}`}`,
  uk: `${row.unit === "line" ? "рядок" : "запис"} ${row.location}${ofSheetUk(row)}`,
}));

/** Where another row is: `в рядку 5 аркуша «Право»`. Only Ukrainian needs another case. */
export const describeRowIn = inLanguages((row: OtherRow) => ({
  en: `in ${describeRow(row)}`,
  uk: `в ${row.unit === "line" ? "рядку" : "записі"} ${row.location}${ofSheetUk(row)}`,
}));

const ofSheetUk = ({ sheet }: OtherRow): string => (sheet === undefined ? "" : ` аркуша ${quoteText(sheet)}`);

/** A column as spreadsheet programs call it: `A` for 0, `AA` for 26. */
export function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}
