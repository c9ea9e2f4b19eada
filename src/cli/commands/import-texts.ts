/** The texts of commands that publish: the database, what happened, and what must be confirmed. */
import { formatNumberIn } from "../../domain/lang.ts";
import type { ChangeCounts } from "../../publish/plan.ts";
import { quoteText } from "../../read/language.ts";

const renderCounts = ({ added, changed, removed, unchanged }: ChangeCounts): string => {
  const [a, c, r, u] = [added, changed, removed, unchanged].map((count) => formatNumberIn("en", count));
  return `${a} added, ${c} changed, ${r} removed, ${u} unchanged`;
};

export const importTexts = {
  published: (version: number, counts: ChangeCounts): string => `Published version ${version}: ${renderCounts(counts)}`,
  wouldPublish: (counts: ChangeCounts): string => `Would publish: ${renderCounts(counts)}`,
  nothingToPublish: (version: number, counts: ChangeCounts): string =>
    `Nothing to publish: ${renderCounts(counts)}; version ${version} already has this content`,
  askToPublish: "Publish it?",
  nothingPublished: "Nothing was published",
  publishedMeanwhile: "Somebody else has published meanwhile; comparing again",
  tooLarge: "The file is larger than 1 GB",
  confirmWith: (code: string): string =>
    `Nothing was published. If all of this is right, repeat the command with --confirm ${code}`,
  wouldNeed: (code: string): string => `An import would need --confirm ${code}`,
  otherCode: (given: string, code: string): string =>
    `--confirm ${given} confirms something else: the file, the options or the published version have changed. Nothing was published. If all of this is right, repeat the command with --confirm ${code}`,
  acceptWith: (code: string): string =>
    `Nothing was published. If the file was read rightly, repeat the command with --yes, or with --confirm ${code}`,
  wroteAnnotated: (file: string): string => `Wrote what to correct to ${quoteText(file)}`,
  inDatabase: (name: string): string => `(database ${name})`,
  database: (name: string): string => `Database: ${name}`,
  missingDatabase: (name: string): string => `${name}, which does not exist yet`,
} as const;
