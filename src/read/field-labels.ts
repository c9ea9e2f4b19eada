/** The names of a teacher's fields and of columns in messages. */
import type { Translations } from "../domain/lang.ts";
import type { ColumnField } from "./headings.ts";
import { chosenLanguage } from "./language.ts";

/** All but the id, whose name is the same in every language. */
const labels: Readonly<Record<Exclude<ColumnField, "id">, Translations>> = {
  last_name: { uk: "прізвище", en: "last name" },
  first_name: { uk: "ім’я", en: "first name" },
  middle_name: { uk: "по батькові", en: "middle name" },
  degree: { uk: "посада", en: "degree" },
  name: { uk: "ПІБ", en: "name" },
};

/** `last name`, or in Ukrainian `прізвище`. */
export function fieldLabel(field: ColumnField): string {
  return field === "id" ? field : labels[field][chosenLanguage()];
}

/** A column as spreadsheet programs call it: `A` for 0, `AA` for 26. */
export function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}
