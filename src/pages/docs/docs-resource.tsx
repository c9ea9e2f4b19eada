/** One resource in the API reference: its description, its parameters, and a form that sends a request from the page. */
import type { VNode } from "preact";
import { describeBounds } from "../../contract/openapi/openapi-parameters.ts";
import { listSchemaFields } from "../../contract/openapi/schema-fields.ts";
import type { Parameter } from "../../contract/parameters.ts";
import { problems } from "../../contract/problems.ts";
import { problemsOf, type Resource, type ResourceName } from "../../contract/resources.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { prefixOf } from "../hrefs.ts";
import { CodeText } from "../inline-text.tsx";
import { Examples, requestExample } from "./docs-examples.tsx";

interface ResourceProps {
  /** The name of the resource, which is also its id on the page. */
  readonly id: ResourceName;
  readonly base: string;
  readonly resource: Resource;
  readonly limitMax: number;
  readonly example: Teacher;
}

export function ResourceSection({ id, base, resource, limitMax, example }: ResourceProps): VNode {
  const { path, name, description, representations, parameters } = resource;
  const statuses = [...new Set(problemsOf(id).map((problem) => problems[problem].status))].sort();
  const template = `${prefixOf(base)}${path}`;
  return (
    <section class="resource" aria-labelledby={id}>
      <h3 id={id}>
        {name} <code>GET {path}</code>
      </h3>
      <p>{description}</p>
      <p class="hint">
        Formats: {representations.map(({ format }) => format).join(", ")}. Errors: {statuses.join(", ")}.
      </p>
      <Examples id={id} example={requestExample(`${base}${path.replace("{id}", String(example.id))}`)} />
      <SchemaTable name={id} title={name} />
      {/* Without JavaScript the form opens the resource, at an example id where the path has one. */}
      <form class="try" action={template.replace("{id}", String(example.id))} data-path={template}>
        {path.includes("{id}") && (
          <Row id={`${id}-id`} name="id" text="The teacher's id.">
            {/* Shown by the script: without it the number can't be put into the path. */}
            <input id={`${id}-id`} data-id inputmode="numeric" value={example.id} required hidden />
          </Row>
        )}
        {parameters.map((parameter) => (
          <Row
            key={parameter.name}
            id={`${id}-${parameter.name}`}
            name={parameter.name}
            text={parameter.description}
            bounds={describeBounds(parameter, limitMax)}
          >
            <Field id={`${id}-${parameter.name}`} parameter={parameter} teacher={example} />
          </Row>
        ))}
        <button type="submit" aria-describedby={id}>
          Run
        </button>
      </form>
    </section>
  );
}

interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly bounds?: string;
  readonly children: VNode;
}

/** A parameter: its name, its meaning and bounds, and a field to try it. */
function Row({ id, name, text, bounds = "", children }: RowProps): VNode {
  return (
    <div class="row">
      <label for={id}>
        <code>{name}</code>
      </label>
      <p>
        <CodeText text={text} />
        {bounds !== "" && (
          <small>
            <CodeText text={bounds} />
          </small>
        )}
      </p>
      {children}
    </div>
  );
}

interface FieldProps {
  readonly id: string;
  readonly parameter: Parameter;
  /** Where a filter's example comes from. */
  readonly teacher: Teacher;
}

function Field({ id, parameter, teacher }: FieldProps): VNode {
  const { name, kind } = parameter;
  const examples: Readonly<Record<string, unknown>> = { ...teacher, search: teacher.last_name };
  const example = String(examples[name] ?? parameter.example);
  if (parameter.kind !== "choice") {
    const inputMode = kind === "integer" ? "numeric" : undefined;
    return <input id={id} name={name} inputmode={inputMode} placeholder={example} required={kind === "texts"} />;
  }
  return (
    <select id={id} name={name}>
      <option value="">not set</option>
      {parameter.choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}

/** The JSON body of a resource as a table of fields, types and meanings; null for a body without a schema of its own. */
function SchemaTable({ name, title }: { readonly name: ResourceName; readonly title: string }): VNode | null {
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
