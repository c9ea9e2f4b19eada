/** The search form, on the list and on the page of a problem. A search is of the whole directory. */
import type { VNode } from "preact";
import { textLengthMax } from "../domain/teacher.ts";
import { hrefOf, langPairs, type PageContext } from "./hrefs.ts";
import { textsIn } from "./texts.ts";

interface SearchFormProps {
  readonly context: PageContext;
  readonly search?: string;
  /** Searches that find somebody. */
  readonly examples?: readonly string[];
}

/** The script of the list reads its texts from the `data` attributes. */
export function SearchForm({ context, search = "", examples = [] }: SearchFormProps): VNode {
  const texts = textsIn(context.lang);
  const data = { "data-label": texts.suggestions, "data-found": texts.found, "data-all": texts.showAll };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows the element <search> yet
    <form class="search" role="search" action={hrefOf(context, "/teachers/", [])} {...data}>
      <label for="q">{texts.searchLabel}</label>
      <div class="field">
        <input
          id="q"
          type="search"
          name="search"
          value={search}
          dir="auto"
          maxLength={textLengthMax}
          autocomplete="off"
          autocapitalize="off"
          autocorrect="off"
          spellcheck={false}
          enterkeyhint="search"
          aria-describedby={examples.length > 0 ? "hint" : undefined}
        />
        <button type="submit" class="main">
          {texts.searchButton}
        </button>
      </div>
      {langPairs(context).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {examples.length > 0 && (
        <p id="hint" class="hint">
          {texts.examples} <bdi lang={context.lang === "uk" ? undefined : "uk"}>{examples.join(", ")}</bdi>
        </p>
      )}
    </form>
  );
}
