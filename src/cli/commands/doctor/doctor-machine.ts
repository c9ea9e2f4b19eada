/** Checks the machine for `teachers doctor`: permissions, disk, memory and clock. */
import { statfsSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { parseDatabaseUrl } from "../../../store/database-url.ts";
import { findExisting, findFolderFault } from "../../settings/check-paths.ts";
import type { SettingValues } from "../../settings/settings.ts";
import { badFinding, type Finding, okFinding } from "./doctor-finding.ts";

/** With less free space than this, the next write may fail. */
const freeBytesMin = 20_000_000;
/**
 * The memory of a server besides images and the page cache: the program, which all workers share, and the data of each
 * worker.
 */
const programBytes = 65_000_000;
const workerBytes = 22_000_000;
/**
 * The memory of a builder: a fixed part, and a multiple of the image size, because it holds all teachers besides the
 * image.
 */
const builderBytes = 120_000_000;
const builderImages = 4;
/** Clocks that NTP synchronises differ by far less. */
const clockOffsetMaxMs = 5_000;
/** A larger offset breaks certificates and caches. */
const clockFaultMs = 3_600_000;

export function checkPermissions(folder: string, hasImage: boolean): Finding[] {
  const path = resolve(folder);
  const values = { folder: path };
  const reason = findFolderFault(path);
  const action = hasImage
    ? "its image is served, but new versions need a writable folder"
    : "make it writable, or set --data-dir";
  const writing =
    reason === null
      ? okFinding("permissions.writable", `images can be written to ${path}`, values)
      : badFinding(hasImage ? "warn" : "fail", "permissions.unwritable", `${path} ${reason}`, action, values);
  if (process.getuid?.() !== 0) return [writing];
  const detail = "root may write everywhere, so this says nothing about another user";
  return [writing, badFinding("warn", "permissions.root", detail, "run this command as the user of the server")];
}

/** Checks the disk space for the next image, and for a second copy of a SQLite file: rewriting the file needs one. */
export function checkDisk(databaseUrl: string, folder: string, imageBytes: number): Finding[] {
  const address = parseDatabaseUrl(databaseUrl);
  const images = checkSpace("images", resolve(folder), imageBytes, "set --data-dir to a larger disk");
  if (address.engine !== "sqlite") return [images];
  const path = resolve(address.path);
  const databaseBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return [images, checkSpace("the database", dirname(path), databaseBytes, "move the database to a larger disk")];
}

function checkSpace(what: string, folder: string, nextBytes: number, alternative: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(findExisting(folder));
    const free = bavail * bsize;
    const detail = `${formatBytes(free)} are free for ${what} in ${folder}`;
    const action = `free some space, or ${alternative}`;
    const values = { folder, free_bytes: free, next_bytes: nextBytes };
    if (free < Math.max(nextBytes, freeBytesMin)) {
      return badFinding("fail", "disk.free", `${detail}, too little`, action, values);
    }
    if (free < 2 * nextBytes) {
      return badFinding("warn", "disk.free", `${detail}, less than twice ${formatBytes(nextBytes)}`, action, values);
    }
    return okFinding("disk.free", detail, values);
  } catch (error) {
    const detail = `The free space of ${folder} is not known: ${(error as Error).message}`;
    return badFinding("warn", "disk.unknown", detail, "check it yourself", { folder });
  }
}

/**
 * Compares the memory of this container or machine with what serving needs. Each worker holds an image, and a second
 * one while it switches versions. While a new image is built, the builder needs several times the size of the image.
 */
export function checkMemory(
  imageBytes: number,
  { cacheSize, workers }: Pick<SettingValues, "cacheSize" | "workers">,
  memoryBytes = process.constrainedMemory() || totalmem(),
): Finding {
  const used = programBytes + workers * (workerBytes + imageBytes);
  const cacheBytes = cacheSize * 1_000_000;
  const needed = used + cacheBytes;
  const neededAtBuild = Math.max(builderBytes + builderImages * imageBytes, workers * imageBytes);
  const detail = `${formatBytes(memoryBytes)} of memory; serving needs about ${formatBytes(used)}, plus ${formatBytes(cacheBytes)} for a full page cache`;
  const action = "add memory, or lower --workers or --cache-size";
  const values = { total_bytes: memoryBytes, needed_bytes: needed, image_bytes: imageBytes };
  if (memoryBytes < needed) return badFinding("fail", "memory.total", detail, action, values);
  if (memoryBytes < needed + neededAtBuild) {
    const atBuild = `${detail}, plus ${formatBytes(neededAtBuild)} while a new image is built and read`;
    return badFinding("warn", "memory.total", atBuild, action, values);
  }
  return okFinding("memory.total", detail, values);
}

/** The offset of the database's clock, and the time of the newest publication; null if unknown. */
export interface KnownTimes {
  readonly databaseOffsetMs: number | null;
  readonly publishedMs: number | null;
}

export function checkClock(nowMs: number, { databaseOffsetMs, publishedMs }: KnownTimes): Finding {
  const behindMs = Math.max(0, (publishedMs ?? 0) - nowMs);
  const offsetMs = Math.max(Math.abs(databaseOffsetMs ?? 0), behindMs);
  const time = new Date(nowMs).toISOString();
  const values = { offset_ms: offsetMs };
  if (offsetMs <= clockOffsetMaxMs) {
    const compared = databaseOffsetMs === null ? "" : ", the same as the clock of the database";
    return okFinding("clock.offset", `${time}${compared}`, values);
  }
  const against = behindMs === offsetMs ? "the newest version is dated later" : "the clock of the database differs";
  const detail = `${time} is off by ${Math.round(offsetMs / 1000)} s: ${against}`;
  const action = "synchronise the clocks of all machines (NTP)";
  return badFinding(offsetMs > clockFaultMs ? "fail" : "warn", "clock.offset", detail, action, values);
}

/** Bytes as an operator reads them: `46 MB`, `4.7 GB`. */
function formatBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.ceil(bytes / 1e6)} MB`;
}
