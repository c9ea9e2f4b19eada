/** Inline texts: values from the data, isolated from the text around them and with highlights. */
import type { VNode } from "preact";
import type { Lang } from "../domain/lang.ts";
import type { Range } from "../domain/results.ts";

interface DataTextProps {
  /** The language of the page. A Ukrainian page needs no `lang` attribute on values. */
  readonly lang: Lang;
  readonly text: string;
  /** The parts that a search has matched. Default: none. */
  readonly ranges?: readonly Range[] | undefined;
}

/** The value as an element. Its language is Ukrainian. */
export function DataText({ lang, text, ranges = [] }: DataTextProps): VNode {
  return (
    <bdi lang={lang === "uk" ? undefined : "uk"}>
      <HighlightedText text={text} ranges={ranges} />
    </bdi>
  );
}

const quotationMarks = { uk: ["«", "»"], en: ["“", "”"] } as const;

/** The value in quotation marks. Those of the element `q` are no part of a link, and a click on them does nothing. */
export function QuotedText({ lang, text }: Pick<DataTextProps, "lang" | "text">): VNode {
  const [start, end] = quotationMarks[lang];
  return (
    <>
      {start}
      <DataText lang={lang} text={text} />
      {end}
    </>
  );
}

const mayRunRightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

/**
 * Puts the text between U+2068 and U+2069 if it may run from right to left. Removes its bidirectional control
 * characters, because one of them could end the isolation. This is for titles and options, which can't contain
 * elements.
 */
export function isolate(text: string): string {
  return mayRunRightToLeft.test(text) ? `\u2068${text.replace(/\p{Bidi_Control}/gu, "")}\u2069` : text;
}

interface HighlightedTextProps {
  readonly text: string;
  /** The ranges must be ascending and must not overlap. Ranges outside the text are ignored. */
  readonly ranges: readonly Range[];
  /** The index of the text in the string that the ranges refer to. Default: 0. */
  readonly start?: number;
}

/** A text from the data, with the matches of a search highlighted. */
export function HighlightedText({ text, ranges, start: textStart = 0 }: HighlightedTextProps): VNode {
  const pieces: (VNode | string)[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    const [start, end] = [from - textStart, to - textStart];
    if (start < at || end > text.length) continue;
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
