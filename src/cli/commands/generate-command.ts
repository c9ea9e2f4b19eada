/** The generate command: invented teachers, as CSV. */
import { generateCountMax, generateCsv } from "../../generate/generate.ts";
import { SettingError, type SettingValues } from "../settings/settings.ts";
import { printAll } from "../terminal/output.ts";

/** Writes invented teachers to standard output. Returns the exit code. */
export async function generate({ seed }: SettingValues, argument: string): Promise<number> {
  if (!/^\d{1,9}$/.test(argument) || Number(argument) > generateCountMax) {
    throw new SettingError(`N: "${argument}" is not a number from 0 to ${generateCountMax}`);
  }
  await printAll(generateCsv(Number(argument), seed));
  return 0;
}
