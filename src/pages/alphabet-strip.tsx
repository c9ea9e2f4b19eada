/** The strip of letters: each leads to the page where its last names begin. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";
import { textsIn } from "./texts.ts";

/** A letter and the list that starts with its names. */
export interface LetterLink {
  readonly letter: string;
  readonly href: string;
}

interface AlphabetStripProps {
  readonly lang: Lang;
  readonly letters: readonly LetterLink[];
  /** The letter of the first name shown; empty for none. */
  readonly current: string;
}

export function AlphabetStrip({ lang, letters, current }: AlphabetStripProps): VNode | null {
  if (letters.length === 0) return null;
  return (
    <nav class="alphabet" aria-label={textsIn(lang).alphabet}>
      <ul lang={lang === "uk" ? undefined : "uk"}>
        {letters.map(({ letter, href }) => (
          <li key={letter}>
            <a href={href} aria-current={letter === current ? "true" : undefined}>
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
