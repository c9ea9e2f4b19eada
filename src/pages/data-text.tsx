/** Text of a teacher on a page: kept from disturbing the direction of what stands around it, and marked as Ukrainian. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";

interface DataTextProps {
  /** The language of the page; on a Ukrainian one the mark is the page's own. */
  readonly lang: Lang;
  readonly class?: string;
  readonly text: string;
}

export function DataText({ lang, class: className, text }: DataTextProps): VNode {
  return (
    <bdi class={className} lang={lang === "uk" ? undefined : "uk"}>
      {text}
    </bdi>
  );
}
