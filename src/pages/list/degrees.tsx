/** The choice of a position: links beside the list where there is room, otherwise a row of them above it. */
import type { VNode } from "preact";
import { formatNumberIn } from "../../domain/lang.ts";
import { hrefOf } from "../hrefs.ts";
import { DataText } from "../inline-text.tsx";
import { textsIn } from "../texts.ts";
import { type ListProps, type ListView, withParameters } from "./list-view.ts";

/** Whether there is something to choose. */
export function hasChoice({ degrees }: ListView): boolean {
  return degrees.chosen !== null || degrees.offered.length > 1;
}

export function DegreeLinks({ context, view: { degrees } }: ListProps): VNode {
  const { lang } = context;
  const { count, offered, others, chosen } = degrees;
  const texts = textsIn(lang);
  const item = (degree: string | null, size: number, content: VNode | string): VNode => (
    <li key={degree}>
      <a href={degreeHref(context, degrees, degree)} aria-current={degree === chosen ? "true" : undefined}>
        {content} <span class="n">{formatNumberIn(lang, size)}</span>
      </a>
    </li>
  );
  return (
    <nav class="filter" aria-labelledby="by">
      <p id="by">{texts.degree}</p>
      <ul>
        {item(null, count, texts.anyDegree)}
        {offered.map(({ degree, count: size }) =>
          item(degree, size, degree === "" ? texts.noDegree : <DataText lang={lang} text={degree} />),
        )}
      </ul>
      {others > 0 && <p class="hint">{texts.otherDegrees(others)}</p>}
    </nav>
  );
}

function degreeHref(context: ListProps["context"], { pairs }: ListView["degrees"], degree: string | null): string {
  const chosen = degree === null ? {} : degree === "" ? { without: "degree" } : { degree };
  return hrefOf(context, "/teachers/", withParameters(pairs, chosen));
}
