/** Parts of pages: a part with its heading, a list, and the link to the next step. */
import type { ComponentChildren, JSX, VNode } from "preact";

type Elements = JSX.IntrinsicElements;

/** A link that looks like a button, for the next step. */
export function NextLink(props: Elements["a"]): VNode {
  return (
    <p class="actions">
      <a class="primary" {...props} />
    </p>
  );
}

export function List({ items, ...props }: Elements["ul"] & { readonly items: readonly ComponentChildren[] }): VNode {
  return (
    <ul class="plain" {...props}>
      {items.map((item, i) => (
        <li key={i}>{item}</li>
      ))}
    </ul>
  );
}

/** A part of a page with its heading. */
export function Part({ id, title, children, ...props }: Elements["section"] & { id: string; title: string }): VNode {
  return (
    <section {...props} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
