/** The texts of a plan: the statements that a person confirms, and the changes with what is unusual about them. */
import {
  chosenLanguage,
  countEn,
  countUk,
  formatNumberIn,
  inLanguages,
  listNames,
  type Translations,
} from "../domain/lang.ts";
import { quoteText } from "../domain/quoting.ts";
import { nameFieldNames, textFieldNames } from "../domain/teacher.ts";
import { fieldLabel } from "../read/headings.ts";
import { renderIssue } from "../read/issue.ts";
import type { Place } from "../read/teachers.ts";
import type { PlannedChange } from "./change.ts";
import type { Concern } from "./concerns.ts";
import { type Danger, type DangerCode, dangerCodes } from "./dangers.ts";
import type { Plan } from "./plan.ts";
import { countPeople } from "./version-texts.ts";

/** Who would get something. */
const wouldGet = (count: number): Translations => ({
  uk: countUk(count, "людина отримала\u00a0б", "людини отримали\u00a0б", "людей отримали\u00a0б"),
  en: countEn(count, "person would get", "people would get"),
});
const shareOf = (count: number, of: number): Translations => ({
  uk: `${countPeople(count).uk} із ${formatNumberIn("uk", of)}`,
  en: `${formatNumberIn("en", count)} of ${countPeople(of).en}`,
});
/** `5–9`, or with the sheets of a workbook `5–9 («Право»), 3 («Фізика»)`. There may be a million places. */
const span = ({ places }: Danger): string => {
  const sheets = [...Map.groupBy(places, ({ sheet }) => sheet)];
  const spans = sheets.map(([sheet, ofSheet]) => {
    const lines = Uint32Array.from(ofSheet, ({ line }) => line).sort();
    const ends = [...new Set([lines[0], lines.at(-1)])].join("–");
    return sheet === null ? ends : `${ends} (${quoteText(sheet)})`;
  });
  return spans.join(", ");
};
const column = ({ field }: Danger): string => fieldLabel(field ?? "degree");

/** The statement to tick of an amber danger; a red one says what to correct in the file. */
const statements: Readonly<Record<DangerCode, (danger: Danger) => Translations>> = {
  emptied: () => ({
    uk: "У довіднику не лишиться нікого з тих, хто є тепер. Перевірте, чи це повний список і чи всі стовпці на своїх місцях",
    en: "Nobody who is listed now will stay. Check that the list is complete, and each column in its place",
  }),
  removed: ({ count, of }) => ({
    uk: `вилучити ${shareOf(count, of).uk}`,
    en: `remove ${shareOf(count, of).en}`,
  }),
  renamed: ({ count }) => ({
    uk: `змінити ім’я в ${countPeople(count).uk}`,
    en: `change the names of ${countPeople(count).en}`,
  }),
  moved: ({ count }) => ({
    uk: `дати інший номер ${countUk(count, "людині", "людям", "людям")}; посилання на ${count === 1 ? "сторінку цієї людини" : "сторінки цих людей"} в довіднику перестануть діяти`,
    en: `give ${countPeople(count).en} another id; links to ${count === 1 ? "the page of this person" : "their pages"} in the directory will stop working`,
  }),
  degrees: ({ count, of }) => ({
    uk: `змінити посаду в ${shareOf(count, of).uk}`,
    en: `change the positions of ${shareOf(count, of).en}`,
  }),
  added: ({ count }) => ({ uk: `додати ${countPeople(count).uk}`, en: `add ${countPeople(count).en}` }),
  demoted: ({ count }) => ({
    uk: `ці зміни посади правильні (${count})`,
    en: `these changes of position are right (${count})`,
  }),
  shifted: (one) => ({
    uk: `У рядках ${span(one)} стовпець «${column(one)}» зсунуто: ${wouldGet(one.count).uk} чужі дані. Виправте стовпець у файлі, не окремі клітинки`,
    en: `In lines ${span(one)} the column "${column(one)}" was moved: ${wouldGet(one.count).en} the data of others. Correct the column in the file, not single cells`,
  }),
  sorted: (one) => ({
    uk: `Стовпець «${column(one)}» відсортовано окремо від решти: ${wouldGet(one.count).uk} чужі дані. Візьміть файл, у якому рядки цілі`,
    en: `The column "${column(one)}" was sorted without the others: ${wouldGet(one.count).en} the data of others. Use a file in which the rows are whole`,
  }),
  idsOfOthers: ({ count }) => ({
    uk: `Номери переплутано: ${wouldGet(count).uk} чужий або новий номер. Номер має лишатися за людиною`,
    en: `The ids are mixed up: ${wouldGet(count).en} the id of another person, or a new one. A person must keep the id`,
  }),
  lost: (one) => ({
    uk: `Поле «${column(one)}» стане порожнім у ${shareOf(one.count, one.of).uk}. Перевірте, чи є у файлі цей стовпець і чи заповнено кожну його клітинку; об’єднані клітинки роз’єднайте й заповніть`,
    en: `The field "${column(one)}" becomes empty for ${shareOf(one.count, one.of).en}. Check that the file has the column, and that each of its cells is filled; split merged cells, and fill each`,
  }),
  replaced: (one) => ({
    uk: `Поле «${column(one)}» зміниться у ${shareOf(one.count, one.of).uk}. Перевірте, чи це той стовпець`,
    en: `The field "${column(one)}" changes for ${shareOf(one.count, one.of).en}. Check that this is the right column`,
  }),
  exchanged: ({ count, of }) => ({
    uk: `Прізвища, імена чи по батькові переставлено у ${shareOf(count, of).uk}. Перевірте заголовки стовпців`,
    en: `Parts of the names of ${shareOf(count, of).en} are exchanged. Check the headings of the columns`,
  }),
  concerns: ({ count }) =>
    count === 1
      ? { uk: "цей запис правильний", en: "this entry is right" }
      : {
          uk: `${count === 2 ? "обидва" : `усі ${formatNumberIn("uk", count)}`} правильні`,
          en: `${count === 2 ? "both" : `all ${formatNumberIn("en", count)}`} entries are right`,
        },
  hidden: ({ count }) => ({
    uk: `додати ${countPeople(count).uk} із прихованих рядків`,
    en: `add ${countPeople(count).en} from hidden rows`,
  }),
  posts: ({ count }) => ({
    uk: `однакові імена (${count}) — це та сама людина, крім позначених нижче`,
    en: `a repeated name is one person with two positions (${count}), unless it is marked below`,
  }),
  newcomers: ({ count }) =>
    count === 1
      ? { uk: "цю нову людину раніше не видаляли назавжди", en: "this new person was not erased for good" }
      : {
          uk: `серед нових людей (${count}) немає видалених назавжди`,
          en: `none of the new people (${count}) was erased for good`,
        },
  restored: ({ version }) => ({
    uk: `файл новий, хоча більшість змін повертає те, що було у версії ${version}`,
    en: `this file is new, although most changes lead back to version ${version}`,
  }),
  older: ({ version }) => ({
    uk: `повернути список версії ${version}`,
    en: `return to the list of version ${version}`,
  }),
};

