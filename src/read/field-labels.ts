/** The names of a teacher's fields in messages. */
import type { Translations } from "../domain/lang.ts";
import { type ColumnField, columnFields } from "./headings.ts";
import { chosenLanguage, inLanguages, listNames } from "./language.ts";

/** All but the id, whose name is the same in every language. */
export type NamedField = Exclude<ColumnField, "id">;

/** The name of each field, and the end of the message `there is no column with last names`. */
const labels: Readonly<Record<NamedField, { readonly name: Translations; readonly missing: Translations }>> = {
  last_name: { name: { uk: "прізвище", en: "last name" }, missing: { uk: "прізвищем", en: "last names" } },
  first_name: { name: { uk: "ім’я", en: "first name" }, missing: { uk: "іменем", en: "first names" } },
  middle_name: {
    name: { uk: "по батькові", en: "middle name" },
    missing: { uk: "ім’ям по батькові", en: "patronymics" },
  },
  degree: { name: { uk: "посада", en: "degree" }, missing: { uk: "посадою", en: "degrees or positions" } },
  name: { name: { uk: "ПІБ", en: "name" }, missing: { uk: "прізвищем та іменем", en: "names" } },
};

/** `last name`, or in Ukrainian `прізвище`. */
export function fieldLabel(field: ColumnField): string {
  return field === "id" ? field : labels[field].name[chosenLanguage()];
}

/** `last names`, or in Ukrainian `прізвищем`. */
export function describeMissing(field: NamedField): string {
  return labels[field].missing[chosenLanguage()];
}

const storedFields = columnFields.filter((field) => field !== "name");

const explained = inLanguages((field: ColumnField) => ({
  uk: field === "id" ? field : `${field} (${fieldLabel(field)})`,
  en: field,
}));

/** The fields of an import file, by their names in files and in `--map`. */
export function listFields(fields: readonly ColumnField[] = storedFields): string {
  return listNames(fields.map((field) => explained(field)));
}

/** A column as spreadsheet programs call it: `A` for 0, `AA` for 26. */
export function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}
