/** The texts of the commands about versions: status, migrate, history, show and diff. */

import type { ChangeCounts } from "../../domain/changes/roster-changes.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { formatNumber, listVersions } from "../../read/language.ts";
import { workbookTeachersMax } from "../../workbook/workbook-writer.ts";

const labels = {
  database: "Database",
  version: "Version",
  published: "Published",
  publishedBy: "By",
  message: "Message",
  teachers: "Teachers",
  digest: "Digest",
} as const;

export const historyTexts = {
  labels,
  nothingYet: (database: string): string => `Nothing is published yet in ${database}`,
  outdatedTables: "The tables are from an older release; run `teachers migrate` as the role or user that imports",
  migrated: {
    missing: (database: string): string => `Created the tables in ${database}`,
    outdated: (database: string): string => `Updated the tables in ${database}`,
    current: (database: string): string => `The tables in ${database} are up to date`,
  },
  nothingToExport: (database: string): string =>
    `Nothing is published yet in ${database}, so there is nothing to export`,
  tooManyForWorkbook: (count: number, instead: string): string =>
    `A workbook has room for ${formatNumber(workbookTeachersMax)} teachers, and there are ${formatNumber(count)}; use --output "${instead}"`,
  publishedFrom: (time: string, source: string): string => `${time} from ${source}`,
  teacherCounts: (count: number, { added, changed, removed }: Omit<ChangeCounts, "unchanged">): string =>
    `${formatNumber(count)} (${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed)`,
  prunedBefore: (version: number): string => `Version ${version} was pruned, so the changes can't be shown`,
  fromTo: (from: number, to: number, counts: ChangeCounts): string =>
    `From version ${from} to ${to}: ${publishingTexts.counts(counts)}`,
  notAVersion: (text: string): string =>
    `VERSION: "${text}" is not a version; expected a number that \`teachers history\` lists`,
  noVersions: (version: number, database: string): string =>
    `There is no version ${version}: nothing is published yet in ${database}`,
  noSuchVersion: (version: number, database: string, versions: readonly number[]): string =>
    `There is no version ${version} in ${database}; it has ${versions.length === 1 ? "version" : "versions"} ${listVersions(versions)}`,
  /** The titles of the columns of `history` after the version number. */
  titles: [
    labels.published,
    labels.teachers,
    "Added",
    "Removed",
    "Changed",
    "From",
    labels.publishedBy,
    labels.message,
  ],
} as const;
