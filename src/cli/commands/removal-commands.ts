/** The commands that delete for good: erase and prune. */
import { countEn, listNames } from "../../domain/lang.ts";
import { composeTeacher, idMax, parseId } from "../../domain/teacher.ts";
import { findPublisher } from "../../publish/apply.ts";
import { clearErased, erasureTexts, findLastNames } from "../../publish/erasure.ts";
import { copyPathOf, removeOlderCopy } from "../../server/copy.ts";
import { erasedIdsMax, type VersionRange } from "../../store/history/erase.ts";
import { type Retention, selectPruned } from "../../store/history/prune.ts";
import { type Store, withStore } from "../../store/store.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { announce, type Interruption, runClearing, withInterruption } from "../terminal/interruption.ts";
import { ask, canAsk, fail, print } from "../terminal/output.ts";
import { nameVersions } from "./versions.ts";

/** Erases the teachers with these ids. Returns the exit code. */
export async function runErase(settings: SettingValues, texts: readonly string[]): Promise<number> {
  const ids = parseIds(texts);
  return withStore(settings.database, { create: false, migrates: true }, (store) =>
    withInterruption("erased", (interruption) => erase(store, ids, settings, interruption)),
  );
}

/** Deletes old versions. Returns the exit code. */
export async function runPrune({ database, keep, before, yes, sourceOf }: SettingValues): Promise<number> {
  // The flag --before overrides TEACHERS_KEEP, which is for the timer.
  const isClear = before === null ? keep !== null : sourceOf("keep") !== "cli";
  if (!isClear) throw new SettingError("prune needs --keep or --before, and not both");
  const kept = before === null ? { newest: keep! } : { since: before };
  return withStore(database, { create: false, migrates: true }, (store) =>
    withInterruption("changed", (interruption) => prune(store, kept, yes, interruption)),
  );
}

function parseIds(texts: readonly string[]): number[] {
  const ids = texts.map((text) => {
    const id = parseId(text);
    if (id !== null) return id;
    throw new SettingError(`ID: "${text}" is not an id; expected an integer from 1 to ${idMax}`);
  });
  if (ids.length <= erasedIdsMax) return [...new Set(ids)];
  throw new SettingError(`ID: ${ids.length} ids are too many; at most ${erasedIdsMax} are allowed`);
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
  const { name } = store;
  if (unknown.length > 0) {
    const noun = unknown.length === 1 ? "id" : "ids";
    return fail(`No version in ${name} has the ${noun} ${listNames(unknown)}; nothing was erased`);
  }
  for (const id of found) print(await describeTeacher(store, id, ranges));
  if (found.length > 0 && !settings.yes) {
    const question = `Erase ${countEn(found.length, "teacher", "teachers")} from every version?`;
    const refusal = await confirm(question, "Nothing was erased", "If this is right", interruption.signal);
    if (refusal !== null) return fail(refusal);
  }
  const names = await findLastNames(store, ranges);
  const note = { message: settings.message ?? "", publishedBy: findPublisher() };
  let done = "The ids were erased before; cleaning up again";
  if (found.length > 0) {
    announce("Erasing");
    const { versions, published } = await store.erase(found, note, interruption.signal);
    done = erasureTexts.erased(found.length, versions.length, published.number);
  }
  interruption.shield();
  print(`${done} (database ${name})`);
  const copy = copyPathOf(settings.database, settings.copy);
  const current = await store.findCurrent();
  if (copy !== null && current !== null && removeOlderCopy(copy, current.publishedAt))
    print(`Removed the copy of servers: ${copy}`);
  const { failure, places } = await clearErased(store, names, () => runClearing(interruption, store.compact));
  print([erasureTexts.namesMayRemain(), ...places.map((place) => `  - ${place}`)]);
  return failure === null ? 0 : fail(erasureTexts.stillInFiles(failure.message));
}

/** A line with the newest name of a teacher, and the first and last version that have the teacher. */
async function describeTeacher(store: Store, id: number, ranges: readonly VersionRange[]): Promise<string> {
  const own = ranges.filter((range) => range.id === id);
  const { first_version, last_version } = own.at(-1)!;
  const teacher = await store.findTeacher(id, first_version);
  const name = teacher === null ? "" : composeTeacher(teacher).name;
  return `  ${id}  ${name}, from version ${own[0]!.first_version} to ${last_version ?? "the newest"}`;
}

/** Asks, if there is a terminal. Returns why nothing is done; null if the answer is yes. */
async function confirm(question: string, nothing: string, repeat: string, signal: AbortSignal): Promise<string | null> {
  if (!canAsk()) return `${nothing}, because this can't be undone. ${repeat}, repeat with --yes`;
  return (await ask(`This can't be undone. ${question}`, signal)) ? null : nothing;
}

async function prune(store: Store, kept: Retention, isSure: boolean, interruption: Interruption): Promise<number> {
  const old = selectPruned(await store.listVersions(), kept);
  if (old.length > 0 && !isSure) {
    const these = nameVersions(old);
    const refusal = await confirm(`Delete ${these}?`, "Nothing was deleted", `To delete ${these}`, interruption.signal);
    if (refusal !== null) return fail(refusal);
  }
  const pruned = await store.prune(kept, interruption.signal);
  const done = pruned.length === 0 ? "There is nothing to delete" : `Deleted ${nameVersions(pruned)}`;
  print(`${done} (database ${store.name})`);
  // Runs even if no version was deleted: an earlier command may have ended before all space was freed.
  return runClearing(interruption, () => store.deleteUnused().then(store.compact)).then(
    () => 0,
    ({ message }: Error) => fail(`The versions are deleted, but their disk space was not freed: ${message}`),
  );
}
