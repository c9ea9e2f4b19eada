/** The commands that delete for good: erase and prune. */
import type { HistoryEntry } from "../../domain/publication.ts";
import { parseId } from "../../domain/teacher.ts";
import { clearErased, findLastNames } from "../../publishing/erasure.ts";
import { showName } from "../../publishing/preview.ts";
import { findPublisher } from "../../publishing/publish-reviewed.ts";
import { describeFailure } from "../../publishing/texts/failure-texts.ts";
import { removalTexts } from "../../publishing/texts/removal-texts.ts";
import { removeOlderCopy } from "../../server/copy.ts";
import { copyPathOf } from "../../store/database-url.ts";
import { erasedIdsMax, type VersionRange } from "../../store/history/erase.ts";
import { type Retention, selectPruned } from "../../store/history/prune.ts";
import { type Store, withStore } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { type Interruption, runClearing, runWithProgress, withInterruption } from "../terminal/interruption.ts";
import { ask, canAsk, fail, print, report } from "../terminal/output.ts";
import { deletionTexts } from "./deletion-texts.ts";
import { importTexts } from "./import-texts.ts";

/**
 * Erases the teachers with these ids. Returns the exit code. Throws {@link SettingError} for a text that is not an id.
 */
export async function runErase(settings: SettingValues, texts: readonly string[]): Promise<number> {
  const ids = parseIds(texts);
  const run = (store: Store): Promise<number> =>
    withInterruption("erased", (interruption) => erase(store, ids, settings, interruption));
  return withStore(settings.database, { create: false, migrates: true }, run);
}

/**
 * Deletes old versions. Returns the exit code. Throws {@link SettingError} unless exactly one setting selects the
 * versions.
 */
export async function runPrune(settings: SettingValues): Promise<number> {
  const kept = parseRetention(settings);
  const run = (store: Store): Promise<number> =>
    withInterruption("changed", (interruption) => prune(store, kept, settings.yes, interruption));
  return withStore(settings.database, { create: false, migrates: true }, run);
}

function parseIds(texts: readonly string[]): number[] {
  const ids = new Set(
    texts.map((text) => {
      const id = parseId(text);
      if (id !== null) return id;
      throw new SettingError(deletionTexts.notAnId(text));
    }),
  );
  if (ids.size > erasedIdsMax) throw new SettingError(deletionTexts.tooManyIds(ids.size, erasedIdsMax));
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
  if (unknown.length > 0) return fail(deletionTexts.unknownIds(name, unknown));
  for (const id of found) print(await describeTeacher(store, id, ranges));
  if (found.length > 0 && !settings.yes) {
    if (!canAsk()) return fail(deletionTexts.repeatErasure);
    if (!(await ask(deletionTexts.askToErase(found.length), interruption.signal)))
      return fail(deletionTexts.nothingErased);
  }
  const copy = copyPathOf(settings.database, settings.copy);
  const names = await findLastNames(store, ranges);
  const note = { message: settings.message ?? "", publishedBy: findPublisher() };
  const erasure =
    found.length === 0
      ? null
      : await runWithProgress("erasing", interruption, (work) => store.erase(found, note, work));
  if (erasure !== null) interruption.shield();
  const done =
    erasure === null
      ? deletionTexts.erasedBefore
      : removalTexts.erased(found.length, erasure.versions.length, erasure.publication.version);
  const exitCode = report(`${done} ${importTexts.inDatabase(name)}`);
  const current = await store.findCurrent();
  if (copy !== null && current !== null && removeOlderCopy(copy, current.publishedAt))
    report(deletionTexts.copyRemoved(copy));
  const { failure, places } = await clearErased(store, names, () => runClearing(interruption, store.database.compact));
  const cleared = failure === null ? 0 : fail(failure);
  const listed = report([removalTexts.namesMayRemain(), ...places.map((place) => `  - ${place}`)]);
  return cleared || listed || exitCode;
}

/** A line with the newest name of a teacher, and the first and last version that have the teacher. */
async function describeTeacher(store: Store, id: number, ranges: readonly VersionRange[]): Promise<string> {
  const own = ranges.filter((range) => range.id === id);
  const { first_version, last_version } = own.at(-1)!;
  const teacher = await store.findTeacher(id, first_version);
  const name = teacher === null ? "" : showName(teacher);
  return deletionTexts.traces(id, name, own[0]!.first_version, last_version);
}

function parseRetention({ keep, before }: SettingValues): Retention {
  if ((keep === null) === (before === null)) throw new SettingError(deletionTexts.keepOrBefore);
  return keep === null ? { since: before! } : { newest: keep };
}

async function prune(store: Store, kept: Retention, isSure: boolean, interruption: Interruption): Promise<number> {
  const inDatabase = importTexts.inDatabase(store.database.name);
  const old = selectPruned(await store.listPublications(), kept);
  if (old.length > 0 && !isSure) {
    if (!canAsk()) return fail(deletionTexts.repeatPruning(toVersions(old)));
    const question = deletionTexts.askToPrune(toVersions(old));
    if (!(await ask(question, interruption.signal))) return fail(deletionTexts.nothingPruned);
  }
  const pruned = await runWithProgress("pruning", interruption, (work) => store.prune(kept, work));
  const said = pruned.length === 0 ? deletionTexts.nothingToPrune : deletionTexts.pruned(toVersions(pruned));
  const exitCode = report(`${said} ${inDatabase}`);
  await runClearing(interruption, async () => {
    // Runs even if no version was deleted: an earlier command may have ended before all space was freed.
    await store.deleteUnused();
    await store.database.compact();
  }).catch((error: Error) => {
    fail(deletionTexts.spaceNotGivenBack(describeFailure(error)));
  });
  return exitCode;
}

/** The version numbers, ascending. */
function toVersions(entries: readonly HistoryEntry[]): number[] {
  return entries.map(({ version }) => version).toReversed();
}
