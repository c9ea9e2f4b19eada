/** Installs npm packages that only benchmarks need, in `bench/.cache`, which git ignores. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./process.ts";

/**
 * Copies package.json and the given files of `source` to the cache folder `name`, and installs the dependencies unless this
 * package.json is already installed. Returns the cache folder. Throws if npm fails.
 */
export async function install(source: string, name: string, files: readonly string[]): Promise<string> {
  const target = join(import.meta.dir, "../.cache", name);
  const manifest = readFileSync(join(source, "package.json"), "utf8");
  const installedManifest = join(target, "installed.json");
  mkdirSync(target, { recursive: true });
  for (const file of files) copyFileSync(join(source, file), join(target, file));
  if (existsSync(installedManifest) && readFileSync(installedManifest, "utf8") === manifest) return target;
  console.error(`Installing ${name} in bench/.cache`);
  await Bun.write(join(target, "package.json"), manifest);
  const log = join(target, "npm.log");
  await run(["npm", "install", "--omit=dev", "--no-audit", "--no-fund"], { cores: "0,1", log, folder: target });
  await Bun.write(installedManifest, manifest);
  return target;
}

/** The installed version of a dependency, or an empty string if it is not installed. */
export function installedVersion(name: string, dependency: string): string {
  const file = join(import.meta.dir, "../.cache", name, "node_modules", dependency, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version : "";
}
