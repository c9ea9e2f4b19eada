/** The texts of the commands about versions: status, migrate, history, show and diff. */

import type { ChangeCounts } from "../../domain/changes/roster-changes.ts";
import type { Verdict } from "../../domain/results.ts";
import { formatNumber, inLanguages, listVersions } from "../../publishing/texts/language.ts";
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
    en: `A workbook has room for ${formatNumber(workbookTeachersMax)} teachers, and there are ${formatNumber(count)}; use --output "${instead}"`,
    uk: `Книга Excel вміщує щонайбільше ${formatNumber(workbookTeachersMax)} викладачів, а їх ${formatNumber(count)}; додайте --output "${instead}"`,
  })),
  publishedFrom: inLanguages((time: string, source: string) => ({
    en: `${time} from ${source}`,
    uk: `${time}, джерело: ${source}`,
  })),
  teacherCounts: inLanguages((count: number, { added, changed, removed }: Omit<ChangeCounts, "unchanged">) => ({
    en: `${formatNumber(count)} (${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed)`,
    uk: `${formatNumber(count)} (додано ${formatNumber(added)}, змінено ${formatNumber(changed)}, вилучено ${formatNumber(removed)})`,
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
      en: `${formatNumber(one + several + none)} names: ${formatNumber(one)} with one teacher, ${formatNumber(several)} with several, ${formatNumber(none)} with none (version ${version}, database ${database})`,
      uk: `Усього імен: ${formatNumber(one + several + none)}. Знайдено однозначно – ${formatNumber(one)}, можливі кілька осіб – ${formatNumber(several)}, не знайдено – ${formatNumber(none)} (версія ${version}, база ${database})`,
    }),
  ),
} as const;
