/** Terms of the API reference, each with its definition. */
import type { VNode } from "preact";
import { CodeText } from "./code-text.tsx";

/** Terms are code; definitions may have code in backticks. */
export function Definitions({ items }: { readonly items: readonly (readonly [term: string, text: string])[] }): VNode {
  return (
    <dl class="definitions">
      {items.map(([term, text]) => (
        <div key={text}>
          <dt>
            <code>{term}</code>
          </dt>
          <dd>
            <CodeText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
