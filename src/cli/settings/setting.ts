/** What a setting is, and what declares the common kinds. */

export interface Setting<Value = unknown> {
  /** The flag without hyphens; its variable is `TEACHERS_` and the flag in capitals. */
  readonly flag: string;
  /** The placeholder of the value in the help; null for a switch. */
  readonly placeholder: string | null;
  /** A conventional variable, used if neither the flag nor our own variable is set. */
  readonly conventionalVariable?: string;
  /** The flag may be repeated; the values are joined by spaces. */
  readonly isRepeatable?: boolean;
  /** The value may have a password, so it can also come from the file that `TEACHERS_<FLAG>_FILE` names. */
  readonly isSecret?: boolean;
  readonly help: string;
  /** The default as a user would write it; null if there is none. */
  readonly default: string | null;
  /** What a valid value is: completes `"…" is not …`. */
  readonly accepted: string;
  /** The value of a text; undefined if it is not valid. Throws {@link DatabaseUrlError} with a message of its own. */
  readonly parse: (text: string) => Value | undefined;
}

/** Declares a setting, and keeps the type of its default. */
export const setting = <Value, Default extends string | null>(
  declared: Setting<Value> & { readonly default: Default },
): Setting<Value> & { readonly default: Default } => declared;

/** What declares an integer in a range; `what` names it with its article. */
export function integer(what: string, from: number, to: number) {
  const parse = (text: string): number | undefined =>
    /^\d{1,10}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined;
  return { accepted: `${what}; expected ${from} to ${to}`, parse };
}

/** What declares a switch, which is off by default. */
export const switched = {
  placeholder: null,
  default: "false",
  accepted: "true or false",
  parse: (text: string) => (/^(?:true|false|1|0)$/.test(text) ? text === "true" || text === "1" : undefined),
} as const;

/** The name of a file or folder. */
export function parseName(text: string): string | undefined {
  return text === "" ? undefined : text;
}

/** An address or a host name to listen on. */
export function parseHost(text: string): string | undefined {
  // A text that ends in a number is an address or a mistake, never a host name.
  const isMistaken = /(?:^|[.:])\d+$/.test(text) && !isAddress(text);
  return /^[\w.:-]+$/.test(text) && !isMistaken ? text : undefined;
}

/** Whether a text is an IP address. `URL` keeps addresses, and rewrites other numbers that it accepts, such as `10.1`. */
function isAddress(text: string): boolean {
  return URL.canParse(`http://[${text}]`) || URL.parse(`http://${text}`)?.hostname === text;
}
