/** Values from the data, isolated from the text around them, which may run in another direction. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";
import type { Range } from "../domain/marks.ts";
import { MarkedText } from "./marked-text.tsx";

interface DataTextProps {
  /** The language of the page. A Ukrainian page needs no `lang` attribute on values. */
  readonly lang: Lang;
  readonly class?: string;
  readonly text: string;
  /** What a search has matched. Default: nothing. */
  readonly ranges?: readonly Range[];
}

/** The value as an element. Its language is Ukrainian. */
export function DataText({ lang, class: className, text, ranges = [] }: DataTextProps): VNode {
  return (
    <bdi class={className} lang={lang === "uk" ? undefined : "uk"}>
      <MarkedText text={text} ranges={ranges} />
    </bdi>
  );
}

const mayRunRightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

/**
 * Puts the text between U+2068 and U+2069 if it may run from right to left. Removes its bidirectional control characters,
 * since one of them could end the isolation. For titles and options.
 */
export function isolate(text: string): string {
  return mayRunRightToLeft.test(text) ? `\u2068${text.replace(/\p{Bidi_Control}/gu, "")}\u2069` : text;
}
