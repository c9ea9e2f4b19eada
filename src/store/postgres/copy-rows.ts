/** Inserts rows into PostgreSQL by COPY, in its text format. */
import type { SQL } from "bun";

/** Inserts rows. `values` has the values of all rows, one row after the other. */
export async function copyRows(
  sql: SQL,
  table: string,
  columns: readonly string[],
  values: readonly unknown[],
): Promise<void> {
  // Rendered before COPY starts, because during COPY the server waits for data without a timeout.
  const text = renderRows(values, columns.length);
  const copying = sql.unsafe(`copy ${table} (${columns.join(", ")}) from stdin (encoding 'UTF8')`);
  const writer = copying.writable().getWriter();
  try {
    await writer.write(text);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

/** Renders one line per row, with tabs between the values. */
export function renderRows(values: readonly unknown[], width: number): string {
  let text = "";
  for (let i = 0; i < values.length; i++) {
    text += renderValue(values[i]) + ((i + 1) % width === 0 ? "\n" : "\t");
  }
  return text;
}

const special = /[\\\t\n\r]/;
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function renderValue(value: unknown): string {
  if (value === null) return "\\N";
  const text = String(value);
  return special.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character]!) : text;
}
