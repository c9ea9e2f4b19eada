/** Clears the files after an erasure, and lists where the names may remain. */
import { inLanguages } from "../domain/lang.ts";
import type { Remainder } from "../store/engine.ts";
import type { VersionRange } from "../store/history/erase.ts";
import type { Store } from "../store/store.ts";
import { countPeople, countVersions, describeSource } from "./version-texts.ts";

/** The places outside our own files where names may remain. */
const otherPlaces: readonly (() => string)[] = [
  inLanguages({
    uk: "резервні копії: після відновлення програма видаляє цих людей знову, якщо ще має цю базу",
    en: "backups; a restore erases these people again, as long as it finds this database",
  }),
  inLanguages({
    uk: "експортовані файли й таблиці, з яких опубліковано списки: повний список, складений раніше, поверне цих людей із новими номерами",
    en: "exports and the imported files: a full list from before brings these people again, with new ids",
  }),
  inLanguages({
    uk: "копії зупинених серверів і серверів на інших машинах, доки вони не перейдуть на нову версію",
    en: "copies of servers that are stopped or on other machines, until they serve the new version",
  }),
  inLanguages({ uk: "пам’ять серверів до їхнього перезапуску", en: "the memory of servers until they restart" }),
  inLanguages({
    uk: "кеші проксі-серверів і браузерів, їхні журнали та пошукові системи",
    en: "caches of proxies and browsers, their logs, and search engines",
  }),
  inLanguages({ uk: "знімки диска та звільнене на ньому місце", en: "snapshots and freed blocks of the disk" }),
];

const remainderTexts: Readonly<Record<Remainder["code"], (path: string) => string>> = {
  sqliteLog: inLanguages((path: string) => ({
    uk: `${path}, бо його читає інший процес; виконайте команду ще раз`,
    en: `${path}, because another process reads from it; run the command again`,
  })),
  sqliteBeside: inLanguages((path: string) => ({
    uk: `${path}: старий файл бази; видаліть його, якщо він більше не потрібен`,
    en: `${path}, an earlier file of the database; delete it if it is no longer needed`,
  })),
  postgresLog: inLanguages({
    uk: "журнал транзакцій PostgreSQL та його архів, доки їх не перезаписано",
    en: "the write-ahead log of PostgreSQL and its archive, until they are recycled",
  }),
  postgresFiles: inLanguages({
    uk: "старі файли PostgreSQL до його наступної контрольної точки",
    en: "old files of PostgreSQL until its next checkpoint",
  }),
};

const mention = inLanguages((version: number) => ({
  uk: `джерело, автор або примітка версії ${version}`,
  en: `the source, the publisher or the message of version ${version}`,
}));

export const erasureTexts = {
  andLater: inLanguages((version: number) => ({ uk: `${version} і пізніші`, en: `${version} and later` })),
  erased: inLanguages((teachers: number, versions: number, published: number) => ({
    uk: `Видалено ${countPeople(teachers).uk} із ${countVersions(versions).uk}; опубліковано версію ${published} без цих даних`,
    en: `Erased ${countPeople(teachers).en} from ${countVersions(versions).en}; version ${published} is published without them`,
  })),
  stillInFiles: inLanguages((failure: string) => ({
    uk: `Викладачів видалено, але їхні рядки ще є у файлах: ${failure}; виконайте команду ще раз`,
    en: `The teachers are erased, but their rows are still in the files: ${failure}; run the command again`,
  })),
  namesMayRemain: inLanguages({ uk: "Імена ще можуть бути в таких місцях:", en: "The names may remain in:" }),
} as const;

/** The last names in these rows, for {@link clearErased}. They must be read before the rows are erased. */
export async function findLastNames(store: Store, ranges: readonly VersionRange[]): Promise<string[]> {
  const names = new Set<string>();
  for (const { id, first_version } of ranges) {
    const teacher = await store.findTeacher(id, first_version);
    if (teacher !== null && teacher.last_name !== "") names.add(teacher.last_name);
  }
  return [...names];
}

/**
 * Clears erased rows from the files of the database. Returns why that failed, or null, and the places where these last
 * names may remain: versions whose source, publisher or message has one, and what clearing the files has left.
 */
export async function clearErased(
  store: Store,
  names: readonly string[],
  clear = store.compact,
): Promise<{ readonly failure: Error | null; readonly places: string[] }> {
  const remaining = await clear().catch((error: Error) => error);
  const [failure, left] = remaining instanceof Error ? [remaining, []] : [null, remaining];
  const mentions = (await store.listVersions()).filter(({ source, message, publishedBy }) => {
    const text = `${describeSource(source)} ${message} ${publishedBy}`.toLowerCase();
    return names.some((name) => text.includes(name.toLowerCase()));
  });
  const places = [
    ...mentions.map(({ number }) => mention(number)),
    ...left.map((one) => remainderTexts[one.code]("path" in one ? one.path : "")),
    ...otherPlaces.map((text) => text()),
  ];
  return { failure, places };
}
