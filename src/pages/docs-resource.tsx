/** One resource in the API reference: its description, its parameters, and a form that sends a request from the page. */
import type { VNode } from "preact";
import { describeBounds } from "../contract/openapi-parameters.ts";
import type { Parameter } from "../contract/parameters.ts";
import { problems } from "../contract/problems.ts";
import { problemsOf, type Resource, type ResourceName } from "../contract/resources.ts";
import { exampleTeacher } from "../contract/schemas.ts";
import { CodeText } from "./code-text.tsx";
import { prefixOf } from "./hrefs.ts";

interface ResourceProps {
  /** The name of the resource, which is also its id on the page. */
  readonly id: ResourceName;
  readonly base: string;
  readonly resource: Resource;
  readonly limitMax: number;
}

export function ResourceSection({ id, base, resource, limitMax }: ResourceProps): VNode {
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
      {/* Without JavaScript the form opens the resource, at an example id where the path has one. */}
      <form class="try" action={template.replace("{id}", String(exampleTeacher.id))} data-path={template}>
        {path.includes("{id}") && (
          <Row id={`${id}-id`} name="id" text="The teacher's id.">
            {/* Shown by the script: without it the number can't be put into the path. */}
            <input id={`${id}-id`} data-id inputmode="numeric" value={exampleTeacher.id} required hidden />
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
            <Field id={`${id}-${parameter.name}`} parameter={parameter} />
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

function Field({ id, parameter }: { readonly id: string; readonly parameter: Parameter }): VNode {
  const { name, kind, example } = parameter;
  if (parameter.kind !== "choice") {
    return <input id={id} name={name} inputmode={kind === "integer" ? "numeric" : undefined} placeholder={example} />;
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
