/** Text that may run from right to left, kept from disturbing what stands around it where there can be no `<bdi>`. */

const disturbing =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

/**
 * Between U+2068 and U+2069 where it needs that, for titles and options; otherwise as it is. Marks of direction are left
 * out: one that ends the isolation would let those behind it loose.
 */
export function isolate(text: string): string {
  return disturbing.test(text) ? `\u2068${text.replace(/\p{Bidi_Control}/gu, "")}\u2069` : text;
}
