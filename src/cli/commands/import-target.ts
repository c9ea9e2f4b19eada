/** Where an import publishes: names the database, and asks before it creates one that no server may read. */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { nameOfDatabase, parseDatabaseUrl } from "../../store/database-url.ts";
import type { SettingSources } from "../settings/read-settings.ts";
import { SettingError, type SettingValues, settings } from "../settings/settings.ts";
import { ask, canAsk } from "../terminal/ask.ts";
import { printError } from "../terminal/output.ts";
import { importTexts } from "./import-texts.ts";

const limitNames = ["allowRemoved", "allowRenamed", "allowChanged", "allowAdded"] as const;

/** Names the database, and the limits that variables raise: who set them once may have forgotten them. */
export function nameTarget(values: SettingValues, sources: SettingSources): void {
  printError(importTexts.database(nameOfDatabase(values.database)));
  for (const name of limitNames) {
    const { flag, parse, default: usual } = settings[name];
    const source = sources[name];
    if (source === undefined || source === `--${flag}` || values[name] <= parse(usual)!) continue;
    const percent = Number((100 * values[name]).toFixed(3));
    printError(importTexts.raisedLimit(source, `--${flag}`, percent, usual));
  }
}

/**
 * Whether the import may create the database, if that is needed. Asks where the default one would be new and outside of the
 * program's folder: servers have another one then. Throws {@link SettingError} where nobody can be asked.
 */
export async function mayCreate(
  { database, yes, dryRun }: SettingValues,
  sources: SettingSources,
  signal: AbortSignal,
): Promise<boolean> {
  const address = parseDatabaseUrl(database);
  const isNamed = sources.database !== undefined || address.engine !== "sqlite";
  if (isNamed || yes || dryRun || existsSync(address.path) || resolve() === findProgramFolder()) return true;
  const name = nameOfDatabase(database);
  if (!canAsk()) throw new SettingError(importTexts.newDatabase(name));
  return ask(importTexts.askToCreate(name), signal);
}

/**
 * The folder that the program is installed in: the checkout; of an executable its folder, or the one above `bin` or `dist`;
 * of a package the one that has `node_modules`.
 */
function findProgramFolder(): string {
  if (!Bun.isStandaloneExecutable) return join(import.meta.dir, "../../..").split("/node_modules/")[0]!;
  const folder = dirname(process.execPath);
  return ["bin", "dist"].includes(basename(folder)) ? dirname(folder) : folder;
}
