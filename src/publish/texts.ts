/** The texts of a plan: the statements that a person confirms, and the changes with their doubts. */
import { countEn, countUk, type Translations } from "../domain/lang.ts";
import { nameFieldNames, type StoredTeacher, textFieldNames } from "../domain/teacher.ts";
import { fieldLabel } from "../read/headings.ts";
import { chosenLanguage, inLanguages, listNames, quoteText } from "../read/language.ts";
import type { Place } from "../read/teachers.ts";
import { renderIssue } from "../read/texts.ts";
import type { PlannedChange } from "./change.ts";
import type { Danger, DangerCode } from "./dangers.ts";
import type { ChangeDoubt } from "./doubts.ts";
import type { Plan } from "./plan.ts";

const people = (count: number): Translations => ({
  uk: countUk(count, "викладача", "викладачів", "викладачів"),
  en: countEn(count, "teacher", "teachers"),
});
/** Who would get something. */
const wouldGet = (count: number): Translations => ({
  uk: countUk(count, "людина отримала б", "людини отримали б", "людей отримали б"),
  en: countEn(count, "person would get", "people would get"),
});
const span = ({ places }: Danger): string => {
  const lines = places.map(({ line }) => line);
  return lines.length === 0 ? "" : `${Math.min(...lines)}–${Math.max(...lines)}`;
};
const column = ({ field }: Danger): string => fieldLabel(field ?? "degree");

/** Each is a sentence that the person agrees to by a tick. A red one says what to do instead. */
const statements: Readonly<Record<DangerCode, (danger: Danger) => Translations>> = {
  emptied: () => ({
    uk: "У довіднику не лишиться нікого з тих, хто є тепер. Перевірте, чи це повний список і чи всі стовпці на своїх місцях",
    en: "Nobody who is listed now will stay. Check that the list is complete, and each column in its place",
  }),
  removed: ({ count, of }) => ({
    uk: `Так, вилучити ${people(count).uk} з ${of}`,
    en: `Yes, remove ${people(count).en} of ${of}`,
  }),
  renamed: ({ count }) => ({
    uk: `Так, змінити ім’я в ${people(count).uk}`,
    en: `Yes, change the names of ${people(count).en}`,
  }),
  moved: ({ count }) => ({
    uk: `Так, дати інший номер ${countUk(count, "людині", "людям", "людям")}; посилання на сторінки цих людей у довіднику перестануть діяти`,
    en: `Yes, give ${people(count).en} another id; links to their pages in the directory will stop working`,
  }),
  degrees: ({ count, of }) => ({
    uk: `Так, змінити посаду в ${people(count).uk} з ${of}`,
    en: `Yes, change the positions of ${people(count).en} of ${of}`,
  }),
  added: ({ count }) => ({ uk: `Так, додати ${people(count).uk}`, en: `Yes, add ${people(count).en}` }),
  demoted: ({ count }) => ({
    uk: `Так, ${people(count).uk} понизити або підвищити одразу на кілька посад`,
    en: `Yes, demote ${people(count).en}, or promote them by several positions at once`,
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
    uk: `Поле «${column(one)}» стане порожнім у ${people(one.count).uk} з ${one.of}. Перевірте, чи є у файлі цей стовпець і чи заповнено кожну його клітинку`,
    en: `The field "${column(one)}" becomes empty for ${people(one.count).en} of ${one.of}. Check that the file has the column, and that each of its cells is filled`,
  }),
  replaced: (one) => ({
    uk: `Поле «${column(one)}» зміниться у ${people(one.count).uk} з ${one.of}. Перевірте, чи це той стовпець`,
    en: `The field "${column(one)}" changes for ${people(one.count).en} of ${one.of}. Check that this is the right column`,
  }),
  exchanged: ({ count, of }) => ({
    uk: `Прізвища, імена чи по батькові переставлено у ${people(count).uk} з ${of}. Перевірте заголовки стовпців`,
    en: `Parts of the names of ${people(count).en} of ${of} are exchanged. Check the headings of the columns`,
  }),
  doubtful: ({ count }) =>
    count === 1
      ? { uk: "Так, цей запис правильний", en: "Yes, this entry is right" }
      : { uk: `Так, ці записи правильні (${count})`, en: `Yes, these entries are right (${count})` },
  hidden: ({ count }) => ({
    uk: `Так, додати ${people(count).uk} з прихованих рядків`,
    en: `Yes, add ${people(count).en} from hidden rows`,
  }),
  posts: ({ count }) => ({
    uk: `Так, повторене ім’я означає одну людину з двома посадами (${count}), якщо нижче не позначено інакше`,
    en: `Yes, a repeated name is one person with two positions (${count}), unless it is marked below`,
  }),
  newcomers: ({ count }) => ({
    uk: `Так, серед нових людей (${count}) немає видалених назавжди`,
    en: `Yes, nobody of the new people (${count}) was erased for good`,
  }),
  restored: ({ version, count, of }) => ({
    uk: `Так, це не старий файл, хоча ${count} з ${of} змін повертають те, що було у версії ${version}`,
    en: `Yes, this is no old file, although ${count} of ${of} changes lead back to version ${version}`,
  }),
  older: ({ version }) => ({
    uk: `Так, це знову список версії ${version}`,
    en: `Yes, this is the list of version ${version} again`,
  }),
};

