/** A field of a CSV file, for whatever writes one. */

/** The text in quotes where RFC 4180, section 2 asks for them, or where a semicolon could be taken for a separator. */
export function quoteCsvField(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
