/** A strip of letters, each a link to the first page of its names. */
import type { VNode } from "preact";
import type { Lang } from "../domain/lang.ts";

/** One or more letters, or an initial, and the URL of the page that starts with its names. */
export interface LetterLink {
  readonly letter: string;
  readonly href: string;
  /** Whether the first teacher on the page is listed under this letter. */
  readonly isCurrent: boolean;
}

interface AlphabetStripProps {
  readonly lang: Lang;
  readonly label: string;
  readonly links: readonly LetterLink[];
  /** Whether the strip divides a letter of the main strip. */
  readonly isInner?: boolean;
}

/** The strip, or null if it would have a single letter. */
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
