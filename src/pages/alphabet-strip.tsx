/** A strip of letters: each leads to the page where names begin with it. */
import type { VNode } from "preact";
import type { Lang } from "../contract/parameters.ts";

/** A letter, several, or an initial, and the list that starts with its names. */
export interface LetterLink {
  readonly letter: string;
  readonly href: string;
  /** Whether the first name shown begins with it. */
  readonly isCurrent: boolean;
}

interface AlphabetStripProps {
  readonly lang: Lang;
  readonly label: string;
  readonly links: readonly LetterLink[];
  /** Whether the strip is for a part of another one. */
  readonly isInner?: boolean;
}

/** The strip; null for a single letter, which leads nowhere. */
export function AlphabetStrip({ lang, label, links, isInner = false }: AlphabetStripProps): VNode | null {
  if (links.length < 2) return null;
  return (
    <nav class={isInner ? "alphabet inner" : "alphabet"} aria-label={label}>
      <ul lang={lang === "uk" ? undefined : "uk"}>
        {links.map(({ letter, href, isCurrent }) => (
          <li key={letter}>
            <a href={href} aria-current={isCurrent ? "true" : undefined}>
              {letter}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
