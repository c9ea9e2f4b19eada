/** A table whose rows have headings. On a phone, the officer's style shows the heading of the column before each cell. */
import type { ComponentChildren, VNode } from "preact";

/** The heading of a column, and its cell in a row. */
export type Column<Row> = readonly [title: ComponentChildren, cell: (row: Row) => ComponentChildren];

interface TableProps<Row> {
  readonly class?: string;
  readonly caption?: string;
  /** The cells of the first one are the headings of the rows. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

export function Table<Row>({ class: className = "schema", caption, columns, rows }: TableProps<Row>): VNode {
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
