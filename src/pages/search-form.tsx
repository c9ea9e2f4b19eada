/** The search form, on the list and on the page of a problem. A search is of the whole directory. */
import type { VNode } from "preact";
import { hrefOf, langPairs, type PageContext } from "./hrefs.ts";
import { textsIn } from "./texts.ts";

interface SearchFormProps {
  readonly context: PageContext;
  readonly search?: string;
  /** Searches that find somebody. */
  readonly examples?: readonly string[];
}

/** The longest search, in characters. */
const lengthMax = 200;

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
          maxLength={lengthMax}
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
      <HiddenInputs pairs={langPairs(context)} />
      {examples.length > 0 && (
        <p id="hint" class="hint">
          {texts.examples} <bdi lang={context.lang === "uk" ? undefined : "uk"}>{examples.join(", ")}</bdi>
        </p>
      )}
    </form>
  );
}

/** Parameters that a form repeats. */
export function HiddenInputs({ pairs }: { readonly pairs: readonly (readonly [string, string])[] }): VNode {
  return (
    <>
      {pairs.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