/** The headings of dangers whose statement would not do as a question. `day` is that of the earlier version. */
const headings: Readonly<Partial<Record<DangerCode, (danger: Danger, day: Translations) => Translations>>> = {
  moved: ({ count }) => ({
    uk: `${countUk(count, "людина отримає", "людини отримають", "людей отримають")} інший номер; щоб номер не змінився, впишіть його у файл, у стовпець «ID»`,
    en: `${countEn(count, "teacher gets", "teachers get")} another id; to keep the id, write it into the file, in a column "ID"`,
  }),
  demoted: ({ count }) => ({
    uk: `незвичні зміни посади: ${count}`,
    en: `unusual changes of position: ${count}`,
  }),
  concerns: ({ count }) => ({
    uk: count === 1 ? "запис, схожий на помилку" : `записи, схожі на помилки: ${formatNumberIn("uk", count)}`,
    en:
      count === 1
        ? "an entry that looks like a mistake"
        : `entries that look like mistakes: ${formatNumberIn("en", count)}`,
  }),
  posts: ({ count }) => ({
    uk: `однакові імена (${count}): це та сама людина?`,
    en: `repeated names (${count}): is each of them one person?`,
  }),
  newcomers: ({ count }) =>
    count === 1
      ? { uk: "цю нову людину могли раніше видалити назавжди", en: "this new person may have been erased for good" }
      : {
          uk: `серед нових людей (${count}) можуть бути ті, кого раніше видалили назавжди`,
          en: `some of the new people (${count}) may have been erased for good`,
        },
  restored: ({ version, count, of }, day) => ({
    uk: `схоже на старий файл: ${formatNumberIn("uk", count)} із ${formatNumberIn("uk", of)} змін повертають те, що було у версії ${version}${day.uk}`,
    en: `this looks like an old file: ${formatNumberIn("en", count)} of ${formatNumberIn("en", of)} changes lead back to version ${version}${day.en}`,
  }),
  older: ({ version }, day) => ({
    uk: `такий список уже був: версія ${version}${day.uk}`,
    en: `this list was published before: version ${version}${day.en}`,
  }),
};

