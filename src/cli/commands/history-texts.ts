/** The texts of the commands about versions: status, migrate, history, show and diff. */

import type { ChangeCounts } from "../../domain/changes/roster-changes.ts";
import type { Verdict } from "../../domain/results.ts";
import { formatCount, inLanguages, listVersions } from "../../publishing/texts/language.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { workbookTeachersMax } from "../../workbook/workbook-writer.ts";

const labels = {
  database: inLanguages({ en: "Database", uk: "База даних" }),
  version: inLanguages({ en: "Version", uk: "Версія" }),
  published: inLanguages({ en: "Published", uk: "Опубліковано" }),
  publishedBy: inLanguages({ en: "By", uk: "Хто" }),
  message: inLanguages({ en: "Message", uk: "Примітка" }),
  teachers: inLanguages({ en: "Teachers", uk: "Викладачів" }),
  digest: inLanguages({ en: "Digest", uk: "Контрольна сума" }),
} as const;
const { added, removed, changed } = publishingTexts;
const from = inLanguages({ en: "From", uk: "Джерело" });

export const historyTexts = {
  labels,
  standby: inLanguages((database: string) => ({
    en: `${database} (a standby; its primary may have a newer version)`,
    uk: `${database} (резервний сервер; на основному може бути новіша версія)`,
  })),
  nothingYet: inLanguages((database: string) => ({
    en: `Nothing is published yet in ${database}`,
    uk: `У ${database} ще нічого не опубліковано`,
  })),
  outdatedTables: inLanguages({
    en: "The tables are from an older release; run `teachers migrate` as the role or user that imports",
    uk: "Таблиці створено давнішою версією програми; виконайте `teachers migrate` від імені того, хто імпортує",
  }),
  migrated: {
    missing: inLanguages((database: string) => ({
      en: `Created the tables in ${database}`,
      uk: `Таблиці створено в ${database}`,
    })),
    outdated: inLanguages((database: string) => ({
      en: `Updated the tables in ${database}`,
      uk: `Таблиці оновлено в ${database}`,
    })),
    current: inLanguages((database: string) => ({
      en: `The tables in ${database} are up to date`,
      uk: `Таблиці в ${database} уже актуальні`,
    })),
  },
  nothingToExport: inLanguages((database: string) => ({
    en: `Nothing is published yet in ${database}, so there is nothing to export`,
    uk: `У ${database} ще нічого не опубліковано, тож немає чого експортувати`,
  })),
  nothingToMatch: inLanguages((database: string) => ({
    en: `Nothing is published yet in ${database}, so no name can be matched`,
    uk: `У ${database} ще нічого не опубліковано, тож немає де шукати імена`,
  })),
  tooManyForWorkbook: inLanguages((count: number, instead: string) => ({
    en: `A workbook has room for ${formatCount(workbookTeachersMax)} teachers, and there are ${formatCount(count)}; use --output "${instead}"`,
    uk: `Книга Excel вміщує щонайбільше ${formatCount(workbookTeachersMax)} викладачів, а їх ${formatCount(count)}; додайте --output "${instead}"`,
  })),
  publishedFrom: inLanguages((time: string, source: string) => ({
    en: `${time} from ${source}`,
    uk: `${time}, джерело: ${source}`,
  })),
  teacherCounts: inLanguages((count: number, { added, changed, removed }: Omit<ChangeCounts, "unchanged">) => ({
    en: `${formatCount(count)} (${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(removed)} removed)`,
    uk: `${formatCount(count)} (додано ${formatCount(added)}, змінено ${formatCount(changed)}, вилучено ${formatCount(removed)})`,
  })),
  prunedBefore: inLanguages((version: number) => ({
    en: `Version ${version} was pruned, so the changes can't be shown`,
    uk: `Версію ${version} прибрано з історії, тож змін не показати`,
  })),
  fromTo: inLanguages((from: number, to: number, counts: ChangeCounts) => ({
    en: `From version ${from} to ${to}: ${publishingTexts.counts(counts)}`,
    uk: `Від версії ${from} до ${to}: ${publishingTexts.counts(counts)}`,
  })),
  notAVersion: (text: string): string =>
    `VERSION: "${text}" is not a version; expected a number that \`teachers history\` lists`,
  noVersions: inLanguages((version: number, database: string) => ({
    en: `There is no version ${version}: nothing is published yet in ${database}`,
    uk: `Версії ${version} немає: у ${database} ще нічого не опубліковано`,
  })),
  noSuchVersion: inLanguages((version: number, database: string, versions: readonly number[]) => ({
    en: `There is no version ${version} in ${database}; it has ${versions.length === 1 ? "version" : "versions"} ${listVersions(versions)}`,
    uk: `У ${database} немає версії ${version}; є ${versions.length === 1 ? "лише версія" : "версії"} ${listVersions(versions)}`,
  })),
  /** The titles of the columns of `history` after the version number. */
  titles: [labels.published, labels.teachers, added, removed, changed, from, labels.publishedBy, labels.message],
  matched: inLanguages(
    ({ one, several, none }: Readonly<Record<Verdict, number>>, version: number, database: string) => ({
      en: `${formatCount(one + several + none)} names: ${formatCount(one)} with one teacher, ${formatCount(several)} with several, ${formatCount(none)} with none (version ${version}, database ${database})`,
      uk: `Усього імен: ${formatCount(one + several + none)}. Знайдено однозначно – ${formatCount(one)}, можливі кілька осіб – ${formatCount(several)}, не знайдено – ${formatCount(none)} (версія ${version}, база ${database})`,
    }),
  ),
} as const;
