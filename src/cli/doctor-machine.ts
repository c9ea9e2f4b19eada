/** Checks the machine for `teachers doctor`: permissions, disk, memory and clock. */
import { statfsSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { parseDatabaseUrl } from "../store/database-url.ts";
import { findExisting, findFolderFault } from "./check-paths.ts";
import { type Finding, fail, formatBytes, ok, warn } from "./doctor-finding.ts";
import type { SettingValues } from "./settings.ts";

/** Below this much free space, whatever is written next may fail. */
const freeBytesMin = 20_000_000;
/** What a process takes besides the image and the page cache. */
const processBytes = 120_000_000;
/** Clocks that NTP keeps differ by far less. */
const clockOffsetMaxMs = 5_000;
/** With a larger offset, certificates and caches fail. */
const clockFaultMs = 3_600_000;

export function checkPermissions(folder: string, hasImage: boolean): Finding[] {
  const findings: Finding[] = [];
  const path = resolve(folder);
  const reason = findFolderFault(path);
  if (reason === null) findings.push(ok("permissions", `images can be written to ${path}`));
  else if (hasImage) {
    findings.push(
      warn("permissions", `${path} ${reason}`, "its image is served, but new versions need a writable folder"),
    );
  } else findings.push(fail("permissions", `${path} ${reason}`, "make it writable, or set --data-dir"));
  if (process.getuid?.() === 0) {
    const action = "run this command as the user of the server";
    findings.push(warn("permissions", "root may write everywhere, so this says nothing about another user", action));
  }
  return findings;
}

/** Checks the space for the next image, and beside a SQLite file for rewriting it. */
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
    if (free < Math.max(nextBytes, freeBytesMin)) return fail("disk", `${detail}, too little`, action);
    if (free < 2 * nextBytes) return warn("disk", `${detail}, less than twice ${formatBytes(nextBytes)}`, action);
    return ok("disk", detail);
  } catch (error) {
    return warn("disk", `The free space of ${folder} is not known: ${(error as Error).message}`, "check it yourself");
  }
}

/** The memory that this container or machine has, against what all workers need while the next image is built. */
export function checkMemory(
  imageBytes: number,
  { cacheSize, workers }: Pick<SettingValues, "cacheSize" | "workers">,
  memoryBytes = process.constrainedMemory() || totalmem(),
): Finding {
  const own = workers * processBytes + cacheSize * 1_000_000;
  const needed = own + imageBytes;
  const detail = `${formatBytes(memoryBytes)} of memory, of which serving needs about ${formatBytes(needed)}`;
  const action = "add memory, or lower --workers or --cache-size";
  if (memoryBytes < needed) return fail("memory", detail, action);
  if (memoryBytes < needed + imageBytes) {
    return warn("memory", `${detail}, and another ${formatBytes(imageBytes)} while an image is built`, action);
  }
  return ok("memory", detail);
}

/** How far the clock of the database is ahead of ours, and times that must be in the past; null where not known. */
export interface KnownTimes {
  readonly databaseMs: number | null;
  readonly publishedMs: number | null;
  readonly imageMs: number | null;
}

export function checkClock(nowMs: number, { databaseMs, publishedMs, imageMs }: KnownTimes): Finding {
  const behindMs = Math.max(0, (publishedMs ?? 0) - nowMs, (imageMs ?? 0) - nowMs);
  const offsetMs = Math.max(Math.abs(databaseMs ?? 0), behindMs);
  const time = new Date(nowMs).toISOString();
  if (offsetMs <= clockOffsetMaxMs)
    return ok("clock", `${time}${databaseMs === null ? "" : ", the same as the clock of the database"}`);
  const against =
    behindMs === offsetMs ? "the newest version or its image is dated later" : "the clock of the database differs";
  const detail = `${time} is off by ${Math.round(offsetMs / 1000)} s: ${against}`;
  const action = "synchronise the clocks of all machines (NTP)";
  return offsetMs > clockFaultMs ? fail("clock", detail, action) : warn("clock", detail, action);
}
