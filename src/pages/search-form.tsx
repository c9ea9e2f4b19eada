/** The search form, on the list page and on the page of the problem `notFound`. */
import type { ComponentChildren, VNode } from "preact";
import { listParameters, type TextParameter } from "../contract/parameters.ts";
import { unfilteredListHref } from "./hrefs.ts";
import type { PageContext } from "./page-context.ts";
import { textsIn } from "./texts.ts";

interface SearchFormProps {
  readonly context: PageContext;
  readonly search: string;
  /** The other parameters of the list, which stay as they are. */
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** Whether the box has the focus when the page opens. */
  readonly focus: boolean;
  readonly children?: ComponentChildren;
}

const { lengthMax } = listParameters.find(({ name }) => name === "search") as TextParameter;

/** Example searches, the same in both languages. */
const examples = ["шевч", "Шевченко Т. Г.", "Goncharenko", "доц. Коваль"];

export function SearchForm({ context, search, hidden, focus, children }: SearchFormProps): VNode {
  const texts = textsIn(context.lang);
  const [action] = unfilteredListHref(context).split("?");
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every screen reader knows the element <search> yet
    <form class="search" role="search" action={action}>
      <label for="search">{texts.searchLabel}</label>
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
        <button type="submit">{texts.searchButton}</button>
      </div>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
      {children}
    </form>
  );
}
