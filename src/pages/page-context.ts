/** What every page knows about its request. */
import type { Lang } from "../contract/parameters.ts";

export interface PageContext {
  readonly lang: Lang;
  /** The absolute base URL, without a trailing slash. */
  readonly base: string;
  /** The requested path, decoded, without the prefix of the base URL. */
  readonly path: string;
  /** The raw query; the language switch keeps it. */
  readonly query: string;
  /** Whether search engines may index the page. */
  readonly indexable: boolean;
}