const doubtTexts: Readonly<Record<Exclude<ChangeDoubt, "warning">, Translations>> = {
  lost: { uk: "частину даних втрачено", en: "something is lost" },
  rearranged: { uk: "прізвище, ім’я чи по батькові переставлено", en: "parts of the name are exchanged" },
  added: { uk: "в імені з’явилися слова", en: "the name has additional words" },
  gender: { uk: "по батькові не узгоджується з іменем", en: "the patronymic does not fit the name" },
  patronymic: { uk: "інше по батькові", en: "another patronymic" },
  another: { uk: "під цим номером інша людина", en: "another person under this id" },
  foreign: { uk: "немає такого українського імені", en: "no Ukrainian given name" },
  number: { uk: "у посаді з’явилося число", en: "the position has a number now" },
  demoted: { uk: "незвична зміна посади", en: "an unusual change of position" },
  incomplete: { uk: "немає прізвища або імені", en: "the last or first name is missing" },
};

/** The statement that a person agrees to; a red one says what to do instead. */
export function stateDanger(danger: Danger): string {
  const text = statements[danger.code](danger)[chosenLanguage()];
  const isOfMost = danger.severity === "red" && /^(?:Так|Yes), /.test(text);
  return isOfMost ? `${text}. ${ofMost()}` : text;
}
const ofMost = inLanguages({
  uk: "Це більшість довідника: перевірте, чи файл повний і чи всі стовпці на своїх місцях",
  en: "That is most of the directory: check that the file is complete, and each column in its place",
});

/** Why a change is doubtful. */
export function doubtsOf({ doubts, warning, fields }: PlannedChange): string[] {
  return doubts.map((doubt) => {
    if (doubt === "warning") return renderIssue(warning!);
    if (doubt === "rearranged" && fields.length === 2) return exchanged(...fields.map(fieldLabel));
    return doubtTexts[doubt][chosenLanguage()];
  });
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
    ...doubtsOf(change),
    ...(change.otherId === null ? [] : [`↔ ${change.otherId}`]),
  ];
  return `${change.id} ${name}${degree ? `, ${degree}` : ""}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}

/** The parts of a name that are not empty. */
export const showName = (teacher: StoredTeacher): string =>
  nameFieldNames
    .map((field) => teacher[field])
    .filter((part) => part !== "")
    .join(" ");

/** The name and the degree. */
export const showTeacher = (teacher: StoredTeacher): string =>
  [showName(teacher), teacher.degree].filter((part) => part !== "").join(", ");

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
