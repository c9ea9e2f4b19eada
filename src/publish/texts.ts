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
  uk: countUk(count, "людина отримала б", "людини отримали б", "людей отримали б"),
  en: countEn(count, "person would get", "people would get"),
});
const shareOf = (count: number, of: number): string => `${formatNumberIn("en", count)} of ${countPeople(of).en}`;
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

/** An amber danger is a statement to tick; a red one says what to correct in the file. */
const statements: Readonly<Record<DangerCode, (danger: Danger) => Translations>> = {
  emptied: () => ({
    uk: "У довіднику не лишиться нікого з тих, хто є тепер. Перевірте, чи це повний список і чи всі стовпці на своїх місцях",
    en: "Nobody who is listed now will stay. Check that the list is complete, and each column in its place",
  }),
  removed: ({ count, of }) => ({
    uk: `вилучити ${countPeople(count).uk} з ${of}`,
    en: `remove ${shareOf(count, of)}`,
  }),
  renamed: ({ count }) => ({
    uk: `змінити ім’я в ${countPeople(count).uk}`,
    en: `change the names of ${countPeople(count).en}`,
  }),
  moved: ({ count }) => ({
    uk: `дати інший номер ${countUk(count, "людині", "людям", "людям")}; посилання на сторінки цих людей у довіднику перестануть діяти`,
    en: `give ${countPeople(count).en} another id; links to their pages in the directory will stop working`,
  }),
  degrees: ({ count, of }) => ({
    uk: `змінити посаду в ${countPeople(count).uk} з ${of}`,
    en: `change the positions of ${shareOf(count, of)}`,
  }),
  added: ({ count }) => ({ uk: `додати ${countPeople(count).uk}`, en: `add ${countPeople(count).en}` }),
  demoted: ({ count }) => ({
    uk: `${countPeople(count).uk} понизити або підвищити одразу на кілька посад`,
    en: `demote ${countPeople(count).en}, or promote them by several positions at once`,
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
    uk: `Поле «${column(one)}» стане порожнім у ${countPeople(one.count).uk} з ${one.of}. Перевірте, чи є у файлі цей стовпець і чи заповнено кожну його клітинку`,
    en: `The field "${column(one)}" becomes empty for ${shareOf(one.count, one.of)}. Check that the file has the column, and that each of its cells is filled`,
  }),
  replaced: (one) => ({
    uk: `Поле «${column(one)}» зміниться у ${countPeople(one.count).uk} з ${one.of}. Перевірте, чи це той стовпець`,
    en: `The field "${column(one)}" changes for ${shareOf(one.count, one.of)}. Check that this is the right column`,
  }),
  exchanged: ({ count, of }) => ({
    uk: `Прізвища, імена чи по батькові переставлено у ${countPeople(count).uk} з ${of}. Перевірте заголовки стовпців`,
    en: `Parts of the names of ${shareOf(count, of)} are exchanged. Check the headings of the columns`,
  }),
  concerns: ({ count }) =>
    count === 1
      ? { uk: "цей запис правильний", en: "this entry is right" }
      : { uk: `ці записи правильні (${count})`, en: `these entries are right (${count})` },
  hidden: ({ count }) => ({
    uk: `додати ${countPeople(count).uk} з прихованих рядків`,
    en: `add ${countPeople(count).en} from hidden rows`,
  }),
  posts: ({ count }) => ({
    uk: `повторене ім’я означає одну людину з двома посадами (${count}), якщо нижче не позначено інакше`,
    en: `a repeated name is one person with two positions (${count}), unless it is marked below`,
  }),
  newcomers: ({ count }) => ({
    uk: `серед нових людей (${count}) немає видалених назавжди`,
    en: `none of the new people (${count}) was erased for good`,
  }),
  restored: ({ version, count, of }) => ({
    uk: `це не старий файл, хоча ${count} з ${of} змін повертають те, що було у версії ${version}`,
    en: `this is not an old file, although ${count} of ${of} changes lead back to version ${version}`,
  }),
  older: ({ version }) => ({
    uk: `це знову список версії ${version}`,
    en: `this is the list of version ${version} again`,
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

/** What a danger is about: what would happen, or what is wrong and what to do instead. */
export function describeDanger(danger: Danger): string {
  const text = statements[danger.code](danger)[chosenLanguage()];
  return danger.severity === "red" && isStatement(danger) ? `${text}. ${ofMost()}` : text;
}

/** The statement that a person agrees to by a tick; of a column or ids that are wrong, what to do instead. */
export const stateDanger = (danger: Danger): string =>
  isStatement(danger) ? yes(describeDanger(danger)) : describeDanger(danger);

const isStatement = ({ code }: Danger): boolean => dangerCodes[code] === "amber";
const yes = inLanguages((text: string) => ({ uk: `Так, ${text}`, en: `Yes, ${text}` }));
const ofMost = inLanguages({
  uk: "Це більшість довідника: перевірте, чи файл повний і чи всі стовпці на своїх місцях",
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
