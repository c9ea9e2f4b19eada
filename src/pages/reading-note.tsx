/** The note on a search that was not read as typed: what was meant, with a link to the literal search. */
import type { VNode } from "preact";
import { DataText } from "./data-text.tsx";
import { listHref } from "./hrefs.ts";
import type { ListProps, ListView } from "./list-view.ts";
import { textsIn } from "./texts.ts";

export function ReadingNote({ context, view }: ListProps): VNode | null {
  const { query, reading } = view;
  const texts = textsIn(context.lang);
  if (query.reading === "spelling") {
    return (
      <p class="reading">
        {texts.readingBySpelling} <a href={listHref(context, query, { reading: null })}>{texts.withoutReading}</a>
      </p>
    );
  }
  if (reading === null || reading === "spelling") return null;
  const [meant, ...others] = listMeant(view);
  return (
    <p class="reading">
      {texts.resultsFor}{" "}
      <b>
        <DataText lang={context.lang} text={meant ?? query.search} />
      </b>
      {others.length > 0 && texts.andSimilar}.{" "}
      <a href={listHref(context, query, { reading: "spelling" })}>
        {texts.searchLiterally} <DataText lang={context.lang} text={query.search} />
      </a>
    </p>
  );
}

/** What the search has matched in the rows shown: each text once whatever its case, the most frequent first. */
function listMeant({ marks }: ListView): string[] {
  const groups = Map.groupBy(marks.values(), ({ meant }) => meant.toLowerCase());
  return [...groups.values()].sort((a, b) => b.length - a.length).map(([first]) => first!.meant);
}
