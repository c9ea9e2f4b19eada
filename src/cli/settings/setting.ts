/** Declares what a setting is, and the common kinds of settings. */
export interface Setting<Value = unknown> {
  /** The flag without its leading hyphens, such as `max-limit`. Its variable is `TEACHERS_MAX_LIMIT`. */
  readonly flag: string;
  /** The placeholder of the value in the help; null for a switch. */
  readonly placeholder: string | null;
  /** A conventional variable, used if neither the flag nor our own variable is set. */
  readonly conventionalVariable?: string;
  /** The flag may be repeated; the values are joined by spaces. */
  readonly isRepeatable?: boolean;
  /** The value may contain a password, so it can also come from the file that `TEACHERS_<FLAG>_FILE` names. */
  readonly isSecret?: boolean;
  /** The value is a file that the command writes. */
  readonly isOutput?: boolean;
  readonly help: string;
  /** The default as a user would write it, if there is one. */
  readonly default?: string;
  /** Describes a valid value; completes `"…" is not …`. */
  readonly accepted: string;
  /** Parses a text; undefined if it is not valid. May throw a `DatabaseUrlError`, which explains the fault. */
  readonly parse: (text: string) => Value | undefined;
}

/** Settings by their names. */
export type Declarations = Readonly<Record<string, Omit<Setting, "flag">>>;

/** The settings with their flags: `maxLimit` is `--max-limit`. */
export function declareSettings<const Declared extends Declarations>(
  declared: Declared,
): { readonly [Name in keyof Declared]: Declared[Name] & Pick<Setting, "flag" | "default"> } {
  const entries = Object.entries(declared).map(([name, setting]) => {
    return [name, { ...setting, flag: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) }];
  });
  return Object.fromEntries(entries);
}

/** Declares an integer in a range; `what` is its name with an article. */
export function integer(placeholder: string, what: string, from: number, to: number) {
  const parse = (text: string): number | undefined =>
    /^\d{1,10}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined;
  return { placeholder, accepted: `${what}; expected ${from} to ${to}`, parse };
}

/** Declares a percentage up to `max`; its value is the share, 1 for 100%. */
export function percentage(max = Number.POSITIVE_INFINITY) {
  const parse = (text: string): number | undefined => {
    const [, digits] = /^(\d{1,12}(?:\.\d{1,3})?)%?$/.exec(text) ?? [];
    return digits === undefined || Number(digits) > max ? undefined : Number(digits) / 100;
  };
  const range = max === Number.POSITIVE_INFINITY ? "0% or more" : `0% to ${max}%`;
  return { placeholder: "P%", accepted: `a percentage; expected ${range}`, parse };
}

/** Declares a switch, which is off by default. */
export function switched(help: string) {
  const parse = (text: string) => (/^(?:true|false|1|0)$/.test(text) ? text === "true" || text === "1" : undefined);
  return { placeholder: null, default: "false", accepted: "true or false", help, parse } as const;
}

/** Declares one of several texts; `what` is its name with an article. */
export function choice<Choice extends string>(what: string, choices: readonly Choice[], fold = (text: string) => text) {
  return {
    placeholder: choices.join("|"),
    accepted: `${what}; expected ${choices.join(", ")}`,
    parse: (text: string) => choices.find((choice) => choice === fold(text)),
  };
}

/** Declares a path or another plain text. `what` is its name with an article; the default for `FILE` is "a file". */
export function named(placeholder: string, what = `a ${placeholder.toLowerCase()}`) {
  return { placeholder, accepted: what, parse: (text: string) => text || undefined };
}

/** Declares an address or a host name to listen on. */
export const address = {
  placeholder: "H",
  accepted: "an address or a name, such as 127.0.0.1, :: or localhost",
  parse(text: string): string | undefined {
    // The last label of a host name is never a number, so such a text must be a valid address.
    const isMistaken = /(?:^|[.:])\d+$/.test(text) && !isAddress(text);
    return /^[\w.:-]+$/.test(text) && !isMistaken ? text : undefined;
  },
};

/** Whether a text is an IP address. `URL` keeps a complete address, but rewrites a short form such as `10.1`. */
function isAddress(text: string): boolean {
  return URL.canParse(`http://[${text}]`) || URL.parse(`http://${text}`)?.hostname === text;
}

/** The variable of a setting: `TEACHERS_MAX_LIMIT` for `--max-limit`. */
export function variableOf({ flag }: Pick<Setting, "flag">): string {
  return `TEACHERS_${flag.toUpperCase().replaceAll("-", "_")}`;
}

/** The variable that names a file with the value of a secret; null for other settings. */
export function fileVariableOf(declared: Setting): string | null {
  return declared.isSecret ? `${variableOf(declared)}_FILE` : null;
}

/** All variables of a setting, in the order in which they are read. */
export function variablesOf(declared: Setting): string[] {
  return [variableOf(declared), fileVariableOf(declared) ?? [], declared.conventionalVariable ?? []].flat();
}
