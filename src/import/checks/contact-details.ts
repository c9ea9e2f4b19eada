/** Contact details in the place of a name or a degree: what is published can't be taken back from caches. */
import type { ContactKind } from "../message.ts";

const email = /[\p{L}\d._%+-]+@[\p{L}\d-]+\.\p{L}/u;

const url =
  /(?:https?|ftp):\/\/|(?<![\p{L}\d])(?:www\.|t\.me\/|[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:ua|com|org|net|edu|info|eu)(?![\p{L}\d]))/iu;

/** With a code (`+380…`, `(044) …`), `204-82-05`, or after the word; years such as `2019-2024` are none. */
const telephone =
  /\+\s?\d[\d\s()-]{7,}\d|(?<![\d-])\(?0\d{2}\)?[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?![\d-])|(?<![\d-])\d{3}[ -]\d{2}[ -]\d{2}(?![\d-])|(?<!\p{L})(?:тел(?:ефон)?|моб|tel|phone)[.:\s]*\+?\(?\d{2}/iu;

export function findContact(text: string): ContactKind | undefined {
  if (email.test(text)) return "email";
  if (url.test(text)) return "url";
  return telephone.test(text) ? "telephone" : undefined;
}
