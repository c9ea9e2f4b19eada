/** The fields of columns: the headings that name them, in Ukrainian and English, and their own names in messages. */
import { chosenLanguage, type Translations } from "../domain/lang.ts";
import { lazy } from "../domain/lazy.ts";
import { spellingKey } from "../domain/names/names.ts";
import { storedFieldNames } from "../domain/teacher.ts";

/** The content of a column: a stored field, or whole names, which are split. */
export const columnFields = [...storedFieldNames, "name"] as const;

export type ColumnField = (typeof columnFields)[number];

const labels: Readonly<Record<ColumnField, Translations>> = {
  id: { uk: "номер", en: "id" },
  last_name: { uk: "прізвище", en: "last name" },
  first_name: { uk: "ім’я", en: "first name" },
  middle_name: { uk: "по батькові", en: "middle name" },
  degree: { uk: "посада", en: "position" },
  name: { uk: "ПІБ", en: "name" },
};

/** `last name`, or in Ukrainian `прізвище`. */
export const fieldLabel = (field: ColumnField): string => labels[field][chosenLanguage()];

/** A column as spreadsheet programs call it: `A` for 0, `AA` for 26. */
export function nameColumn(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter;
}

/** The words by their meaning. A heading with any other word names no field: `Прізвище керівника`, `Код кафедри`. */
const words = {
  last: "прізвище прізвища фамілія surname lastname",
  first: "імя імені імена firstname forename",
  middle: "батькові побатькові patronymic middlename",
  initials: "ініціали ініціалами initials",
  whole: "піб піп фіо фио fullname",
  person:
    "викладач викладача викладачі викладачів працівник працівника працівники працівників співробітник співробітника співробітники співробітників лектор лектора лектори педагог педагога педагоги особа особи нпп teacher teachers lecturer employee employees staff",
  ofPerson: "фізична фізичної картки науково педагогічний педагогічного педагогічні педагогічних",
  code: "код code",
  id: "id ід ідентифікатор єдебо",
  personnel: "табельний табельного таб табел тн personnel",
  number: "номер № no number",
  degree: "посада посади ступінь ступеня звання degree position title post",
  ofDegree:
    "науковий наукового наук вчене вченого вч учене ученого займана займаної академічний спеціальність штатна основна штатним розписом основним місцем роботи яку займає обіймає academic scientific",
  column: "назва найменування",
  full: "повне повний full",
  lastAdjective: "last family",
  firstAdjective: "first given власне",
  middleAdjective: "middle",
  name: "name names",
  filler:
    "вкажіть введіть зазначте напишіть ваш ваша ваше вашу вашого вашої будь ласка your please enter та і й або по за в у наявності якщо є повністю українською укр мовою and or of the",
} as const satisfies Readonly<Record<string, string>>;

type Word = keyof typeof words;

const kinds = lazy(
  () =>
    new Map(
      (Object.keys(words) as Word[]).flatMap((kind) => words[kind].split(" ").map((word) => [word, kind] as const)),
    ),
);

/** Words that are the heading of a name column by themselves. */
export const headingsOfNames = [words.last, words.whole, words.person, "ім'я", "name"].join(" ").split(" ");

/** Numbers that identify a person to the state. Such a column is never read, whatever else its heading says. */
const secretWord = /^(?:рнокпп|іпн|інн|дрфо|унзр|паспорт\p{L}*|ідентифікаційн\p{L}*|passport|tax|tin|ssn)$/u;

/** Whether a heading is that of a tax number, a passport or the like. */
export function isSecretHeading(heading: string): boolean {
  const found = splitHeading(heading);
  // `ПІБ (як у паспорті)` has names.
  const hasNames = found.some((word) => ["last", "whole"].includes(kinds().get(word) ?? ""));
  return !hasNames && found.some((word) => secretWord.test(word));
}

