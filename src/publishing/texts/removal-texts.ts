/** The texts of the commands that delete from the history for good: erase and prune. */
import { countEn, countUk } from "../../domain/lang.ts";
import type { Remainder } from "../../store/engine.ts";
import { inLanguages, listNames, listVersions, type MessageTexts } from "./language.ts";

const teachersEn = (count: number): string => countEn(count, "teacher", "teachers");
const teachersUk = (count: number): string => countUk(count, "викладача", "викладачів", "викладачів");
const versionsUk = (count: number): string => countUk(count, "версію", "версії", "версій");
const versionsEn = (count: number): string => countEn(count, "version", "versions");

/** The places outside our own files where names may remain. */
const otherPlaces: readonly (() => string)[] = [
  inLanguages({
    en: "backups, exports, reports and the imported files",
    uk: "резервні копії, експортовані файли, звіти й таблиці, з яких опубліковано списки",
  }),
  inLanguages({
    en: "images of servers that are stopped or on other machines, until they serve the new version",
    uk: "файли зупинених серверів і серверів на інших машинах, доки вони не перейдуть на нову версію",
  }),
  inLanguages({ en: "the memory of servers until they restart", uk: "пам’ять серверів до їхнього перезапуску" }),
  inLanguages({
    en: "caches of proxies and browsers, their logs, and search engines",
    uk: "кеші проксі-серверів і браузерів, їхні журнали та пошукові системи",
  }),
  inLanguages({ en: "snapshots and freed blocks of the disk", uk: "знімки диска та звільнене на ньому місце" }),
];

export const remainderTexts: MessageTexts<Remainder> = {
  sqliteLog: ({ path }) => ({
    en: `${path}, because another process reads from it; run the command again`,
    uk: `${path}, бо його читає інший процес; виконайте команду ще раз`,
  }),
  postgresLog: {
    en: "the write-ahead log of PostgreSQL and its archive, until they are recycled",
    uk: "журнал транзакцій PostgreSQL та його архів, доки їх не перезаписано",
  },
  postgresStatistics: {
    en: "the statistics of PostgreSQL; run `vacuum full pg_statistic` as the owner of the database",
    uk: "статистика PostgreSQL; виконайте `vacuum full pg_statistic` як власник бази",
  },
  postgresFiles: {
    en: "old files of PostgreSQL until its next checkpoint",
    uk: "старі файли PostgreSQL до його наступної контрольної точки",
  },
};

export const removalTexts = {
  otherPlaces,
  andLater: inLanguages((version: number) => ({ en: `${version} and later`, uk: `${version} і пізніші` })),
  mention: inLanguages((version: number) => ({
    en: `the source, the publisher or the message of version ${version}`,
    uk: `джерело, автор або примітка версії ${version}`,
  })),
  notAnId: (text: string): string =>
    `ID: "${text}" is not an id; expected an integer from 1 to ${Number.MAX_SAFE_INTEGER}`,
  tooManyIds: (count: number, max: number): string => `ID: ${count} ids are too many; at most ${max} are allowed`,
  unknownIds: inLanguages((database: string, ids: readonly number[]) => ({
    en: `No version in ${database} has the ${ids.length === 1 ? "id" : "ids"} ${listNames(ids)}; nothing was erased`,
    uk: `У жодній версії в ${database} немає id ${listNames(ids)}; нікого не видалено`,
  })),
  traces: inLanguages((id: number, name: string, first: number, last: number | null) => ({
    en: `  ${id}  ${name}, from version ${first} to ${last ?? "the newest"}`,
    uk: `  ${id}  ${name}, від версії ${first} до ${last ?? "найновішої"}`,
  })),
  askToErase: inLanguages((count: number) => ({
    en: `This can't be undone. Erase ${teachersEn(count)} from every version?`,
    uk: `Цього не можна скасувати. Видалити ${teachersUk(count)} з усіх версій?`,
  })),
  repeatErasure: inLanguages({
    en: "Nothing was erased, because this can't be undone. If this is right, repeat with --yes",
    uk: "Нікого не видалено, бо цього не можна скасувати. Якщо так і треба, повторіть із --yes",
  }),
  nothingErased: inLanguages({ en: "Nothing was erased", uk: "Нікого не видалено" }),
  erased: inLanguages((teachers: number, versions: number, published: number) => ({
    en: `Erased ${teachersEn(teachers)} from ${versionsEn(versions)}; version ${published} is published without them`,
    uk: `Видалено ${teachersUk(teachers)} з ${countUk(versions, "версії", "версій", "версій")}; опубліковано версію ${published} без цих даних`,
  })),
  erasedBefore: inLanguages({
    en: "The ids were erased before; cleaning up again",
    uk: "Цих викладачів уже видалено; очищаю файли ще раз",
  }),
  imagesRemoved: inLanguages((count: number, folder: string) => ({
    en: `Removed ${countEn(count, "image", "images")} from ${folder}`,
    uk: `Із папки ${folder} прибрано ${countUk(count, "файл", "файли", "файлів")} для сервера`,
  })),
  stillInFiles: inLanguages((failure: string) => ({
    en: `The teachers are erased, but their rows are still in the files: ${failure}; run the command again`,
    uk: `Викладачів видалено, але їхні рядки ще є у файлах: ${failure}; виконайте команду ще раз`,
  })),
  namesMayRemain: inLanguages({ en: "The names may remain in:", uk: "Імена ще можуть бути в таких місцях:" }),
  keepOrBefore: () => "prune needs --keep or --before, and not both",
  nothingToPrune: inLanguages({ en: "There is nothing to delete", uk: "Із історії немає чого прибирати" }),
  askToPrune: inLanguages((versions: readonly number[]) => ({
    en: `This can't be undone. Delete ${versionsEn(versions.length)}: ${listVersions(versions)}?`,
    uk: `Цього не можна скасувати. Прибрати з історії ${versionsUk(versions.length)}: ${listVersions(versions)}?`,
  })),
  nothingPruned: inLanguages({ en: "Nothing was deleted", uk: "Нічого не прибрано" }),
  pruned: inLanguages((versions: readonly number[]) => ({
    en: `Deleted ${versionsEn(versions.length)}: ${listVersions(versions)}`,
    uk: `Прибрано з історії ${versionsUk(versions.length)}: ${listVersions(versions)}`,
  })),
  spaceNotGivenBack: inLanguages((failure: string) => ({
    en: `The versions are deleted, but their disk space was not freed: ${failure}`,
    uk: `Версії прибрано, але місце на диску не звільнено: ${failure}`,
  })),
} as const;
