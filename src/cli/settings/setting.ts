/** The common kinds of settings, each an option of commander. */
import { InvalidArgumentError, Option } from "commander";

/** An option whose value has this type; null if it is not given and has no default. */
export type Setting<Value = unknown> = Omit<Option, "default"> & {
  readonly valueType?: Value;
  default(value: NonNullable<Value>, shown?: string): Setting<NonNullable<Value>>;
};

/** A setting with a value. `parse` returns undefined for a text that is not accepted. */
export function setting<Value>(
  flags: string,
  help: string,
  accepted: string,
  parse: (text: string, before?: Value) => Value | undefined,
): Setting<Value | null> {
  return new Option(flags, help).argParser((text: string, before?: Value) => {
    const value = parse(text, before);
    if (value === undefined) throw new InvalidArgumentError(`Expected ${accepted}.`);
    return value;
  }) as Setting<Value | null>;
}

/** A switch, which is off unless it is given. */
export const switched = (flags: string, help: string) => new Option(flags, help) as Setting<boolean>;

export const integer = (flags: string, help: string, from: number, to: number) =>
  setting(flags, help, `a number from ${from} to ${to}`, (given) =>
    /^\d{1,10}$/.test(given) && Number(given) >= from && Number(given) <= to ? Number(given) : undefined,
  );

/** One of several texts in small letters. */
export const choice = <Choice extends string>(flag: string, help: string, choices: readonly Choice[]) =>
  setting(`${flag} <${choices.join("|")}>`, help, choices.join(", "), (given) =>
    choices.find((one) => one === given.toLowerCase()),
  );

/** A text that matches a pattern, such as a path. */
export const text = (flags: string, help: string, accepted = "a text that is not empty", pattern = /./s) =>
  setting(flags, help, accepted, (given) => (pattern.test(given) ? given : undefined));
