/**
 * One resource in the API reference: its description, its parameters, and a form that sends a request from the page.
 */
import type { VNode } from "preact";
import { describeBounds } from "../../contract/openapi/openapi-parameters.ts";
import { listSchemaFields } from "../../contract/openapi/schema-fields.ts";
import { isRequired, type Parameter } from "../../contract/parameters.ts";
import { errorStatusesOf, type Resource, type ResourceName } from "../../contract/resources.ts";
import type { Teacher } from "../../domain/teacher.ts";
import { prefixOf } from "../hrefs.ts";
import { CodeText } from "../inline-text.tsx";
import { Table } from "../parts.tsx";
import { Code, Examples, requestExample } from "./docs-examples.tsx";

interface ResourceProps {
  /** The name of the resource, which is also its id on the page. */
  readonly id: ResourceName;
  readonly base: string;
  readonly resource: Resource;
  readonly limitMax: number;
  readonly example: Teacher;
  /** The version that is served; null if there is none. */
  readonly datasetVersion: string | null;
}

export function ResourceSection({ id, base, resource, limitMax, example, datasetVersion }: ResourceProps): VNode {
  const { path, name, description, representations, parameters, bodyTypes } = resource;
  const hasBody = bodyTypes.length > 0;
  const statuses = errorStatusesOf(id, hasBody);
  const template = `${prefixOf(base)}${path}`;
  const values = initialValues(id, example, datasetVersion);
  const given = parameters.flatMap(({ name: key }) => (values[key] === undefined ? [] : [[key, values[key]] as const]));
  return (
    <section class="resource" aria-labelledby={id}>
      <h3 id={id}>
        {name}{" "}
        <code>
          {hasBody ? "GET, QUERY, POST" : "GET"} {path}
        </code>
      </h3>
      {/* Without JavaScript, the form opens the resource. If the path has an id, it is the id of the example. */}
      <form
        class="try pair"
        action={template.replace("{id}", String(example.id))}
        data-path={template}
        data-url={`${base}${path}`}
      >
        <div>
          <p>{description}</p>
          <p class="hint">
            Formats: {representations.map(({ format }) => format).join(", ")}. Errors: {statuses.join(", ")}.
          </p>
          {path.includes("{id}") && (
            <Row id={`${id}-id`} name="id" text="The teacher's id.">
              {/* The script shows this field, because only the script can put the number into the path. */}
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
              <Field
                id={`${id}-${parameter.name}`}
                parameter={parameter}
                teacher={example}
                value={values[parameter.name]}
              />
            </Row>
          ))}
        </div>
        {/* On a phone, the card is below the parameters. On a wide screen, it is beside the whole resource. */}
        <div class="card">
          <Examples
            id={id}
            example={requestExample(
              `${base}${path.replace("{id}", String(example.id))}`,
              given,
              representations[0]!.format === "json",
            )}
          />
          <button type="submit" aria-describedby={id}>
            Run
          </button>
          {id === "teacher" && (
            <div class="response">
              <Code isJson>{JSON.stringify(example, null, 2)}</Code>
            </div>
          )}
        </div>
        <SchemaTable name={id} title={name} />
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
  /** The teacher whose values are the examples for filters. */
  readonly teacher: Teacher;
  /** The initial value; undefined for none. */
  readonly value: string | undefined;
}

/** The values of the first request, which finds the teacher of the examples. */
function initialValues(
  id: ResourceName,
  teacher: Teacher,
  datasetVersion: string | null,
): Readonly<Record<string, string | undefined>> {
  if (id === "removed") return { since: datasetVersion ?? undefined };
  if (id === "list") return { search: teacher.last_name || undefined, limit: "2" };
  return id === "match" ? { name: teacher.short_name_with_degree || teacher.last_name } : {};
}

function Field({ id, parameter, teacher, value }: FieldProps): VNode {
  const { name, kind } = parameter;
  const examples: Readonly<Record<string, unknown>> = { ...teacher, search: teacher.last_name };
  const example = String(examples[name] ?? parameter.example);
  if (parameter.kind !== "choice") {
    const inputMode = kind === "integer" ? "numeric" : undefined;
    return (
      <input
        id={id}
        name={name}
        value={value}
        inputmode={inputMode}
        placeholder={example}
        required={isRequired(parameter)}
      />
    );
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

/**
 * The JSON body of a resource as a table of fields, types and meanings; null for a body without a schema of its own.
 */
function SchemaTable({ name, title }: { readonly name: ResourceName; readonly title: string }): VNode | null {
  const fields = listSchemaFields(name);
  if (fields.length === 0) return null;
  return (
    <Table
      caption={`Response of ${title}`}
      columns={[
        ["Field", ({ name }) => <code>{name}</code>],
        ["Type", ({ type }) => type],
        ["Meaning", ({ description }) => <CodeText text={description} />],
      ]}
      rows={fields}
    />
  );
}
