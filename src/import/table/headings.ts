/** The headings that a column of a spreadsheet may have, in Ukrainian and English. */
import { lazy } from "../../domain/lazy.ts";
import { spellingKey } from "../../domain/names/names.ts";
import { nameFieldNames, storedFieldNames } from "../../domain/teacher.ts";

/** What a column can hold: a stored field, or the whole name, which is split. */
export const columnFields = [...storedFieldNames, "name"] as const;

export type ColumnField = (typeof columnFields)[number];

/** The headings of each field; case, apostrophes, punctuation and Latin look-alikes make no difference. */
const headings: Readonly<Record<ColumnField, readonly string[]>> = {
  id: [
    "id",
    "ід",
    "ідентифікатор",
    "табельний номер",
    "табельний №",
    "таб номер",
    "таб №",
    "personnel number",
    "employee id",
    "staff id",
    "teacher id",
  ],
  last_name: ["last name", "lastname", "surname", "family name", "прізвище"],
  first_name: ["first name", "firstname", "given name", "ім'я", "власне ім'я"],
  middle_name: ["middle name", "middlename", "patronymic", "по батькові"],
  degree: [
    "degree",
    "position",
    "academic degree",
    "academic title",
    "посада",
    "науковий ступінь",
    "ступінь",
    "вчене звання",
    "звання",
  ],
  name: [
    "name",
    "full name",
    "піб",
    "п і б",
    "повне ім'я",
    "прізвище ім'я по батькові",
    "прізвище ім'я та по батькові",
    "прізвище та ініціали",
    "прізвище ініціали",
    "викладач",
  ],
};

/** The headings of columns of names. */
export const headingsOfNames = [...nameFieldNames, "name" as const].flatMap((field) => headings[field]);

const fieldsByKey = lazy<ReadonlyMap<string, ColumnField>>(
  () => new Map(columnFields.flatMap((field) => headings[field].map((heading) => [headingKey(heading), field]))),
);

/** The field that a heading names; undefined where it names none. */
export function findHeadingField(heading: string): ColumnField | undefined {
  // Most cells that are tried are not headings.
  return heading.length > headingLengthMax ? undefined : fieldsByKey().get(headingKey(heading));
}

/** Longer than every heading of the table, with punctuation. */
const headingLengthMax = 100;

/** What headings are compared by. */
export function headingKey(heading: string): string {
  return heading
    .split(/[\s,.:;*_\-\u2010\u2011]+/u)
    .map(spellingKey)
    .filter((word) => word !== "")
    .join(" ");
}

/** A heading of the file for each mapped field. */
export type ColumnMap = Readonly<Partial<Record<ColumnField, string>>>;

/** Starts a pair; headings may have spaces and commas. */
const pairStart = new RegExp(`(?:^|[\\s,;]+)(${columnFields.join("|")})=`);

/** Parses `last_name=Прізвище, degree=Науковий ступінь`; undefined where it is not such pairs, each field once. */
export function parseColumnMap(text: string): ColumnMap | undefined {
  const [before, ...parts] = text.trim().split(pairStart);
  if (before !== "" || parts.length === 0) return undefined;
  const map: Partial<Record<ColumnField, string>> = {};
  for (let i = 0; i < parts.length; i += 2) {
    const [field, heading] = [parts[i] as ColumnField, parts[i + 1]!.trim()];
    if (heading === "" || map[field] !== undefined) return undefined;
    map[field] = heading;
  }
  return map;
}
