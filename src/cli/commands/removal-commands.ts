/** The commands that delete for good: erase and prune. */
import { countEn } from "../../domain/lang.ts";
import type { HistoryEntry } from "../../domain/publication.ts";
import { idMax, parseId } from "../../domain/teacher.ts";
import { findPublisher } from "../../publish/apply.ts";
import { clearErased, findLastNames } from "../../publish/erasure.ts";
import { removalTexts } from "../../publish/removal-texts.ts";
import { showName } from "../../publish/texts.ts";
import { listNames, listVersions } from "../../read/language.ts";
import { copyPathOf, removeOlderCopy } from "../../server/copy.ts";
import { erasedIdsMax, type VersionRange } from "../../store/history/erase.ts";
import { type Retention, selectPruned } from "../../store/history/prune.ts";
import { type Store, withStore } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { type Interruption, runClearing, runWithProgress, withInterruption } from "../terminal/interruption.ts";
import { ask, canAsk, fail, print, report } from "../terminal/output.ts";

/** Erases the teachers with these ids. Returns the exit code. */
export async function runErase(settings: SettingValues, texts: readonly string[]): Promise<number> {
  const ids = parseIds(texts);
  const run = (store: Store): Promise<number> =>
    withInterruption("erased", (interruption) => erase(store, ids, settings, interruption));
  return withStore(settings.database, { create: false, migrates: true }, run);
}

/** Deletes old versions. Returns the exit code. */
export async function runPrune(settings: SettingValues): Promise<number> {
  const { keep, before, yes } = settings;
  if ((keep === null) === (before === null)) throw new SettingError("prune needs --keep or --before, and not both");
  const kept = keep === null ? { since: before! } : { newest: keep };
  const run = (store: Store): Promise<number> =>
    withInterruption("changed", (interruption) => prune(store, kept, yes, interruption));
  return withStore(settings.database, { create: false, migrates: true }, run);
}

function parseIds(texts: readonly string[]): number[] {
  const ids = new Set<number>();
  for (const text of texts) {
    const id = parseId(text);
    if (id === null) throw new SettingError(`ID: "${text}" is not an id; expected an integer from 1 to ${idMax}`);
    ids.add(id);
  }
  if (ids.size > erasedIdsMax)
    throw new SettingError(`ID: ${ids.size} ids are too many; at most ${erasedIdsMax} are allowed`);
  return [...ids];
}

async function erase(
  store: Store,
  ids: readonly number[],
  settings: SettingValues,
  interruption: Interruption,
): Promise<number> {
  const { ranges, erasedIds } = await store.findTraces(ids);
  const found = ids.filter((id) => ranges.some((range) => range.id === id));
  const unknown = ids.filter((id) => !found.includes(id) && !erasedIds.includes(id));
  const { name } = store.database;
  if (unknown.length > 0)
    return fail(
      `No version in ${name} has the ${unknown.length === 1 ? "id" : "ids"} ${listNames(unknown)}; nothing was erased`,
    );
  for (const id of found) print(await describeTeacher(store, id, ranges));
  if (found.length > 0 && !settings.yes) {
    const question = `Erase ${countEn(found.length, "teacher", "teachers")} from every version?`;
    const refusal = await confirm(question, "Nothing was erased", "If this is right", interruption.signal);
    if (refusal !== null) return fail(refusal);
  }
  const copy = copyPathOf(settings.database, settings.copy);
  const names = await findLastNames(store, ranges);
  const note = { message: settings.message ?? "", publishedBy: findPublisher() };
  let done = "The ids were erased before; cleaning up again";
  if (found.length > 0) {
    const { versions, publication } = await runWithProgress("Erasing", interruption, (work) =>
      store.erase(found, note, work),
    );
    done = removalTexts.erased(found.length, versions.length, publication.version);
  }
  interruption.shield();
  const exitCode = report(`${done} (database ${name})`);
  const current = await store.findCurrent();
  if (copy !== null && current !== null && removeOlderCopy(copy, current.publishedAt))
    report(`Removed the copy of servers: ${copy}`);
  const { failure, places } = await clearErased(store, names, () => runClearing(interruption, store.database.compact));
  const cleared = failure === null ? 0 : fail(removalTexts.stillInFiles(failure.message));
  const listed = report([removalTexts.namesMayRemain(), ...places.map((place) => `  - ${place}`)]);
  return cleared || listed || exitCode;
}

/** Asks, if there is a terminal. Returns why nothing is done; null if the answer is yes. */
async function confirm(question: string, nothing: string, repeat: string, signal: AbortSignal): Promise<string | null> {
  if (!canAsk()) return `${nothing}, because this can't be undone. ${repeat}, repeat with --yes`;
  return (await ask(`This can't be undone. ${question}`, signal)) ? null : nothing;
}

/** A line with the newest name of a teacher, and the first and last version that have the teacher. */
async function describeTeacher(store: Store, id: number, ranges: readonly VersionRange[]): Promise<string> {
  const own = ranges.filter((range) => range.id === id);
  const { first_version, last_version } = own.at(-1)!;
  const teacher = await store.findTeacher(id, first_version);
  const name = teacher === null ? "" : showName(teacher);
  return `  ${id}  ${name}, from version ${own[0]!.first_version} to ${last_version ?? "the newest"}`;
}

async function prune(store: Store, kept: Retention, isSure: boolean, interruption: Interruption): Promise<number> {
  const old = selectPruned(await store.listPublications(), kept);
  if (old.length > 0 && !isSure) {
    const these = describeVersions(old);
    const refusal = await confirm(`Delete ${these}?`, "Nothing was deleted", `To delete ${these}`, interruption.signal);
    if (refusal !== null) return fail(refusal);
  }
  const pruned = await runWithProgress("Deleting versions", interruption, ({ signal }) => store.prune(kept, signal));
  const said = pruned.length === 0 ? "There is nothing to delete" : `Deleted ${describeVersions(pruned)}`;
  const exitCode = report(`${said} (database ${store.database.name})`);
  await runClearing(interruption, async () => {
    // Runs even if no version was deleted: an earlier command may have ended before all space was freed.
    await store.deleteUnused();
    await store.database.compact();
  }).catch(({ message }: Error) => fail(`The versions are deleted, but their disk space was not freed: ${message}`));
  return exitCode;
}

function describeVersions(entries: readonly HistoryEntry[]): string {
  const versions = entries.map(({ version }) => version).toReversed();
  return `${countEn(versions.length, "version", "versions")}: ${listVersions(versions)}`;
}
