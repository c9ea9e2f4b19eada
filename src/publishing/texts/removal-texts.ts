/** The texts of the commands that delete from the history for good: erase and prune. */
import { countEn, countUk } from "../../domain/lang.ts";
import type { Remainder } from "../../store/engine.ts";
import { inLanguages, listNames, listVersions, type MessageTexts } from "./language.ts";

const teachersUk = (count: number): string => countUk(count, "викладача", "викладачів", "викладачів");
const teachersEn = (count: number): string => countEn(count, "teacher", "teachers");
const versionsUk = (count: number): string => countUk(count, "версію", "версії", "версій");
const versionsEn = (count: number): string => countEn(count, "version", "versions");

/** The places outside our own files where names may remain. */
const otherPlaces: readonly (() => string)[] = [
  inLanguages({
    uk: "резервні копії, експортовані файли, звіти й таблиці, з яких опубліковано списки",
    en: "backups, exports, reports and the imported files",
  }),
  inLanguages({
    uk: "файли зупинених серверів і серверів на інших машинах, доки вони не перейдуть на нову версію",
    en: "images of servers that are stopped or on other machines, until they serve the new version",
  }),
  inLanguages({ uk: "пам’ять серверів до їхнього перезапуску", en: "the memory of servers until they restart" }),
  inLanguages({
    uk: "кеші проксі-серверів і браузерів, їхні журнали та пошукові системи",
    en: "caches of proxies and browsers, their logs, and search engines",
  }),
  inLanguages({ uk: "знімки диска та звільнене на ньому місце", en: "snapshots and freed blocks of the disk" }),
];

export const remainderTexts: MessageTexts<Remainder> = {
  sqliteLog: ({ path }) => ({
    uk: `${path}, бо його читає інший процес; виконайте команду ще раз`,
    en: `${path}, because another process reads from it; run the command again`,
  }),
  postgresLog: {
    uk: "журнал транзакцій PostgreSQL та його архів, доки їх не перезаписано",
    en: "the write-ahead log of PostgreSQL and its archive, until they are recycled",
  },
  postgresStatistics: {
    uk: "статистика PostgreSQL; виконайте `vacuum full pg_statistic` як власник бази",
    en: "the statistics of PostgreSQL; run `vacuum full pg_statistic` as the owner of the database",
  },
  postgresFiles: {
    uk: "старі файли PostgreSQL до його наступної контрольної точки",
    en: "old files of PostgreSQL until its next checkpoint",
  },
};

export const removalTexts = {
  otherPlaces,
  andLater: inLanguages((version: number) => ({ uk: `${version} і пізніші`, en: `${version} and later` })),
  mention: inLanguages((version: number) => ({
    uk: `джерело, автор або примітка версії ${version}`,
    en: `the source, the publisher or the message of version ${version}`,
  })),
  notAnId: (text: string): string =>
    `ID: "${text}" is not an id; expected an integer from 1 to ${Number.MAX_SAFE_INTEGER}`,
  tooManyIds: (count: number, max: number): string => `ID: ${count} ids are too many; at most ${max} are allowed`,
  unknownIds: inLanguages((database: string, ids: readonly number[]) => ({
    uk: `У жодній версії в ${database} немає id ${listNames(ids)}; нікого не видалено`,
    en: `No version in ${database} has the ${ids.length === 1 ? "id" : "ids"} ${listNames(ids)}; nothing was erased`,
  })),
  traces: inLanguages((id: number, name: string, first: number, last: number | null) => ({
    uk: `  ${id}  ${name}, від версії ${first} до ${last ?? "найновішої"}`,
    en: `  ${id}  ${name}, from version ${first} to ${last ?? "the newest"}`,
  })),
  askToErase: inLanguages((count: number) => ({
    uk: `Цього не можна скасувати. Видалити ${teachersUk(count)} з усіх версій?`,
    en: `This can't be undone. Erase ${teachersEn(count)} from every version?`,
  })),
  repeatErasure: inLanguages({
    uk: "Нікого не видалено, бо цього не можна скасувати. Якщо так і треба, повторіть із --yes",
    en: "Nothing was erased, because this can't be undone. If this is right, repeat with --yes",
  }),
  nothingErased: inLanguages({ uk: "Нікого не видалено", en: "Nothing was erased" }),
  erased: inLanguages((teachers: number, versions: number, published: number) => ({
    uk: `Видалено ${teachersUk(teachers)} з ${countUk(versions, "версії", "версій", "версій")}; опубліковано версію ${published} без цих даних`,
    en: `Erased ${teachersEn(teachers)} from ${versionsEn(versions)}; version ${published} is published without them`,
  })),
  erasedBefore: inLanguages({
    uk: "Цих викладачів уже видалено; очищаю файли ще раз",
    en: "The ids were erased before; cleaning up again",
  }),
  imagesRemoved: inLanguages((count: number, folder: string) => ({
    uk: `Із папки ${folder} прибрано ${countUk(count, "файл", "файли", "файлів")} для сервера`,
    en: `Removed ${countEn(count, "image", "images")} from ${folder}`,
  })),
  stillInFiles: inLanguages((failure: string) => ({
    uk: `Викладачів видалено, але їхні рядки ще є у файлах: ${failure}; виконайте команду ще раз`,
    en: `The teachers are erased, but their rows are still in the files: ${failure}; run the command again`,
  })),
  namesMayRemain: inLanguages({ uk: "Імена ще можуть бути в таких місцях:", en: "The names may remain in:" }),
  keepOrBefore: () => "prune needs --keep or --before, and not both",
  nothingToPrune: inLanguages({ uk: "Із історії немає чого прибирати", en: "There is nothing to delete" }),
  askToPrune: inLanguages((versions: readonly number[]) => ({
    uk: `Цього не можна скасувати. Прибрати з історії ${versionsUk(versions.length)}: ${listVersions(versions)}?`,
    en: `This can't be undone. Delete ${versionsEn(versions.length)}: ${listVersions(versions)}?`,
  })),
  repeatPruning: inLanguages((versions: readonly number[]) => ({
    uk: `Нічого не прибрано, бо цього не можна скасувати. Щоб прибрати з історії ${versionsUk(versions.length)} (${listVersions(versions)}), повторіть із --yes`,
    en: `Nothing was deleted, because this can't be undone. To delete ${versionsEn(versions.length)} (${listVersions(versions)}), repeat with --yes`,
  })),
  nothingPruned: inLanguages({ uk: "Нічого не прибрано", en: "Nothing was deleted" }),
  pruned: inLanguages((versions: readonly number[]) => ({
    uk: `Прибрано з історії ${versionsUk(versions.length)}: ${listVersions(versions)}`,
    en: `Deleted ${versionsEn(versions.length)}: ${listVersions(versions)}`,
  })),
  spaceNotGivenBack: inLanguages((failure: string) => ({
    uk: `Версії прибрано, але місце на диску не звільнено: ${failure}`,
    en: `The versions are deleted, but their disk space was not freed: ${failure}`,
  })),
} as const;
