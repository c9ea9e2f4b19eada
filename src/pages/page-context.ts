/** What every page is told of the request it answers. */
import type { Lang } from "../contract/parameters.ts";

export interface PageContext {
  readonly lang: Lang;
  /** The absolute URL that everything is under, without a slash behind. */
  readonly base: string;
  /** As it was asked for, without the prefix of the base URL. */
  readonly path: string;
  /** That of the request target; the language switch keeps it. */
  readonly query: string;
  /** Whether search engines may list the page. */
  readonly indexable: boolean;
}