/** The field that a heading names; undefined if it names none. */
export function findHeadingField(heading: string): ColumnField | undefined {
  // A fast exit: most cells are not headings, and a spreadsheet row may have thousands of empty ones.
  if (heading === "" || heading.length > headingLengthMax) return undefined;
  const split = splitHeading(heading);
  const found = new Set<Word>();
  for (const word of joinLetters(split)) {
    const kind = kinds().get(word);
    if (kind === undefined) return undefined;
    found.add(kind);
  }
  // The surname Піп is not a heading, but ПІП is.
  return split[0] === "піп" && /\p{Ll}/u.test(heading) ? undefined : fieldOf(found);
}

/** The maximum length of a heading, in characters. Real headings are shorter. */
const headingLengthMax = 100;

/** Whether a heading of ids says only `Код`. Another column is then preferred. */
export function isCodeOnly(heading: string): boolean {
  return splitHeading(heading).every((word) => ["code", "person", "filler"].includes(kinds().get(word) ?? ""));
}

/** The field that a combination of words names. */
function fieldOf(found: ReadonlySet<Word>): ColumnField | undefined {
  const has = (...wanted: readonly Word[]): boolean => wanted.some((word) => found.has(word));
  const hasLast = has("last", "lastAdjective");
  const hasFirst = has("first") || (has("firstAdjective") && has("name"));
  const hasMiddle = has("middle", "middleAdjective");
  const isWhole = has("whole") || (hasLast && (hasFirst || has("initials"))) || (has("full") && has("first", "name"));
  // `№` alone is a row number, not an id.
  if (has("code", "id", "personnel")) return found.isSubsetOf(wordsOfIds) ? "id" : undefined;
  if (has("number")) return undefined;
  if (isWhole) return "name";
  if (has("degree")) return hasLast || hasFirst || hasMiddle || has("name", "full") ? undefined : "degree";
  if (has("initials", "ofDegree", "column", "full")) return undefined;
  if (has("lastAdjective", "firstAdjective", "middleAdjective") && !has("name", "first")) return undefined;
  if (hasLast) return hasMiddle ? undefined : "last_name";
  // Also `Ім'я та по батькові`, whose values are divided.
  if (hasFirst) return "first_name";
  if (hasMiddle) return "middle_name";
  return has("name", "person") ? "name" : undefined;
}

const wordsOfIds: ReadonlySet<Word> = new Set(["code", "id", "personnel", "number", "person", "ofPerson", "filler"]);

/** The key of a word. Headings may have any length, and normalisation takes quadratic time, so long words are cut. */
const wordKey = (word: string): string => spellingKey(word.slice(0, headingLengthMax));

/** The words of a heading without punctuation and brackets. */
function splitHeading(heading: string): string[] {
  return heading
    .replace(/^\s*\d{1,3}\s*[.)]\s*/u, "")
    .replace(/(?<!\p{L})(ім)\s+(я)(?!\p{L})/giu, "$1$2")
    .split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}'\u2019\u02bc`\u00b4№]+/u)
    .map(wordKey)
    .filter((word) => word !== "");
}

/** Joins single letters into one word: `П. І. Б.`, `Т.Н.` After a last name they mean initials: `Прізвище І.Б.` */
function joinLetters(split: readonly string[]): readonly string[] {
  const letters = split.filter((word) => word.length === 1 && !"№йву".includes(word));
  if (letters.length < 2) return split;
  const others = split.filter((word) => !letters.includes(word));
  const joined = spellingKey(letters.join(""));
  if (others.length === 0 || kinds().has(joined)) return [...others, joined];
  const isAfterName = kinds().get(others[0]!) === "last" && ["іб", "іп"].includes(joined);
  return isAfterName ? [...others, "ініціали"] : split;
}

/** The key by which headings are compared. */
export const headingKey = (heading: string): string => splitHeading(heading).join(" ");

/** A heading of the file for each mapped field. */
export type ColumnMap = Readonly<Partial<Record<ColumnField, string>>>;

/** The start of a `field=heading` pair. Headings may contain spaces and commas. */
const pairStart = new RegExp(`(?:^|[\\s,;]+)(${columnFields.join("|")})=`);

/**
 * Parses `last_name=Прізвище, degree=Науковий ступінь`; undefined if the text is anything else, or names a field twice.
 */
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
