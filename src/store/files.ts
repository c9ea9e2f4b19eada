/** Files of any kind: links, temporary ones beside their targets, and what is on disk. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The file itself if the path is a link. */
export function resolveLinks(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(resolve(path));
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}

/** Whether two paths lead to one file, by links too; it does not need to exist. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map(lookUp);
  if (a !== undefined && b !== undefined) return a.ino === b.ino && a.dev === b.dev;
  return resolveLinks(one) === resolveLinks(other);
}

/** Undefined for what does not exist, and for what this user may not see. */
export function lookUp(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A temporary file that nobody has written to for this long is abandoned. */
const abandonedMs = 3_600_000;

/** A new name for a temporary file beside a file. Removes those that killed processes have left. */
export function temporaryBeside(path: string): string {
  for (const name of listNames(path, /^\.[0-9a-f]{8}\.tmp/)) {
    const written = lookUp(name)?.mtimeMs ?? Infinity;
    if (written < Date.now() - abandonedMs) rmSync(name, { force: true });
  }
  return `${path}.${crypto.randomUUID().slice(0, 8)}.tmp`;
}

/** The files beside a database that have its content: those put aside, and those that killed commands have left. */
export function listBeside(path: string): string[] {
  return listNames(path, /^\.(?:damaged-|[0-9a-f]{8}\.tmp)/);
}

/** The files beside a file whose names go on from its name like this. */
function listNames(path: string, ending: RegExp): string[] {
  const name = basename(path);
  const found = readdirSync(dirname(path)).filter(
    (other) => other.startsWith(name) && ending.test(other.slice(name.length)),
  );
  return found.map((other) => join(dirname(path), other));
}

/** Waits until the content of a file, or the names in a folder, are on disk. */
export function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
