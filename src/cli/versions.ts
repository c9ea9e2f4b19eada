/** The versions that commands name, and how they are shown. */
import type { HistoryEntry, Publication } from "../domain/publication.ts";
import type { Store } from "../store/store.ts";
import { SettingError } from "./settings.ts";

/** The version of an argument. Throws {@link SettingError}. */
export function parseVersion(text: string): number {
  const version = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (version >= 1 && version < 2 ** 31) return version;
  throw new SettingError(`VERSION: "${text}" is not a version; accepted is a number that \`teachers history\` lists`);
}

/** The version with a number. Throws with the versions that there are. */
export async function findVersionOrThrow(
  store: Pick<Store, "findVersion" | "listPublications" | "database">,
  version: number,
): Promise<HistoryEntry> {
  const found = await store.findVersion(version);
  if (found !== null) return found;
  const all = await store.listPublications();
  const { name } = store.database;
  if (all.length === 0) throw new Error(`There is no version ${version}: nothing is published yet in ${name}`);
  throw new Error(
    `There is no version ${version} in ${name}; its versions are ${all.at(-1)!.version} to ${all[0]!.version}`,
  );
}

/** `2026-11-22 05:37 UTC` */
export function formatTime(isoTime: string): string {
  return `${isoTime.slice(0, 10)} ${isoTime.slice(11, 16)} UTC`;
}

/** Where a version came from, and the message. */
export function renderVersion(database: string, publication: Publication & { readonly message?: string }): string {
  const { version, id, publishedAt, source, count, added, changed, removed, digest, message = "" } = publication;
  const rows: [string, string][] = [
    ["Database", database],
    ["Version", `${version} (${id})`],
    ["Published", `${publishedAt} from ${source}`],
    ...(message === "" ? [] : ([["Message", message]] as [string, string][])),
    ["Teachers", `${count} (${added} added, ${changed} changed, ${removed} removed)`],
    ["Digest", digest],
  ];
  return rows.map(([name, value]) => `${name.padEnd(10)} ${value}\n`).join("");
}
