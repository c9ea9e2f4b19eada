/** What the measurements install for themselves, from npm, in a folder beside them that git ignores. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./process.ts";

/** Copies a folder's package.json and the other files named to the cache, installs what it asks for, and gives the place. */
export async function install(folder: string, name: string, files: readonly string[]): Promise<string> {
  const place = join(import.meta.dir, ".cache", name);
  const wanted = readFileSync(join(folder, "package.json"), "utf8");
  const stamp = join(place, "installed.json");
  mkdirSync(place, { recursive: true });
  for (const file of files) copyFileSync(join(folder, file), join(place, file));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return place;
  console.error(`Installing ${name} in bench/.cache`);
  await Bun.write(join(place, "package.json"), wanted);
  const log = join(place, "npm.log");
  await run(["npm", "install", "--omit=dev", "--no-audit", "--no-fund"], { cores: "0,1", log, folder: place });
  await Bun.write(stamp, wanted);
  return place;
}

/** The version of a package as it was installed; what is not there has none. */
export function installedVersion(name: string, dependency: string): string {
  const file = join(import.meta.dir, ".cache", name, "node_modules", dependency, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version : "";
}
