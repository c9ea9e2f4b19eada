/** Isolates right-to-left text from the text around it, where there can be no `<bdi>`. */

const mayRunRightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

/**
 * Puts the text between U+2068 and U+2069 if it may run from right to left. Removes its bidirectional control characters,
 * since one of them could end the isolation. For titles and options.
 */
export function isolate(text: string): string {
  return mayRunRightToLeft.test(text) ? `\u2068${text.replace(/\p{Bidi_Control}/gu, "")}\u2069` : text;
}
