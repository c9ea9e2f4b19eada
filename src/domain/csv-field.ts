/** Quoting of CSV fields, and protection against formulas. */

/** The start of a formula in spreadsheets, also in full width, optionally after apostrophes. */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * Prefixes a formula with an apostrophe, so spreadsheets treat it as text (OWASP, CSV injection). Texts that already start
 * with apostrophes get one more, so {@link rearmFormula} restores every text.
 */
export function disarmFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Reverses {@link disarmFormula}. */
export function rearmFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

/** Quotes the text if RFC 4180, section 2 requires it, or if it has a semicolon, which may be a separator. */
export function quoteCsvField(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
