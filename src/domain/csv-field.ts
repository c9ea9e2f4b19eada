/** A field of a CSV file, for whatever writes one. */

/** What spreadsheets take for the start of a formula, in full width too, perhaps behind apostrophes of its own. */
const formula = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * A text that a spreadsheet takes for no formula: with an apostrophe in front where it would (OWASP, CSV injection). So
 * has one that is behind apostrophes already, for {@link rearmFormula} to give back every text as it was.
 */
export function disarmFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text of {@link disarmFormula} as it was before. */
export function rearmFormula(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

/** The text in quotes where RFC 4180, section 2 asks for them, or where a semicolon could be taken for a separator. */
export function quoteCsvField(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
