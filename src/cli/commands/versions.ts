/** Parses, finds and shows the versions that commands name. */

import { formatNumber, listVersions, withLanguage } from "../../domain/lang.ts";
import type { Version } from "../../domain/version.ts";
import type { ChangeCounts } from "../../publish/compare.ts";
import { describeSource, formatTime, versionTexts } from "../../publish/version-texts.ts";
import type { Store } from "../../store/store.ts";
import { SettingError } from "../settings/settings.ts";

/** The version of an argument. Throws {@link SettingError}. */
export function parseVersion(text: string): number {
  const version = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (version >= 1 && version < 2 ** 31) return version;
  throw new SettingError(`VERSION: "${text}" is not a version; expected a number that \`teachers history\` lists`);
}

/** The version with this number. If there is none, throws an error that lists the existing versions. */
export async function findVersionOrThrow(store: Store, version: number): Promise<Version> {
  const found = await store.findVersion(version);
  if (found !== null) return found;
  const all = await store.listVersions();
  const { name } = store;
  if (all.length === 0) throw new Error(`There is no version ${version}: nothing is published yet in ${name}`);
  throw new Error(`There is no version ${version} in ${name}; it has ${nameVersions(all)}`);
}

/** Versions, newest first, such as `versions 1–3 and 5`. */
export function nameVersions(entries: readonly Version[]): string {
  const versions = entries.map(({ number }) => number).toReversed();
  return `${versions.length === 1 ? "version" : "versions"} ${withLanguage("en", () => listVersions(versions))}`;
}

/** Counts of changes in English: `1 added, 0 changed, …`. */
export const renderCounts = (counts: ChangeCounts): string => withLanguage("en", () => versionTexts.counts(counts));

/** A version as JSON. */
export function describeVersion(version: Version): object {
  const { number, id, publishedAt, source, publishedBy, message, count, added, changed, removed, digest } = version;
  const origin = { published_at: publishedAt, source, published_by: publishedBy, message };
  return { version: number, publication: id, ...origin, count, added, changed, removed, digest };
}

/** A version as text in English, a line for each property. */
export function renderVersion(database: string, version: Version): string[] {
  const { number, id, publishedAt, source, count, digest, publishedBy, message } = version;
  const rows = withLanguage("en", () => {
    const [added, changed, removed] = [version.added, version.changed, version.removed].map(formatNumber);
    return {
      Database: database,
      Version: `${number} (${id})`,
      Published: `${formatTime(publishedAt)} from ${describeSource(source)}`,
      By: publishedBy,
      Message: message,
      Teachers: `${formatNumber(count)} (${added} added, ${changed} changed, ${removed} removed)`,
      Digest: digest ?? "changed by an erasure",
    };
  });
  const shown = Object.entries(rows).filter(([, value]) => value !== "");
  return shown.map(([label, value]) => `${label.padEnd(10)} ${value}`);
}
