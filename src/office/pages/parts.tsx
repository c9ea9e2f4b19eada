/** Components that several pages use: a section with its heading, a list, a table, and the link to the next step. */
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

/** A section of a page with its heading. */
export function Part({ id, title, children, ...props }: Elements["section"] & { id: string; title: string }): VNode {
  return (
    <section {...props} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The heading of a column, and its cell in a row. */
export type TableColumn<Row> = readonly [title: ComponentChildren, cell: (row: Row) => ComponentChildren];

interface TableProps<Row> {
  readonly class?: string;
  readonly caption?: string;
  /** The cells of the first column are the headings of the rows. */
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}

/**
 * A table whose rows have headings. On a phone, the officer's style shows the heading of the column before each cell.
 */
export function DataTable<Row>({ class: className = "schema", caption, columns, rows }: TableProps<Row>): VNode {
  return (
    <table class={className}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(([title], column) => (
            <th key={column} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>
            {columns.map(([title, cell], column) =>
              column === 0 ? (
                <th key={column} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={column} data-label={typeof title === "string" ? title : undefined}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
