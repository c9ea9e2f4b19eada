/** The texts of the commands that delete from the history for good: erase and prune. */
import { countEn } from "../../domain/lang.ts";
import { listNames, listVersions } from "../../publishing/texts/language.ts";

const countTeachers = (count: number): string => countEn(count, "teacher", "teachers");
const countVersions = (count: number): string => countEn(count, "version", "versions");

export const deletionTexts = {
  notAnId: (text: string): string =>
    `ID: "${text}" is not an id; expected an integer from 1 to ${Number.MAX_SAFE_INTEGER}`,
  tooManyIds: (count: number, max: number): string => `ID: ${count} ids are too many; at most ${max} are allowed`,
  unknownIds: (database: string, ids: readonly number[]): string =>
    `No version in ${database} has the ${ids.length === 1 ? "id" : "ids"} ${listNames(ids)}; nothing was erased`,
  traces: (id: number, name: string, first: number, last: number | null): string =>
    `  ${id}  ${name}, from version ${first} to ${last ?? "the newest"}`,
  askToErase: (count: number): string => `This can't be undone. Erase ${countTeachers(count)} from every version?`,
  repeatErasure: "Nothing was erased, because this can't be undone. If this is right, repeat with --yes",
  nothingErased: "Nothing was erased",
  erasedBefore: "The ids were erased before; cleaning up again",
  copyRemoved: (path: string): string => `Removed the copy of servers: ${path}`,
  keepOrBefore: "prune needs --keep or --before, and not both",
  nothingToPrune: "There is nothing to delete",
  askToPrune: (versions: readonly number[]): string =>
    `This can't be undone. Delete ${countVersions(versions.length)}: ${listVersions(versions)}?`,
  repeatPruning: (versions: readonly number[]): string =>
    `Nothing was deleted, because this can't be undone. To delete ${countVersions(versions.length)} (${listVersions(versions)}), repeat with --yes`,
  nothingPruned: "Nothing was deleted",
  pruned: (versions: readonly number[]): string =>
    `Deleted ${countVersions(versions.length)}: ${listVersions(versions)}`,
  spaceNotGivenBack: (failure: string): string =>
    `The versions are deleted, but their disk space was not freed: ${failure}`,
} as const;
