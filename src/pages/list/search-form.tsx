/** The search form, on the list page and on the page of the problem `notFound`. */
import type { ComponentChildren, VNode } from "preact";
import { listParameters, type TextParameter } from "../../contract/parameters.ts";
import { type PageContext, prefixOf } from "../hrefs.ts";
import { textsIn } from "../texts.ts";
import { suggestionsHref } from "./suggestions.tsx";

interface SearchFormProps {
  readonly context: PageContext;
  readonly search: string;
  /** The other parameters of the list, which stay as they are. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** Whether the label and examples of searches are shown. */
  readonly hasHint: boolean;
  /** The URL of the page without the search; null if there is no search. */
  readonly clearHref: string | null;
  /** Whether the script of the page suggests teachers, and announces how many there are. */
  readonly suggests?: boolean;
  readonly children?: ComponentChildren;
}

const { lengthMax } = listParameters.find(({ name }) => name === "search") as TextParameter;

/** Example searches, the same in both languages. */
const examples = ["шевч", "Шевченко Т. Г.", "Goncharenko", "доц. Коваль"];

export function SearchForm(props: SearchFormProps): VNode {
  const { context, search, hidden, hasHint, clearHref, suggests = false, children } = props;
  const texts = textsIn(context.lang);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows the element <search> yet
    <form class="search" role="search" action={`${prefixOf(context.base)}/teachers/`}>
      <label for="search" class={hasHint ? undefined : "visually-hidden"}>
        {texts.searchLabel}
      </label>
      <div class="field">
        <div class="box">
          <input
            id="search"
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
            aria-describedby={hasHint ? "search-hint" : undefined}
          />
          {clearHref !== null && (
            <a class="clear" href={clearHref}>
              <span class="visually-hidden">{texts.clearSearch}</span>
            </a>
          )}
        </div>
        <button type="submit">{texts.searchButton}</button>
      </div>
      {suggests && (
        <p
          class="visually-hidden"
          role="status"
          data-href={suggestionsHref(context)}
          data-found={texts.found}
          data-label={texts.suggestions}
        />
      )}
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {hasHint && (
        <p id="search-hint" class="hint">
          {texts.searchHint}{" "}
          <span lang="uk">
            {examples.map((example, index) => (
              <>
                {index > 0 && ", "}
                <i key={example}>{example}</i>
              </>
            ))}
          </span>
        </p>
      )}
    </form>
  );
}