const concernTexts: Readonly<Record<Exclude<Concern, "warning">, Translations>> = {
  lost: { uk: "частину даних втрачено", en: "something is lost" },
  rearranged: { uk: "прізвище, ім’я чи по батькові переставлено", en: "parts of the name are exchanged" },
  added: { uk: "в імені з’явилися слова", en: "the name has additional words" },
  gender: {
    uk: "прізвище, ім’я та по батькові не узгоджуються за родом",
    en: "the parts of the name differ in gender",
  },
  case: { uk: "ім’я не в називному відмінку", en: "the name is not in the nominative" },
  swapped: { uk: "двоє обмінялися прізвищами", en: "two people exchanged their last names" },
  repeated: { uk: "таке саме нове прізвище ще в когось", en: "somebody else got the same last name" },
  patronymic: { uk: "інше по батькові", en: "another patronymic" },
  another: { uk: "під цим номером інша людина", en: "another person under this id" },
  foreign: { uk: "немає такого українського імені", en: "no Ukrainian given name" },
  number: { uk: "у посаді з’явилося число", en: "the position has a number now" },
  demoted: { uk: "незвична зміна посади", en: "an unusual change of position" },
  incomplete: { uk: "немає прізвища або імені", en: "the last or first name is missing" },
};

/** What a danger is about: what would happen, or what is wrong and what to do instead. `day` is that of its earlier version. */
export function describeDanger(danger: Danger, day = ""): string {
  const dated = { uk: day && ` від ${day}`, en: day && ` of ${day}` };
  const heading = headings[danger.code]?.(danger, dated)[chosenLanguage()];
  const text = heading ?? statements[danger.code](danger)[chosenLanguage()];
  if (danger.severity === "red") return isStatement(danger) ? `${text}. ${ofMost()}` : text;
  return heading ?? `${text}?`;
}

/** The statement that a person agrees to by a tick; of a column or ids that are wrong, what to do instead. */
export function stateDanger(danger: Danger): string {
  const text = statements[danger.code](danger)[chosenLanguage()];
  if (!isStatement(danger)) return text;
  return yes(danger.severity === "red" ? `${text}. ${ofMost()}` : text);
}

const isStatement = ({ code }: Danger): boolean => dangerCodes[code] === "amber";
const yes = inLanguages((text: string) => ({ uk: `Так, ${text}`, en: `Yes, ${text}` }));
const ofMost = inLanguages({
  uk: "Це більша частина довідника: перевірте, чи файл повний і чи всі стовпці на своїх місцях",
  en: "That is most of the directory: check that the file is complete, and each column in its place",
});

/** What is unusual about a change; empty if nothing is. */
export function renderConcern({ concern, warning, fields }: PlannedChange): string[] {
  if (concern === null) return [];
  if (concern === "warning") return [renderIssue(warning!)];
  if (concern === "rearranged" && fields.length === 2) return [exchanged(...fields.map(fieldLabel))];
  return [concernTexts[concern][chosenLanguage()]];
}
const exchanged = inLanguages((...[one, other]: readonly string[]) => ({
  uk: `${one} та ${other} переставлено`,
  en: `the ${one} and the ${other} are exchanged`,
}));

/** How somebody without an id in the file gets one. */
export const assignedTexts = {
  new: inLanguages({ uk: "новий номер", en: "a new id" }),
  again: inLanguages({ uk: "номер, який був раніше", en: "the previous id" }),
} as const;

/** `1012 Шевченко Олена [Петрівна → Іванівна], доцент` */
export function renderPlannedChange(change: PlannedChange): string {
  const { before, fields } = change;
  const one = (change.after ?? before)!;
  const parts = textFieldNames.map((field) =>
    fields.includes(field) ? `[${before![field] || "—"} → ${one[field] || "—"}]` : one[field],
  );
  const name = parts
    .slice(0, nameFieldNames.length)
    .filter((text) => text !== "")
    .join(" ");
  const degree = parts.at(-1);
  const notes = [
    ...(change.assigned === null ? [] : [assignedTexts[change.assigned]()]),
    ...renderConcern(change),
    ...(change.otherId === null ? [] : [`↔ ${change.otherId}`]),
  ];
  return `${change.id} ${name}${degree ? `, ${degree}` : ""}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}

/** Why ids of erased people can't be published, with the row of each. */
export const describeErased = inLanguages((erased: Plan["erased"]) => {
  const list = listNames(
    erased.map(({ id, place }) => `${id} (${describePlace(place)})`),
    20,
  );
  const isOne = erased.length === 1;
  return {
    uk: isOne
      ? `Викладача з номером ${list} видалено назавжди, тож цей номер не можна використати знову. Приберіть рядок, а якщо це інша людина, дайте їй інший номер`
      : `Викладачів із номерами ${list} видалено назавжди, тож ці номери не можна використати знову. Приберіть ці рядки, а якщо це інші люди, дайте їм інші номери`,
    en: `${isOne ? `The id ${list} was` : `The ids ${list} were`} erased, and an erased id is never given again; take the teacher out of the file, or use another id for another teacher`,
  };
});

/** `рядок 5 аркуша «Фізичний»` */
export const describePlace = inLanguages(({ line, sheet }: Place) => ({
  uk: `рядок ${line}${sheet === null ? "" : ` аркуша ${quoteText(sheet)}`}`,
  en: `line ${line}${sheet === null ? "" : ` of the sheet ${quoteText(sheet)}`}`,
}));
