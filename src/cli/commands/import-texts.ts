/** The texts of commands that publish: the database, limits and questions. */
import type { ChangeCounts } from "../../domain/changes/roster-changes.ts";
import { publishingTexts } from "../../publishing/texts/publishing-texts.ts";
import { quoteText } from "../../read/language.ts";

export const importTexts = {
  published: (version: number, found: ChangeCounts): string =>
    `Published version ${version}: ${publishingTexts.counts(found)}`,
  wouldPublish: (found: ChangeCounts): string => `Would publish: ${publishingTexts.counts(found)}`,
  nothingToPublish: (version: number, found: ChangeCounts): string =>
    `Nothing to publish: ${publishingTexts.counts(found)}; version ${version} already has this content`,
  askToPublish: "Publish it?",
  nothingPublished: "Nothing was published",
  wroteFaults: (file: string): string => `Wrote what to correct to ${quoteText(file)}`,
  refused: (what: string, flags: string): string =>
    `Nothing was published. ${what} If this is right, repeat with ${flags}`,
  wouldBeRefused: (what: string, flags: string): string =>
    `An import would be refused. ${what} If this is right, use ${flags}`,
  inDatabase: (name: string): string => `(database ${name})`,
  database: (name: string): string => `Database: ${name}`,
  raisedLimit: (variable: string, flag: string, percent: number, usual: string): string =>
    `${variable} raises the limit of ${flag} to ${percent}%; the default is ${usual}`,
  askToCreate: (name: string): string => `${name} does not exist yet, so no server reads it. Create it?`,
  newDatabase: (name: string): string =>
    `--database: ${name} does not exist yet, so no server reads it; name the database of the directory with --database, or create this one with --yes`,
  missingDatabase: (name: string): string => `${name}, which does not exist yet`,
} as const;
