/** Names, opens, lists and removes the files in an image folder. */
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { imageFormat } from "./layout.ts";

const imageSuffix = ".image";
/** The suffix of images of this format. Releases with other formats can share the folder. */
const formatSuffix = `.${imageFormat}${imageSuffix}`;
/** A temporary name, with the process namespace and the process id of its writer. */
const temporaryPattern = /\.image\.([0-9a-f]+)-(\d+)-[0-9a-f-]{36}\.tmp$/;
/** The longest time between two writes of a live builder. */
const writePauseMaxMs = 60 * 60 * 1000;

/** Thrown if images can't be written to a folder. */
export class UnwritableFolderError extends Error {}

/** The path of a publication's image. Throws for an id that could lead out of the folder. */
export function imagePathOf(folder: string, publicationId: string): string {
  // Another program may have written the id into the database, or into an image.
  if (!/^[\w-]{1,100}$/.test(publicationId))
    throw new Error(`${JSON.stringify(publicationId)} is not the id of a publication`);
  return join(folder, publicationId + formatSuffix);
}

/**
 * The path for an image while process `pid` writes it. It is unique across all containers and machines that share
 * the folder, and identifies the writing process.
 */
export function temporaryPathOf(imagePath: string, pid = process.pid): string {
  return `${imagePath}.${findPidNamespace()}-${pid}-${crypto.randomUUID()}.tmp`;
}

/** Creates the folder if it is missing. Throws {@link UnwritableFolderError} if files can't be created in it. */
export function makeWritableFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { message } = error as Error;
    throw new UnwritableFolderError(`The folder of images can't be written to: ${message}`, { cause: error });
  }
}

/** A regular file, open for reading. */
export interface RegularFile extends Disposable {
  readonly path: string;
  readonly descriptor: number;
  /** The stats at the time when it was opened. */
  readonly stats: Stats;
}

/**
 * Opens a regular file for reading. Throws for anything else. The file is opened without blocking, because opening a
 * FIFO would wait for a writer.
 */
export function openRegularFile(path: string): RegularFile {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const close = (): void => closeSync(descriptor);
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { path, descriptor, stats, [Symbol.dispose]: close };
  close();
  throw new Error(`${path} is not a regular file`);
}

/** A stamp that changes whenever the file is replaced, truncated or written to. */
export function stampOf({ size, mtimeMs }: Stats): string {
  return `${size} ${mtimeMs}`;
}

/** The stamp of the regular file at a path; null if there is none. */
export function findStamp(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stampOf(stats) : null;
  } catch {
    return null;
  }
}

/** The images of all formats in a folder. */
export function listAnyImages(folder: string): string[] {
  return listRegularFiles(folder).flatMap(({ path }) => (path.endsWith(imageSuffix) ? [path] : []));
}

/** The images of this format in a folder, newest first; empty if the folder can't be read. */
export function listImages(folder: string): string[] {
  return listRegularFiles(folder)
    .filter(({ path }) => path.endsWith(formatSuffix))
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
    .map(({ path }) => path);
}

/**
 * Removes the images of other publications, in any format, and the files of dead builders. Servers do not need these
 * files any more, because they read an image only once. Returns the number of images removed.
 */
export function removeOtherImages(folder: string, publicationId: string): number {
  return removeImages(folder, (path) => basename(path).split(".")[0] === publicationId);
}

/**
 * Removes images of any format unless `isKept`, and the files of dead builders. Returns the number of images removed.
 */
export function removeImages(folder: string, isKept: (path: string) => boolean): number {
  let removed = 0;
  for (const { path, modifiedMs } of listRegularFiles(folder)) {
    const isObsolete = path.endsWith(imageSuffix) && !isKept(path);
    if (isObsolete) removed++;
    if (isObsolete || (temporaryPattern.test(path) && isAbandoned(path, modifiedMs))) rmSync(path, { force: true });
  }
  return removed;
}

/**
 * Renames a complete temporary file. If a folder has this path, it is moved aside first, because a file can't replace a
 * folder.
 */
export function nameImage(temporaryPath: string, path: string): void {
  try {
    renameSync(temporaryPath, path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EISDIR") throw error;
    renameSync(path, `${path}.${crypto.randomUUID()}.folder`);
    renameSync(temporaryPath, path);
  }
}

/** Removes all images in a folder if that frees enough space for `bytes`. Returns whether it removed them. */
export function makeRoom(folder: string, bytes: number): boolean {
  const images = listAnyImages(folder);
  const { bavail, bsize } = statfsSync(folder);
  const room = images.reduce((sum, path) => sum + statSync(path).size, bavail * bsize);
  if (images.length === 0 || room < bytes) return false;
  for (const path of images) rmSync(path, { force: true });
  return true;
}

function listRegularFiles(folder: string): { readonly path: string; readonly modifiedMs: number }[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ path, modifiedMs: stats.mtimeMs }] : [];
  });
}

/**
 * Whether the builder of a temporary file has died. If its process runs in another namespace, only the age of
 * the file can tell.
 */
function isAbandoned(path: string, modifiedMs: number): boolean {
  if (Date.now() - modifiedMs > writePauseMaxMs) return true;
  const [, pidNamespace, pid] = temporaryPattern.exec(path)!;
  return pidNamespace === findPidNamespace() && !isAlive(Number(pid));
}

/** Identifies the process id namespace of this machine or container. */
function findPidNamespace(): string {
  let namespace = "";
  try {
    namespace = readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has namespaces.
  }
  return Bun.hash.xxHash3(`${hostname()} ${namespace}`).toString(16);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // With EPERM, the process exists and belongs to another user.
    return (error as { code?: string }).code !== "ESRCH";
  }
}
