/** The texts of commands that publish: preview, guard, question and result. */
import type { Breach, BreachKind } from "../domain/change-guard.ts";
import type { ChangeCounts } from "../domain/roster-changes.ts";
import { formatNumber, inLanguages, type Translations, translate } from "./language.ts";

type Counted = Pick<Breach, "count" | "of"> & { readonly percent: number };

const shareEn = ({ count, of, percent }: Counted): string =>
  `${formatNumber(count)} of ${formatNumber(of)} teachers (${percent}%)`;

/** In the genitive, which is also the accusative: `1 із 21 викладача`. */
function shareUk({ count, of, percent }: Counted): string {
  const isOne = of % 10 === 1 && of % 100 !== 11;
  return `${formatNumber(count)} із ${formatNumber(of)} ${isOne ? "викладача" : "викладачів"} (${percent}%)`;
}

/** What would happen. */
const breaches: Readonly<Record<BreachKind, Translations<[Counted]>>> = {
  emptied: {
    en: (counted) => `It would empty the directory: ${shareEn(counted)} would be removed.`,
    uk: (counted) => `Довідник стане порожнім: буде вилучено ${shareUk(counted)}.`,
  },
  removed: {
    en: (counted) => `It would remove ${shareEn(counted)}.`,
    uk: (counted) => `Буде вилучено ${shareUk(counted)}.`,
  },
  renamed: {
    en: (counted) => `It would assign the ids of ${shareEn(counted)} to other names.`,
    uk: (counted) => `Ім’я за тим самим id зміниться у ${shareUk(counted)}.`,
  },
  moved: {
    en: (counted) => `It would change the ids of ${shareEn(counted)}.`,
    uk: (counted) => `Іншим стане id у ${shareUk(counted)}.`,
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
  empty: inLanguages({ en: "(empty)", uk: "(порожньо)" }),
  counts,
  breach: (kind: BreachKind, counted: Counted): string => translate(breaches[kind], counted),
  /** Behind a question. Both languages are accepted in an answer. */
  yesOrNo: inLanguages({ en: "[y/N]", uk: "[т/Н]" }),
  askToPublish: inLanguages({ en: "Publish it?", uk: "Опублікувати?" }),
  nothingPublished: inLanguages({ en: "Nothing was published", uk: "Нічого не опубліковано" }),
  refused: inLanguages<[what: string, flags: string]>({
    en: (what, flags) => `Nothing was published. ${what} If this is right, repeat with ${flags}`,
    uk: (what, flags) => `Нічого не опубліковано. ${what} Якщо так і треба, повторіть із ${flags}`,
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
    uk: (version, found) => `Публікувати нічого: ${counts(found)}; такий вміст уже має версія ${version}`,
  }),
  inDatabase: inLanguages<[name: string]>({ en: (name) => `(database ${name})`, uk: (name) => `(база ${name})` }),
  missingDatabase: inLanguages<[name: string]>({
    en: (name) => `${name}, which does not exist yet`,
    uk: (name) => `${name}, якої ще немає`,
  }),
  publishedButFailed: inLanguages<[failure: string]>({
    en: (failure) => `The version is published, but ${failure}`,
    uk: (failure) => `Версію опубліковано, але ${failure}`,
  }),
} as const;
