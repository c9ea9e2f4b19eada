/** Parses, finds and shows the versions that commands name. */
import type { HistoryEntry, Publication } from "../../domain/publication.ts";
import { describeSource, formatTime } from "../../publishing/texts/publishing-texts.ts";
import type { Store } from "../../store/store.ts";
import { SettingError } from "../settings/settings.ts";
import { historyTexts } from "./history-texts.ts";

/** The version of an argument. Throws {@link SettingError}. */
export function parseVersion(text: string): number {
  const version = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (version >= 1 && version < 2 ** 31) return version;
  throw new SettingError(historyTexts.notAVersion(text));
}

/** The version with this number. If there is none, throws an error that lists the existing versions. */
export async function findVersionOrThrow(
  store: Pick<Store, "findVersion" | "listPublications" | "database">,
  version: number,
): Promise<HistoryEntry> {
  const found = await store.findVersion(version);
  if (found !== null) return found;
  const all = await store.listPublications();
  const { name } = store.database;
  if (all.length === 0) throw new Error(historyTexts.noVersions(version, name));
  throw new Error(historyTexts.noSuchVersion(version, name, all.map((entry) => entry.version).toReversed()));
}

/** A version as JSON. */
export function describeVersion(publication: Publication & Partial<HistoryEntry>): object {
  const { version, id, publishedAt, source, publishedBy, message, count, digest } = publication;
  const { added, changed, removed } = publication;
  const origin = { published_at: publishedAt, source, published_by: publishedBy, message };
  return { version, publication: id, ...origin, count, added, changed, removed, digest };
}

/** A version as text, a line for each property. */
export function renderVersion(database: string, publication: Publication & Partial<HistoryEntry>): string[] {
  const { version, id, publishedAt, source, count, digest, publishedBy = "", message = "" } = publication;
  const values: Readonly<Record<keyof typeof historyTexts.labels, string>> = {
    database,
    version: `${version} (${id})`,
    published: historyTexts.publishedFrom(formatTime(publishedAt), describeSource(source)),
    publishedBy,
    message,
    teachers: historyTexts.teacherCounts(count, publication),
    digest: digest ?? "changed by an erasure",
  };
  const rows = Object.entries(values)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => [historyTexts.labels[name as keyof typeof values], value] as const);
  const width = Math.max(10, ...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)} ${value}`);
}
