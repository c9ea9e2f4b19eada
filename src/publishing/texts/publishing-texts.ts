/** The texts of commands that publish: preview, guard, question and result. */
import type { Breach, BreachKind } from "../../domain/changes/change-guard.ts";
import type { ChangeCounts } from "../../domain/changes/roster-changes.ts";
import { countEn, countUk, formatNumber, inLanguages, type Translations, translate } from "./language.ts";

type Counted = Pick<Breach, "count" | "of"> & { readonly percent: number };

const shareEn = ({ count, of, percent }: Counted): string =>
  `${formatNumber(count)} of ${formatNumber(of)} teachers (${percent}%)`;

/** In the genitive, which is also the accusative: `1 із 21 викладача`. */
function shareUk({ count, of, percent }: Counted): string {
  const isOne = of % 10 === 1 && of % 100 !== 11;
  return `${formatNumber(count)} із ${formatNumber(of)} ${isOne ? "викладача" : "викладачів"} (${percent}%)`;
}

/** What would happen, and what probably caused it. */
const breaches: Readonly<Record<BreachKind, Translations<[Counted]>>> = {
  emptied: {
    en: (counted) => `It would empty the directory: ${shareEn(counted)} would be removed.`,
    uk: (counted) => `Довідник стане порожнім: буде вилучено ${shareUk(counted)}.`,
  },
  removed: {
    en: (counted) => `It would remove ${shareEn(counted)}. Check that the file is complete.`,
    uk: (counted) => `Буде вилучено ${shareUk(counted)}. Перевірте, чи файл повний.`,
  },
  renamed: {
    en: (counted) =>
      `It would assign the ids of ${shareEn(counted)} to other names. Perhaps only some columns were sorted.`,
    uk: (counted) =>
      `${shareUk(counted)} отримають інше ім’я під тим самим номером (id). Можливо, у таблиці відсортовано не всі стовпці.`,
  },
  moved: {
    en: (counted) => `It would change the ids of ${shareEn(counted)}. Perhaps the rows were renumbered.`,
    uk: (counted) => `Зміниться номер (id) у ${shareUk(counted)}. Можливо, рядки пронумеровано наново.`,
  },
  together: {
    en: (counted) => `In all, it would remove, rename or renumber ${shareEn(counted)}.`,
    uk: (counted) =>
      `Загалом зміни зачеплять ${shareUk(counted)}: їх буде вилучено, або вони отримають інше ім’я чи номер (id).`,
  },
  changed: {
    en: (counted) =>
      `It would change the degrees of ${shareEn(counted)}. Perhaps only some columns were sorted, or another column was taken.`,
    uk: (counted) =>
      `Зміниться посада у ${shareUk(counted)}. Можливо, у таблиці відсортовано не всі стовпці або взято не той стовпець.`,
  },
  added: {
    en: ({ count, of, percent }) =>
      `It would add ${formatNumber(count)} to ${formatNumber(of)} teachers (${percent}%). Perhaps the file lists somebody twice.`,
    uk: ({ count, of, percent }) =>
      `Буде додано ${formatNumber(count)}, а зараз викладачів ${formatNumber(of)} (${percent}%). Можливо, когось у файлі записано двічі.`,
  },
};

const counts = inLanguages<[ChangeCounts]>({
  en: ({ added, changed, removed, unchanged }) =>
    `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`,
  uk: ({ added, changed, removed, unchanged }) =>
    `додано ${added}, змінено ${changed}, вилучено ${removed}, без змін ${unchanged}`,
});

