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
export function switched(flags: string, help: string): Setting<boolean> {
  return new Option(flags, help) as Setting<boolean>;
}

export function integer(flags: string, help: string, from: number, to: number) {
  return setting(flags, help, `a number from ${from} to ${to}`, (text) =>
    /^\d{1,10}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined,
  );
}

/** One of several texts. */
export function choice<Choice extends string>(
  flag: string,
  help: string,
  choices: readonly Choice[],
  fold = (given: string) => given,
) {
  return setting(`${flag} <${choices.join("|")}>`, help, choices.join(", "), (given) =>
    choices.find((one) => one === fold(given)),
  );
}

/** A path or another text that is not empty. */
export function text(flags: string, help: string) {
  return setting(flags, help, "a text that is not empty", (given) => given || undefined);
}

/** An address or a host name to listen on. */
export function address(flags: string, help: string) {
  return setting(flags, help, "an address or a name, such as 127.0.0.1, :: or localhost", (given) => {
    // The last label of a host name is never a number, so such a text must be a valid address.
    const isMistaken = /(?:^|[.:])\d+$/.test(given) && !isAddress(given);
    return /^[\w.:-]+$/.test(given) && !isMistaken ? given : undefined;
  });
}

/** Whether a text is an IP address. `URL` keeps a complete address, but rewrites a short form such as `10.1`. */
function isAddress(given: string): boolean {
  return URL.canParse(`http://[${given}]`) || URL.parse(`http://${given}`)?.hostname === given;
}
