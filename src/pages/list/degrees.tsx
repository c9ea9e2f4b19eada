/** The choice of a position: links beside the list where there is room, otherwise a select with its own button. */
import type { VNode } from "preact";
import { formatNumberIn } from "../../domain/lang.ts";
import { hrefOf } from "../hrefs.ts";
import { DataText, isolate } from "../inline-text.tsx";
import { HiddenInputs } from "../search-form.tsx";
import { textsIn } from "../texts.ts";
import { change, type ListProps, type ListView } from "./list-view.ts";

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

/** A blank option means any position, so teachers without one have a link, see {@link WithoutDegree}. */
export function DegreeSelect({ context, view: { degrees } }: ListProps): VNode {
  const { pairs, count, offered, chosen } = degrees;
  const texts = textsIn(context.lang);
  const labelOf = (text: string, size: number): string => `${text} (${formatNumberIn(context.lang, size)})`;
  return (
    <form class="choose" action={hrefOf(context, "/teachers/", [])}>
      <label class="hide" for="degree">
        {texts.degree}
      </label>
      {/* Without this, going back could restore a choice that does not match the page. */}
      <select id="degree" name="degree" autocomplete="off">
        <option value="">{labelOf(texts.anyDegree, count)}</option>
        {offered.map(({ degree, count: size }) =>
          degree === "" ? null : (
            <option key={degree} value={degree} selected={degree === chosen}>
              {labelOf(isolate(degree), size)}
            </option>
          ),
        )}
      </select>
      <button type="submit">{texts.show}</button>
      <HiddenInputs pairs={pairs} />
    </form>
  );
}

/** Where the links beside the list are not shown, the way to teachers without a position. */
export function WithoutDegree({ context, view: { degrees } }: ListProps): VNode | null {
  const without = degrees.offered.find(({ degree }) => degree === "");
  if (without === undefined || degrees.chosen === "") return null;
  return (
    <p class="wider narrow">
      <a href={degreeHref(context, degrees, "")}>
        {textsIn(context.lang).noDegree} ({formatNumberIn(context.lang, without.count)})
      </a>
    </p>
  );
}

function degreeHref(context: ListProps["context"], { pairs }: ListView["degrees"], degree: string | null): string {
  const chosen = degree === null ? {} : degree === "" ? { without: "degree" } : { degree };
  return hrefOf(context, "/teachers/", change(pairs, chosen));
}