export const publishingTexts = {
  added: inLanguages({ en: "Added", uk: "Додано" }),
  removed: inLanguages({ en: "Removed", uk: "Вилучено" }),
  changed: inLanguages({ en: "Changed", uk: "Змінено" }),
  more: inLanguages<[count: number]>({
    en: (count) => `… and ${formatNumber(count)} more`,
    uk: (count) => `… і ще ${formatNumber(count)}`,
  }),
  hadId: inLanguages<[id: number]>({ en: (id) => `(had the id ${id})`, uk: (id) => `(раніше id ${id})` }),
  hasId: inLanguages<[id: number]>({ en: (id) => `(now has the id ${id})`, uk: (id) => `(тепер id ${id})` }),
  returned: inLanguages<[id: number, version: number]>({
    en: (id, version) => `(id ${id}, who left in version ${version})`,
    uk: (id, version) => `(id ${id}, вилучено у версії ${version})`,
  }),
  replacesSample: inLanguages<[count: number]>({
    en: (count) => `Replaces the sample of ${formatNumber(count)} invented teachers`,
    uk: (count) => `Замінює зразок, у якому вигаданих викладачів: ${formatNumber(count)}`,
  }),
  couldBeErased: inLanguages<[count: number]>({
    en: (count) =>
      `${countEn(count, "teacher was", "teachers were")} erased from this directory, and it keeps no names of them. Check that nobody with a new id is one of them:`,
    uk: (count) =>
      `Із цього довідника видалено назавжди ${countUk(count, "викладача", "викладачів", "викладачів")}, а їхніх імен він не зберігає. Перевірте, чи немає їх серед тих, хто отримує новий номер (id):`,
  }),
  empty: inLanguages({ en: "(empty)", uk: "(порожньо)" }),
  counts,
  breach: (kind: BreachKind, counted: Counted): string => translate(breaches[kind], counted),
  /** Behind a question. Both languages are accepted in an answer. */
  yesOrNo: inLanguages({ en: "[y/N]", uk: "[т/Н]" }),
  askToPublish: inLanguages({ en: "Publish it?", uk: "Опублікувати?" }),
  nothingPublished: inLanguages({ en: "Nothing was published", uk: "Нічого не опубліковано" }),
  refused: inLanguages<[what: string, flags: string]>({
    en: (what, flags) => `Nothing was published. ${what} If this is right, repeat with ${flags}`,
    uk: (what, flags) => `Нічого не опубліковано. ${what} Якщо так і треба, додайте ${flags}`,
  }),
  wouldBeRefused: inLanguages<[what: string, flags: string]>({
    en: (what, flags) => `An import would be refused. ${what} If this is right, use ${flags}`,
    uk: (what, flags) => `Імпорт буде відхилено. ${what} Якщо так і треба, додайте ${flags}`,
  }),
  published: inLanguages<[version: number, counts: ChangeCounts]>({
    en: (version, found) => `Published version ${version}: ${counts(found)}`,
    uk: (version, found) => `Опубліковано версію ${version}: ${counts(found)}`,
  }),
  wouldPublish: inLanguages<[counts: ChangeCounts]>({
    en: (found) => `Would publish: ${counts(found)}`,
    uk: (found) => `Буде опубліковано: ${counts(found)}`,
  }),
  nothingToPublish: inLanguages<[version: number, counts: ChangeCounts]>({
    en: (version, found) => `Nothing to publish: ${counts(found)}; version ${version} already has this content`,
    uk: (version, found) => `Змін немає: ${counts(found)}; такий самий вміст уже опубліковано (версія ${version})`,
  }),
  isEarlier: inLanguages<[version: number, time: string, source: string]>({
    en: (version, time, source) =>
      `Warning: this is version ${version} again, of ${time} (${source}), without the changes since; check that the file is the newest`,
    uk: (version, time, source) =>
      `Увага: це знову версія ${version} від ${time} (${source}), без пізніших змін; перевірте, чи це найновіший файл`,
  }),
  inDatabase: inLanguages<[name: string]>({ en: (name) => `(database ${name})`, uk: (name) => `(база ${name})` }),
  database: inLanguages<[name: string]>({ en: (name) => `Database: ${name}`, uk: (name) => `База даних: ${name}` }),
  raisedLimit: inLanguages<[variable: string, flag: string, percent: number, usual: string]>({
    en: (variable, flag, percent, usual) =>
      `${variable} raises the limit of ${flag} to ${percent}%; the default is ${usual}`,
    uk: (variable, flag, percent, usual) =>
      `${variable} підвищує межу ${flag} до ${percent}%; за замовчуванням ${usual}`,
  }),
  askToCreate: inLanguages<[name: string]>({
    en: (name) => `${name} does not exist yet, so no server reads it. Create it?`,
    uk: (name) => `Бази ${name} ще немає, тож жоден сервер її не читає. Створити її?`,
  }),
  newDatabase: inLanguages<[name: string]>({
    en: (name) =>
      `--database: ${name} does not exist yet, so no server reads it; name the database of the directory by --database, or create this one by --yes`,
    uk: (name) =>
      `--database: бази ${name} ще немає, тож жоден сервер її не читає; вкажіть базу довідника через --database або створіть цю через --yes`,
  }),
  missingDatabase: inLanguages<[name: string]>({
    en: (name) => `${name}, which does not exist yet`,
    uk: (name) => `${name}, якої ще немає`,
  }),
  publishedButFailed: inLanguages<[failure: string]>({
    en: (failure) => `The version is published, but ${failure}`,
    uk: (failure) => `Версію опубліковано, але ${failure}`,
  }),
} as const;
