/** The search box, for the list and for pages that lead back to it. */
import type { ComponentChildren, VNode } from "preact";
import { listParameters, type TextParameter } from "../contract/parameters.ts";
import { wholeListHref } from "./hrefs.ts";
import type { PageContext } from "./page-context.ts";
import { wordsIn } from "./texts.ts";

interface SearchFormProps {
  readonly context: PageContext;
  readonly search: string;
  /** What else the list is asked for and stays as it is. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** Whether to start with the cursor in the box. */
  readonly focus: boolean;
  readonly children?: ComponentChildren;
}

const { lengthMax } = listParameters.find(({ name }) => name === "search") as TextParameter;

/** What people can type, to show how little is enough: examples, the same in both languages. */
const examples = ["шевч", "Шевченко Т. Г.", "Goncharenko", "доц. Коваль"];

export function SearchForm({ context, search, hidden, focus, children }: SearchFormProps): VNode {
  const words = wordsIn(context.lang);
  const [action] = wholeListHref(context).split("?");
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows the element <search> yet
    <form class="search" role="search" action={action}>
      <label for="search">{words.searchLabel}</label>
      <div class="field">
        <input
          id="search"
          type="search"
          name="search"
          value={search}
          dir="auto"
          maxLength={lengthMax}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          autofocus={focus}
          aria-describedby="search-hint"
        />
        <button type="submit">{words.searchButton}</button>
      </div>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p id="search-hint" class="hint">
        {words.searchHint}{" "}
        <span lang="uk">
          {examples.map((example, index) => (
            <>
              {index > 0 && ", "}
              <i key={example}>{example}</i>
            </>
          ))}
        </span>
      </p>
      {children}
    </form>
  );
}
