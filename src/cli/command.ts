/** What a command is. */
import type { SettingName, SettingValues } from "./settings.ts";

export interface CommandSpec {
  readonly name: string;
  /** A name that ends in `…` takes one or several values. */
  readonly arguments: readonly (readonly [name: string, help: string])[];
  readonly help: string;
  /** The settings that have a flag here. */
  readonly settings: readonly SettingName[];
  /** Runs the command and returns the exit code. */
  run(values: SettingValues, args: readonly string[]): Promise<number>;
}
