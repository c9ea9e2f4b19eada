/** The commands that take something out of the database for good: erase and prune. */
import { idMax, parseId } from "../domain/teacher.ts";
import { imagePathOf, listImages, removeOtherImages } from "../image/image-files.ts";
import { imageFolderBeside } from "../store/database-url.ts";
import { erasedIdsMax, type VersionRange } from "../store/erase.ts";
import type { Kept } from "../store/prune.ts";
import type { Store } from "../store/store.ts";
import type { CommandSpec } from "./command.ts";
import { ask, canAsk } from "./guard.ts";
import { fail, print, printError, report } from "./output.ts";
import { showName } from "./preview.ts";
import { SettingError, type SettingValues } from "./settings.ts";
import { withStore } from "./with-store.ts";

export const removalCommands: readonly CommandSpec[] = [
  {
    name: "erase",
    arguments: [["ID…", "the ids of the teachers"]],
    help: "take teachers out of every version for good, and publish a version without them",
    settings: ["database", "dataDir", "message", "yes"],
    run: (settings, texts) => {
      const ids = parseIds(texts);
      return withStore(settings.database, (store) => erase(store, ids, settings), {
        create: false,
        wanted: "writable",
      });
    },
  },
  {
    name: "prune",
    arguments: [],
    help: "forget old versions, and give their space back",
    settings: ["database", "keep", "before"],
    run: (settings) => {
      const kept = parseKept(settings);
      return withStore(settings.database, (store) => prune(store, kept), { create: false, wanted: "writable" });
    },
  },
];

function parseIds(texts: readonly string[]): number[] {
  const ids = new Set(
    texts.map((text) => {
      const id = parseId(text);
      if (id !== null) return id;
      throw new SettingError(`ID: "${text}" is not an id; accepted is an integer from 1 to ${idMax}`);
    }),
  );
  if (ids.size > erasedIdsMax) throw new SettingError(`ID: ${ids.size} ids are too many; accepted are ${erasedIdsMax}`);
  return [...ids];
}

async function erase(store: Store, ids: readonly number[], settings: SettingValues): Promise<number> {
  const { ranges, erasedIds } = await store.findTraces(ids);
  const found = ids.filter((id) => ranges.some((range) => range.id === id));
  const unknown = ids.filter((id) => !found.includes(id) && !erasedIds.includes(id));
  const { name } = store.database;
  if (unknown.length > 0) return fail(`No version in ${name} has ${listIds(unknown)}; nothing was erased`);
  if (!settings.yes && canAsk()) {
    for (const id of found) print(await describeTeacher(store, id, ranges));
    const question = `This can't be undone. Erase ${countTeachers(ids.length)} from every version?`;
    if (!(await ask(question))) return fail("Nothing was erased");
  }
  const folder = settings.dataDir ?? imageFolderBeside(settings.database);
  const names = await findNames(store, ranges);
  if (found.length > 0) {
    const { publication, versions } = await store.erase(found, settings.message ?? "");
    report(
      `Erased ${countTeachers(found.length)} from ${countVersions(versions.length)}; version ${publication.version} is published without them (database ${name})\n`,
    );
  } else report(`The ids were erased before; cleaning up again (database ${name})\n`);
  const current = await store.findCurrent();
  const images = listImages(folder).length;
  if (current !== null) removeOtherImages(folder, imagePathOf(folder, current.id));
  const removed = images - listImages(folder).length;
  if (removed > 0) report(`Removed ${removed === 1 ? "1 image" : `${removed} images`} from ${folder}\n`);
  return clear(store, await findMentions(store, names));
}

/** Clears deleted rows from the files, and says where names may remain. */
async function clear(store: Store, mentions: readonly string[]): Promise<number> {
  let remaining: readonly string[];
  try {
    remaining = await store.database.compact();
  } catch (error) {
    const { message } = error as Error;
    return fail(`The teachers are erased, but their rows are still in the files: ${message}; run the command again`);
  }
  const places = [
    ...mentions,
    ...remaining,
    "backups, exports, reports and the imported files",
    "images of servers that are stopped or on other machines, until they serve the new version",
    "caches of proxies and browsers, their logs, and search engines",
    "snapshots and freed blocks of the disk",
  ];
  print(`The names may remain in:\n${places.map((place) => `  - ${place}\n`).join("")}`);
  return 0;
}

/** The last names that some rows have, which are looked for in the texts of the history. */
async function findNames(store: Store, ranges: readonly VersionRange[]): Promise<string[]> {
  const names = new Set<string>();
  for (const { id, first_version } of ranges) {
    const teacher = await store.findTeacher(id, first_version);
    if (teacher !== null && teacher.last_name !== "") names.add(teacher.last_name);
  }
  return [...names];
}

async function findMentions(store: Store, names: readonly string[]): Promise<string[]> {
  const mentions = (await store.listPublications()).filter(({ source, message }) =>
    names.some((name) => `${source} ${message}`.toLowerCase().includes(name.toLowerCase())),
  );
  return mentions.map(({ version }) => `the source or the message of version ${version}`);
}

/** The newest name of a teacher, and the versions that have it. */
async function describeTeacher(store: Store, id: number, ranges: readonly VersionRange[]): Promise<string> {
  const own = ranges.filter((range) => range.id === id);
  const { first_version, last_version } = own.at(-1)!;
  const teacher = await store.findTeacher(id, first_version);
  const name = teacher === null ? "" : showName(teacher);
  return `  ${id}  ${name}, from version ${own[0]!.first_version} to ${last_version ?? "the newest"}\n`;
}

function parseKept({ keep, before }: SettingValues): Kept {
  if ((keep === null) === (before === null)) {
    throw new SettingError("prune needs --keep or --before, and not both");
  }
  return keep === null ? { since: before! } : { newest: keep };
}

async function prune(store: Store, kept: Kept): Promise<number> {
  const forgotten = await store.prune(kept);
  const { name } = store.database;
  if (forgotten.length === 0) {
    report(`There is nothing to forget (database ${name})\n`);
    return 0;
  }
  const range = forgotten.length === 1 ? "" : `, ${forgotten.at(-1)!.version} to ${forgotten[0]!.version}`;
  report(`Forgot ${countVersions(forgotten.length)}${range} (database ${name})\n`);
  await store.database.compact().catch(({ message }: Error) => {
    printError(`teachers: The versions are forgotten, but their space is not given back: ${message}\n`);
  });
  return 0;
}

function listIds(ids: readonly number[]): string {
  return ids.length === 1 ? `the id ${ids[0]}` : `the ids ${ids.join(", ")}`;
}

function countTeachers(count: number): string {
  return count === 1 ? "1 teacher" : `${count} teachers`;
}

function countVersions(count: number): string {
  return count === 1 ? "1 version" : `${count} versions`;
}
