/** The JSON body of a resource as a table: fields, types and meanings. */
import type { VNode } from "preact";
import type { ResourceName } from "../contract/resources.ts";
import { listSchemaFields } from "../contract/schema-fields.ts";
import { CodeText } from "./code-text.tsx";

/** The table; null for a body without a schema of its own. */
export function SchemaTable({ name, title }: { readonly name: ResourceName; readonly title: string }): VNode | null {
  const fields = listSchemaFields(name);
  if (fields.length === 0) return null;
  return (
    <table class="schema">
      <caption>Response of {title}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              <code>{field.name}</code>
            </th>
            <td>{field.type}</td>
            <td>
              <CodeText text={field.description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
