/** The texts of the commands about versions: status, migrate, history, show and diff. */

import type { ChangeCounts } from "../../domain/changes/roster-changes.ts";
import { formatNumber, inLanguages, listVersions } from "../../publishing/texts/language.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { workbookTeachersMax } from "../../workbook/workbook-writer.ts";

const labels = {
  database: inLanguages({ uk: "База даних", en: "Database" }),
  version: inLanguages({ uk: "Версія", en: "Version" }),
  published: inLanguages({ uk: "Опубліковано", en: "Published" }),
  publishedBy: inLanguages({ uk: "Хто", en: "By" }),
  message: inLanguages({ uk: "Примітка", en: "Message" }),
  teachers: inLanguages({ uk: "Викладачів", en: "Teachers" }),
  digest: inLanguages({ uk: "Контрольна сума", en: "Digest" }),
} as const;
const { added, removed, changed } = publishingTexts;
const from = inLanguages({ uk: "Джерело", en: "From" });

export const historyTexts = {
  labels,
  nothingYet: inLanguages((database: string) => ({
    uk: `У ${database} ще нічого не опубліковано`,
    en: `Nothing is published yet in ${database}`,
  })),
  outdatedTables: inLanguages({
    uk: "Таблиці створено давнішою версією програми; виконайте `teachers migrate` від імені того, хто імпортує",
    en: "The tables are from an older release; run `teachers migrate` as the role or user that imports",
  }),
  migrated: {
    missing: inLanguages((database: string) => ({
      uk: `Таблиці створено в ${database}`,
      en: `Created the tables in ${database}`,
    })),
    outdated: inLanguages((database: string) => ({
      uk: `Таблиці оновлено в ${database}`,
      en: `Updated the tables in ${database}`,
    })),
    current: inLanguages((database: string) => ({
      uk: `Таблиці в ${database} уже актуальні`,
      en: `The tables in ${database} are up to date`,
    })),
  },
  nothingToExport: inLanguages((database: string) => ({
    uk: `У ${database} ще нічого не опубліковано, тож немає чого експортувати`,
    en: `Nothing is published yet in ${database}, so there is nothing to export`,
  })),
  tooManyForWorkbook: inLanguages((count: number, instead: string) => ({
    uk: `Книга Excel вміщує щонайбільше ${formatNumber(workbookTeachersMax)} викладачів, а їх ${formatNumber(count)}; додайте --output "${instead}"`,
    en: `A workbook has room for ${formatNumber(workbookTeachersMax)} teachers, and there are ${formatNumber(count)}; use --output "${instead}"`,
  })),
  publishedFrom: inLanguages((time: string, source: string) => ({
    uk: `${time}, джерело: ${source}`,
    en: `${time} from ${source}`,
  })),
  teacherCounts: inLanguages((count: number, { added, changed, removed }: Omit<ChangeCounts, "unchanged">) => ({
    uk: `${formatNumber(count)} (додано ${formatNumber(added)}, змінено ${formatNumber(changed)}, вилучено ${formatNumber(removed)})`,
    en: `${formatNumber(count)} (${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed)`,
  })),
  prunedBefore: inLanguages((version: number) => ({
    uk: `Версію ${version} прибрано з історії, тож змін не показати`,
    en: `Version ${version} was pruned, so the changes can't be shown`,
  })),
  fromTo: inLanguages((from: number, to: number, counts: ChangeCounts) => ({
    uk: `Від версії ${from} до ${to}: ${publishingTexts.counts(counts)}`,
    en: `From version ${from} to ${to}: ${publishingTexts.counts(counts)}`,
  })),
  notAVersion: (text: string): string =>
    `VERSION: "${text}" is not a version; expected a number that \`teachers history\` lists`,
  noVersions: inLanguages((version: number, database: string) => ({
    uk: `Версії ${version} немає: у ${database} ще нічого не опубліковано`,
    en: `There is no version ${version}: nothing is published yet in ${database}`,
  })),
  noSuchVersion: inLanguages((version: number, database: string, versions: readonly number[]) => ({
    uk: `У ${database} немає версії ${version}; є ${versions.length === 1 ? "лише версія" : "версії"} ${listVersions(versions)}`,
    en: `There is no version ${version} in ${database}; it has ${versions.length === 1 ? "version" : "versions"} ${listVersions(versions)}`,
  })),
  /** The titles of the columns of `history` after the version number. */
  titles: [labels.published, labels.teachers, added, removed, changed, from, labels.publishedBy, labels.message],
} as const;
