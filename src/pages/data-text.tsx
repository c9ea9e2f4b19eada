/** A value from the data: its text direction is isolated from the text around it, and its language is Ukrainian. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";

interface DataTextProps {
  /** The language of the page. A Ukrainian page needs no `lang` attribute on values. */
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
